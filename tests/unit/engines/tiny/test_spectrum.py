"""The five parts put together, against the formula in complex float64."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.engines.tiny.framing import BINS
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.spectrum import (
    SpectralParts,
    add_harmonics,
    add_noise_and_free,
    is_shaped,
    with_bins_adjacent,
)

pytestmark = pytest.mark.unit


def some_parts(frames: int, seed: int = 0) -> SpectralParts:
    rng = np.random.default_rng(seed)
    return SpectralParts(*(rng.normal(0, 2, (5, frames, BINS)).astype(np.float32)))


def test_the_spectrum_is_the_formula() -> None:
    frames, start, stop = 6, 2, 5
    scratch, parts, rng = Scratch(), some_parts(6), np.random.default_rng(1)
    parts.harmonic_log_kf[3, 7] = parts.noise_log_kf[3, 8] = parts.free_log_kf[3, 9] = 50.0
    noise_n2f = rng.standard_normal((frames, 2, BINS), dtype=np.float32)
    source_nf = (rng.normal(size=(3, BINS)) + 1j * rng.normal(size=(3, BINS))).astype(np.complex64)
    scratch.noise_n2f[:frames] = noise_n2f
    add_noise_and_free(parts, scratch)
    add_harmonics(parts, source_nf, start, stop, scratch)

    lh, theta, ln, lr, phi = (part.astype(np.float64) for part in parts)
    expected_nf = np.exp(np.minimum(ln, 7)) * (noise_n2f[:, 0] + 1j * noise_n2f[:, 1])
    expected_nf += np.exp(np.minimum(lr, 7) + 1j * phi)
    rotated_nf = np.exp(np.minimum(lh, 7) + 1j * np.pi * np.tanh(theta))
    expected_nf[start:stop] += rotated_nf[start:stop] * source_nf
    np.testing.assert_allclose(scratch.spectrum_nf[:frames], expected_nf, rtol=2e-6, atol=1e-3)


def test_frames_are_views() -> None:
    parts = some_parts(5)
    middle = parts.frames(1, 3)
    assert all(np.shares_memory(a, b) for a, b in zip(parts, middle, strict=True))
    np.testing.assert_array_equal(middle.free_phase_kf, parts.free_phase_kf[1:3])


def test_bins_are_laid_side_by_side_only_where_they_are_not() -> None:
    parts = some_parts(4)
    wide = np.concatenate(parts, axis=1)
    strips = SpectralParts(*(wide[:, k * BINS : (k + 1) * BINS] for k in range(5)))
    for kept in (parts, strips):
        assert all(a is b for a, b in zip(kept, with_bins_adjacent(kept), strict=True))
    turned = SpectralParts(*(np.asfortranarray(part) for part in parts))
    doubles = SpectralParts(*(part.astype(np.float64) for part in parts))
    for odd in (turned, doubles):
        for straight, part in zip(with_bins_adjacent(odd), parts, strict=True):
            assert straight.flags.c_contiguous
            assert straight.dtype == np.float32
            np.testing.assert_array_equal(straight, part)


def test_shapes_are_told_apart() -> None:
    parts = some_parts(3)
    assert is_shaped(parts)
    assert is_shaped(parts.frames(0, 0))
    assert not is_shaped(parts._replace(free_phase_kf=parts.free_phase_kf[:2]))
    assert not is_shaped(SpectralParts(*(part[:, :600] for part in parts)))
    assert not is_shaped(SpectralParts(*(part[None] for part in parts)))


@pytest.mark.parametrize("kernel", [np.exp, np.sin, np.cos, np.tanh])
def test_numpys_kernels_give_a_number_the_same_bits_wherever_it_stands(kernel: np.ufunc) -> None:
    """What bit-identical cuts rest on: no difference between a vector's body and its tail."""
    values = np.random.default_rng(2).normal(0, 4, 700).astype(np.float32)
    expected = kernel(values)
    for start in range(33):
        for length in (*range(1, 36), 601):
            part = slice(start, start + length)
            assert kernel(values[part]).tobytes() == expected[part].tobytes()


def test_numpys_complex_product_has_the_same_bits_wherever_a_row_stands() -> None:
    """In place, as the harmonics are multiplied. (A product of length one is another matter.)"""
    rng = np.random.default_rng(3)
    left, right = (rng.normal(0, 4, (2, 9000)) + 1j * rng.normal(0, 4, (2, 9000))).astype("c8")
    expected = left * right
    for start in range(33):
        for length in (*range(2, 36), *range(BINS, 14 * BINS, BINS)):
            part = slice(start, start + length)
            product = left[part].copy()
            product *= right[part]
            assert product.tobytes() == expected[part].tobytes()
