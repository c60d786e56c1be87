"""Noise that depends on its key alone and looks like noise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.tiny.framing import BINS
from brisa.engines.tiny.noise import fill_noise, key_of

pytestmark = pytest.mark.unit


def noise(seed: int, segment: int, first: int, count: int) -> np.ndarray:
    out_n2f = np.empty((count, 2, BINS), np.float32)
    fill_noise(key_of(seed, segment), first, out_n2f)
    return out_n2f


@settings(deadline=None, max_examples=50)
@given(
    st.integers(-(2**70), 2**70), st.integers(0, 2**40), st.integers(0, 10**6), st.integers(1, 20)
)
def test_a_frame_depends_on_seed_segment_and_its_number_only(
    seed: int, segment: int, first: int, count: int
) -> None:
    together_n2f = noise(seed, segment, first, count)
    for index in range(count):
        np.testing.assert_array_equal(
            noise(seed, segment, first + index, 1)[0], together_n2f[index]
        )


def test_seeds_segments_and_frames_have_noise_of_their_own() -> None:
    keys = [(0, 0), (1, 0), (0, 1), (1, 1), (2**63, 0), (-1, 0), (0, 2**33)]
    frames = [frame_2f.tobytes() for key in keys for frame_2f in noise(*key, 0, 200)]
    assert len(set(frames)) == len(keys) * 200


def test_moments_and_tails_are_those_of_a_standard_normal() -> None:
    values = noise(7, 3, 0, 1000).astype(np.float64).reshape(-1)
    count = len(values)
    # Windows overlap now and then; the bounds are five times those of independent numbers.
    assert abs(values.mean()) < 5 * 5 / np.sqrt(count)
    assert abs(values.var() - 1) < 5 * 5 * np.sqrt(2 / count)
    assert abs((values**3).mean()) < 5 * 5 * np.sqrt(15 / count)
    assert abs((values**4).mean() - 3) < 5 * 5 * np.sqrt(96 / count)
    for limit, share in ((1.0, 0.317311), (2.0, 0.0455003), (3.0, 0.0026998)):
        beyond = (np.abs(values) > limit).mean()
        assert abs(beyond - share) < 5 * 5 * np.sqrt(share / count)


def test_bins_frames_and_parts_do_not_correlate() -> None:
    n2f = noise(11, 0, 0, 1500).astype(np.float64)
    real_nf, imag_nf = n2f[:, 0], n2f[:, 1]
    pairs = [
        (real_nf, imag_nf),
        (real_nf[:, 1:], real_nf[:, :-1]),
        (real_nf[:, 1:], imag_nf[:, :-1]),
        (real_nf[1:], real_nf[:-1]),
        (real_nf[3:], real_nf[:-3]),
        (real_nf[1:, 1:], real_nf[:-1, :-1]),
        (real_nf**2 - 1, imag_nf**2 - 1),
        (real_nf[1:] ** 2 - 1, real_nf[:-1] ** 2 - 1),
    ]
    for left, right in pairs:
        correlation = (left * right).mean() / (left.std() * right.std())
        assert abs(correlation) < 6 / np.sqrt(left.size)


def test_pairs_of_frames_correlate_as_rarely_as_stated() -> None:
    nf = noise(5, 2, 0, 800).astype(np.float64).reshape(800, -1)
    correlations = np.corrcoef(nf)[np.triu_indices(800, k=1)]
    # 319,600 pairs: 2**-16 of them, about 5, share a window of one table, none shares both.
    striking = np.abs(correlations) > 6 / np.sqrt(nf.shape[1])
    assert striking.sum() <= 14
    assert np.abs(correlations).max() < 0.65
    assert np.isclose(correlations[~striking].std() * np.sqrt(nf.shape[1]), 1.0, atol=0.03)


def test_the_spectrum_of_a_bins_magnitude_over_time_is_flat() -> None:
    nf = noise(1, 1, 0, 1024).astype(np.float64)
    power_nf = (nf**2).sum(axis=1)
    modulation_m = (np.abs(np.fft.rfft(power_nf - 2.0, axis=0)) ** 2).mean(axis=1)[1:-1]
    modulation_m /= modulation_m.mean()
    assert modulation_m.min() > 0.7
    assert modulation_m.max() < 1.3
