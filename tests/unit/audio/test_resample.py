import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.audio.resample import PASSBAND, STOPBAND_DB, Resampler
from brisa.errors import OutOfRange
from support.split_invariance import assert_split_invariant, even_cuts, some_cuts

pytestmark = pytest.mark.unit

RATES_HZ = (8_000, 12_000, 16_000, 22_050, 24_000, 44_100, 48_000)
PAIRS = [(a, b) for a, b in itertools.product(RATES_HZ, RATES_HZ) if a != b]
LENGTH = 3_001


def noise(samples: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-0.9, 0.9, samples).astype(np.float32)


def sine(hz: float, rate_hz: int, samples: int) -> np.ndarray:
    return np.sin(2 * np.pi * hz * np.arange(samples) / rate_hz).astype(np.float32)


def converted(pcm_t: np.ndarray, source_hz: int, target_hz: int) -> np.ndarray:
    resampler = Resampler(source_hz, target_hz)
    return np.concatenate((resampler.push(pcm_t), resampler.flush()))


def inner(pcm_t: np.ndarray) -> np.ndarray:
    """Without the edges, where the filter sees the silence outside."""
    return pcm_t[pcm_t.shape[0] // 8 : -pcm_t.shape[0] // 8]


@pytest.mark.parametrize(("source_hz", "target_hz"), PAIRS)
def test_even_pieces_give_the_samples_of_the_whole(source_hz, target_hz):
    for piece in (1, 113, 480):
        cuts = even_cuts(LENGTH, piece)
        assert_split_invariant(lambda: Resampler(source_hz, target_hz), noise(LENGTH), cuts)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PAIRS), some_cuts(LENGTH), st.integers(0, 99))
def test_any_cut_gives_the_samples_of_the_whole(pair, cuts, seed):
    assert_split_invariant(lambda: Resampler(*pair), noise(LENGTH, seed), cuts)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(PAIRS), st.integers(0, 2_000))
def test_length_is_the_rounded_ratio(pair, samples):
    source_hz, target_hz = pair
    expected = int(np.floor(samples * target_hz / source_hz + 0.5))
    assert converted(noise(samples), source_hz, target_hz).shape == (expected,)


def test_first_output_comes_within_five_ms_of_input():
    for source_hz, target_hz in PAIRS:
        resampler = Resampler(source_hz, target_hz)
        assert resampler.push(noise(source_hz * 5 // 1000)).shape[0] > 0


@pytest.mark.parametrize(("source_hz", "target_hz"), PAIRS)
def test_passband_is_flat_and_in_time(source_hz, target_hz):
    """The ideal answer is the same tone at the other rate: level, phase and start all count."""
    for share in (0.05, 0.5, 0.999):
        hz = share * PASSBAND * min(source_hz, target_hz) / 2
        output_t = converted(sine(hz, source_hz, source_hz // 4), source_hz, target_hz)
        ideal_t = sine(hz, target_hz, output_t.shape[0])
        assert np.max(np.abs(inner(output_t - ideal_t))) < 10 ** (-65 / 20)


@pytest.mark.parametrize(("source_hz", "target_hz"), [p for p in PAIRS if p[0] > p[1]])
def test_tones_above_half_the_target_rate_are_not_folded_down(source_hz, target_hz):
    for share in (0.001, 0.3, 0.9):
        hz = target_hz / 2 + share * (source_hz - target_hz) / 2
        output_t = converted(sine(hz, source_hz, source_hz // 4), source_hz, target_hz)
        assert np.max(np.abs(inner(output_t))) < 10 ** (-65 / 20)


@pytest.mark.parametrize(("source_hz", "target_hz"), [p for p in PAIRS if p[0] < p[1]])
def test_no_images_above_half_the_source_rate(source_hz, target_hz):
    hz = PASSBAND * source_hz / 2
    output_t = inner(converted(sine(hz, source_hz, source_hz), source_hz, target_hz))
    spectrum = np.abs(np.fft.rfft(output_t * np.blackman(output_t.shape[0])))
    bins_hz = np.fft.rfftfreq(output_t.shape[0], 1 / target_hz)
    images = spectrum[bins_hz > source_hz / 2]
    assert np.max(images, initial=0.0) < np.max(spectrum) * 10 ** (-65 / 20)


def test_stated_figures():
    assert STOPBAND_DB >= 60
    assert 0.87 < PASSBAND < 0.89


def test_an_impulse_stays_at_its_time_and_is_symmetric():
    """Linear phase, delay compensated; the impulse is where both rates have a sample."""
    for source_hz, target_hz in PAIRS:
        common = np.gcd(source_hz, target_hz)
        at_in, at_out = (rate // common * (common // 4) for rate in (source_hz, target_hz))
        impulse_t = np.zeros(2 * at_in, np.float32)
        impulse_t[at_in] = 1
        output_t = converted(impulse_t, source_hz, target_hz)
        span = target_hz // 100
        before_t = output_t[at_out - span : at_out]
        after_t = output_t[at_out + 1 : at_out + 1 + span]
        assert np.argmax(output_t) == at_out
        np.testing.assert_allclose(before_t, after_t[::-1], atol=1e-6)


def test_a_constant_stays_what_it_is():
    for source_hz, target_hz in PAIRS:
        output_t = converted(np.full(source_hz // 10, 0.5, np.float32), source_hz, target_hz)
        np.testing.assert_allclose(inner(output_t), 0.5, atol=2e-6)


def test_equal_rates_hand_the_samples_through():
    pcm_t = noise(100)
    resampler = Resampler(24_000, 24_000)
    assert resampler.push(pcm_t) is pcm_t
    assert resampler.flush().shape == (0,)


def test_flush_leaves_it_as_new():
    resampler = Resampler(24_000, 16_000)
    first = [resampler.push(noise(500)), resampler.flush()]
    again = [resampler.push(noise(500)), resampler.flush()]
    assert [part.tobytes() for part in first] == [part.tobytes() for part in again]


def test_nothing_in_gives_nothing_out():
    resampler = Resampler(24_000, 48_000)
    assert resampler.push(np.zeros(0, np.float32)).dtype == np.float32
    assert resampler.flush().shape == (0,)


def test_output_is_float32_even_for_float64_input():
    assert converted(np.zeros(1_000), 24_000, 48_000).dtype == np.float32


def test_a_long_push_equals_many_short_ones():
    length = 24_000 * 3
    assert_split_invariant(
        lambda: Resampler(24_000, 48_000), noise(length), even_cuts(length, 4_801)
    )


def test_history_does_not_grow():
    resampler = Resampler(24_000, 22_050)
    for _ in range(200):
        resampler.push(noise(480))
    assert resampler._history_t.shape[0] < 1_500


@pytest.mark.parametrize("pair", [(24_000, 23_999), (24_000, 0), (-1, 24_000)])
def test_rates_that_cannot_be_converted_are_refused(pair):
    with pytest.raises(OutOfRange, match="common sample rate"):
        Resampler(*pair)
