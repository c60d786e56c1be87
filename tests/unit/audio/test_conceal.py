"""Fillers go on from what was heard, fade away, and let late audio in without a click."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.conceal import CROSS_FADE_MS, FILLER_MS, STEADY_MS, Concealer
from brisa.audio.pcm import to_int16
from brisa.types import PcmInt16

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
FADING = round(CROSS_FADE_MS * RATE_HZ / 1000)
FILLER = round(FILLER_MS * RATE_HZ / 1000)


def tone(samples: int, hz: float = 180.0, rate_hz: int = RATE_HZ, start: int = 0) -> PcmInt16:
    """Three harmonics, as a vowel has."""
    time_t = np.arange(start, start + samples) / rate_hz
    wave_t = sum(np.sin(2 * np.pi * hz * k * time_t + k) / k for k in (1, 2, 3))
    return to_int16((0.3 * wave_t).astype(np.float32))


def largest_step(pcm_t: PcmInt16) -> int:
    return int(np.max(np.abs(np.diff(pcm_t.astype(np.int32)))))


def heard(pcm_t: PcmInt16, rate_hz: int = RATE_HZ) -> Concealer:
    concealer = Concealer(rate_hz)
    concealer.follow(pcm_t)
    return concealer


def test_audio_without_a_gap_is_passed_on_as_it_is() -> None:
    pcm_t = tone(5000)
    concealer = Concealer(RATE_HZ)
    given_t = np.concatenate([concealer.follow(pcm_t[a : a + 700]) for a in range(0, 5000, 700)])
    np.testing.assert_array_equal(given_t, pcm_t)


@pytest.mark.parametrize("hz", [80.0, 110.0, 180.0, 260.0, 390.0])
@pytest.mark.parametrize("rate_hz", [8000, 24_000, 48_000])
def test_a_vowel_goes_on_at_its_pitch(hz: float, rate_hz: int) -> None:
    concealer = heard(tone(rate_hz // 5, hz, rate_hz), rate_hz)
    steady = round(STEADY_MS * rate_hz / 1000)
    filler_t = concealer.fill(steady).astype(float)
    wanted_t = tone(steady, hz, rate_hz, start=rate_hz // 5).astype(float)
    likeness = np.dot(filler_t, wanted_t) / np.linalg.norm(filler_t) / np.linalg.norm(wanted_t)
    assert likeness > 0.95


def test_the_filler_fades_to_silence_and_ends() -> None:
    concealer = heard(tone(4800))
    filler_t = concealer.fill(10 * FILLER)
    assert filler_t.shape[0] == FILLER
    levels = [np.abs(part.astype(int)).max() for part in np.array_split(filler_t, 8)]
    assert levels[0] > 8000
    assert levels[-1] < 0.05 * levels[0]
    assert abs(int(filler_t[-1])) < 20
    assert concealer.exhausted
    assert concealer.fill(100).shape[0] == 0


def test_nothing_is_made_of_nothing() -> None:
    concealer = Concealer(RATE_HZ)
    assert concealer.exhausted
    assert concealer.fill(480).shape[0] == 0


def test_a_filler_is_the_same_however_it_is_cut() -> None:
    whole_t = heard(tone(4800)).fill(3000)
    pieces = heard(tone(4800))
    cut_t = np.concatenate([pieces.fill(samples) for samples in (1, 479, 20, 2500)])
    np.testing.assert_array_equal(cut_t, whole_t)


def test_late_audio_comes_in_whole_after_a_cross_fade() -> None:
    concealer = heard(tone(4800))
    concealer.fill(480)
    late_t = tone(2400, start=4800)
    given_t = concealer.follow(late_t)
    assert given_t.shape == late_t.shape
    np.testing.assert_array_equal(given_t[FADING:], late_t[FADING:])
    assert not np.array_equal(given_t[:FADING], late_t[:FADING])


def test_a_cross_fade_goes_on_over_small_pieces() -> None:
    late_t = tone(2400, start=4800)
    one, many = heard(tone(4800)), heard(tone(4800))
    one.fill(480)
    many.fill(480)
    pieces = [many.follow(late_t[a : a + 50]) for a in range(0, 2400, 50)]
    np.testing.assert_array_equal(np.concatenate(pieces), one.follow(late_t))


@given(
    before=st.integers(1, 6000),
    filled=st.integers(1, 5000),
    piece=st.integers(1, 3000),
    again=st.integers(0, 600),
    hz=st.floats(70.0, 380.0),
)
def test_no_seam_is_steeper_than_the_sound_itself(
    before: int, filled: int, piece: int, again: int, hz: float
) -> None:
    concealer = Concealer(RATE_HZ)
    before_t, late_t = tone(before, hz), tone(piece, hz, start=before)
    out = [concealer.follow(before_t), concealer.fill(filled), concealer.follow(late_t)]
    out += [concealer.fill(again), concealer.follow(tone(2000, hz, start=before + piece))]
    steepest = largest_step(tone(4800, hz))
    # A cross-fade and the fade of an offset add a little slope of their own.
    assert largest_step(np.concatenate(out)) <= 2.0 * steepest + 32768 * 0.6 * 3.2 / FADING


def test_noise_and_silence_are_continued_without_a_click() -> None:
    noise_t = to_int16((0.1 * np.random.default_rng(1).standard_normal(4800)).astype(np.float32))
    for heard_t in (noise_t, np.zeros(4800, np.int16), np.full(4800, 9000, np.int16)):
        filler_t = heard(heard_t).fill(FILLER)
        seam_t = np.concatenate((heard_t, filler_t))
        assert largest_step(seam_t) <= largest_step(heard_t) + 400


def test_the_level_of_noise_is_kept_at_first() -> None:
    noise_t = to_int16((0.1 * np.random.default_rng(2).standard_normal(4800)).astype(np.float32))
    filler_t = heard(noise_t).fill(480)
    assert 0.5 < np.std(filler_t.astype(float)) / np.std(noise_t.astype(float)) < 1.6


def test_a_second_gap_soon_after_is_concealed_too() -> None:
    concealer = heard(tone(4800))
    assert concealer.fill(FILLER).shape[0] == FILLER
    concealer.follow(tone(60, start=4800))  # less than the cross-fade
    assert not concealer.exhausted
    assert concealer.fill(240).shape[0] == 240
