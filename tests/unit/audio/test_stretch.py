"""Tempo without pitch: length, pitch, smoothness, and the same samples however it is cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.audio.stretch import Stretcher, stretch
from brisa.errors import OutOfRange
from support.split_invariance import assert_split_invariant, even_cuts, run, some_cuts

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
FACTORS = (0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 1.5, 2.0, 3.1, 4.0)


def voiced(f0_hz: float, seconds: float, rate_hz: int = RATE_HZ) -> np.ndarray:
    """A harmonic tone, falling spectrum, like a held vowel."""
    t_s = np.arange(round(seconds * rate_hz)) / rate_hz
    tone = sum(np.sin(2 * np.pi * f0_hz * k * t_s + k) / k for k in range(1, 13))
    return (0.3 * tone / np.max(np.abs(tone))).astype(np.float32)


def talk(seconds: float, seed: int = 0, rate_hz: int = RATE_HZ) -> np.ndarray:
    """Vowels of moving pitch, hiss and pauses, in turns: what a tempo change meets in speech."""
    rng = np.random.default_rng(seed)
    samples = round(seconds * rate_hz)
    t_s = np.arange(samples) / rate_hz
    phase = 2 * np.pi * np.cumsum(130 + 40 * np.sin(2 * np.pi * 1.3 * t_s)) / rate_hz
    vowel = sum(np.sin(k * phase) / k for k in range(1, 16)) * 0.15
    hiss = rng.normal(0, 0.03, samples)
    turn = (t_s * 6).astype(int) % 4
    return np.select([turn <= 1, turn == 2], [vowel, hiss], 0.0).astype(np.float32)


def pitch_hz(pcm_t: np.ndarray, rate_hz: int = RATE_HZ) -> float:
    """Fundamental by autocorrelation, with a parabola through the peak."""
    spectrum = np.fft.rfft(pcm_t - pcm_t.mean(), 2 * pcm_t.size)
    correlation = np.fft.irfft(np.abs(spectrum) ** 2)[: pcm_t.size]
    low, high = rate_hz // 400, rate_hz // 60
    at = low + int(np.argmax(correlation[low:high]))
    before, peak, after = correlation[at - 1 : at + 2]
    return rate_hz / (at + 0.5 * (before - after) / (before - 2 * peak + after))


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("f0_hz", [85.0, 133.7, 240.0])
def test_the_pitch_stays(factor: float, f0_hz: float) -> None:
    stretched = stretch(voiced(f0_hz, 1.0), factor, RATE_HZ)
    assert pitch_hz(stretched) == pytest.approx(f0_hz, rel=0.01)


TALK_T = talk(1.3)


@pytest.mark.parametrize("factor", FACTORS)
@given(samples=st.integers(720, 30_000))
@settings(max_examples=25, deadline=None)
def test_the_length_is_that_of_the_factor_within_a_window(factor: float, samples: int) -> None:
    window = Stretcher(factor, RATE_HZ).window_samples
    assert window == 720
    stretched = stretch(TALK_T[:samples], factor, RATE_HZ)
    assert abs(stretched.size - samples / factor) <= window


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("rate_hz", [8_000, 22_050, 24_000, 48_000])
def test_no_clicks_no_new_peaks_and_the_same_ends(factor: float, rate_hz: int) -> None:
    source = talk(2.0, rate_hz=rate_hz)
    vowels = voiced(133.0, 0.7, rate_hz)
    for pcm_t in (source, vowels):
        stretched = stretch(pcm_t, factor, rate_hz)
        assert np.max(np.abs(np.diff(stretched))) <= 1.1 * np.max(np.abs(np.diff(pcm_t)))
        assert np.max(np.abs(stretched)) <= 1.05 * np.max(np.abs(pcm_t))
        assert stretched[:40].tolist() == pcm_t[:40].tolist()
        assert np.allclose(stretched[-2:], pcm_t[-2:], atol=2e-3)


@pytest.mark.parametrize("factor", [0.5, 0.9, 1.1, 2.0])
def test_the_level_of_a_vowel_stays(factor: float) -> None:
    vowel = voiced(150.0, 1.0)
    frames = stretch(vowel, factor, RATE_HZ)[: RATE_HZ // 2].reshape(-1, 480)
    levels = np.sqrt(np.mean(frames**2, axis=1)) / np.sqrt(np.mean(vowel**2))
    assert levels.min() > 0.8
    assert levels.max() < 1.2


@pytest.mark.parametrize("factor", FACTORS)
def test_events_keep_their_order_and_place(factor: float) -> None:
    """Bursts of noise at known times come out at those times divided by the factor."""
    rng = np.random.default_rng(3)
    source = np.zeros(RATE_HZ * 2, dtype=np.float32)
    at_s = (0.2, 0.7, 1.1, 1.6)
    for start_s in at_s:
        start = round(start_s * RATE_HZ)
        source[start : start + 2400] = rng.normal(0, 0.2, 2400)
    stretched = stretch(source, factor, RATE_HZ)
    for start_s in at_s:
        middle = round((start_s + 0.05) / factor * RATE_HZ)
        assert np.sqrt(np.mean(stretched[middle - 300 : middle + 300] ** 2)) > 0.05
        quiet = round((start_s - 0.06) / factor * RATE_HZ)
        assert np.max(np.abs(stretched[quiet - 40 : quiet + 40])) < 0.05


@pytest.mark.parametrize("factor", FACTORS)
@given(data=st.data(), samples=st.integers(0, 12_000))
@settings(max_examples=25, deadline=None)
def test_the_cut_does_not_matter(factor: float, data: st.DataObject, samples: int) -> None:
    pcm_t = talk(0.5, seed=1)[:samples]
    cuts = data.draw(some_cuts(samples))
    assert_split_invariant(lambda: Stretcher(factor, RATE_HZ), pcm_t, cuts)


@pytest.mark.parametrize("factor", [0.25, 0.97, 1.3, 4.0])
@pytest.mark.parametrize("piece", [1, 13, 480, 3840])
def test_small_and_large_pieces(factor: float, piece: int) -> None:
    pcm_t = talk(0.4, seed=2)
    assert_split_invariant(lambda: Stretcher(factor, RATE_HZ), pcm_t, even_cuts(pcm_t.size, piece))


@given(cuts=some_cuts(5000))
def test_factor_one_is_the_identity_without_delay(cuts: list[int]) -> None:
    pcm_t = talk(0.4)[:5000]
    whole = assert_split_invariant(lambda: Stretcher(1.0, RATE_HZ), pcm_t, cuts)
    assert whole.tolist() == pcm_t.tolist()
    assert Stretcher(1.0, RATE_HZ).push(pcm_t).size == 5000


@pytest.mark.parametrize("factor", FACTORS)
def test_what_is_held_back_is_bounded(factor: float) -> None:
    stretcher = Stretcher(factor, RATE_HZ)
    given_samples = made = 0
    for piece in np.split(talk(4.0), 200):
        given_samples += piece.size
        made += stretcher.push(piece).size
        behind = given_samples - made * factor
        assert behind <= stretcher.lookahead_samples + stretcher.window_samples * factor


def test_less_than_a_window_comes_back_as_it_is() -> None:
    for samples in (0, 1, 719):
        pcm_t = talk(0.1)[:samples]
        assert stretch(pcm_t, 2.0, RATE_HZ).tolist() == pcm_t.tolist()


def test_silence_stays_silence() -> None:
    zeros = np.zeros(20_000, dtype=np.float32)
    assert not np.any(run(Stretcher(1.7, RATE_HZ), np.split(zeros, 10)))


@pytest.mark.parametrize("factor", [0.0, 0.24, 4.01, float("nan"), -1.0])
def test_factors_out_of_range_are_refused(factor: float) -> None:
    with pytest.raises(OutOfRange) as refused:
        Stretcher(factor, RATE_HZ)
    assert refused.value.param == "speed"
