"""Streamed spectra of the pulse train against the transform of the whole, padded signal."""

from __future__ import annotations

import numpy as np
import pytest
from hibari import dsp

from brisa.engines.tiny.framing import BINS, BLOCK_FRAMES, FFT_SAMPLES, HOP_SAMPLES, hann
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.source_spectrum import SourceSpectrum, transform
from support.split_invariance import cut

pytestmark = pytest.mark.unit

SCRATCH = Scratch()
ROUNDING = 1e-6
"""Of float32, where the fundamental and its harmonics have magnitude 1."""


def streamed(f0_hz_k: np.ndarray, cuts: list[int]) -> np.ndarray:
    source, first = SourceSpectrum(f0_hz_k), 0
    out_nf = np.zeros((len(f0_hz_k), BINS), np.complex64)
    for piece_nf in cut(out_nf, cuts):
        signal_nt = source.load(len(piece_nf), SCRATCH)
        for start, stop in source.voiced_runs(first, len(piece_nf)):
            piece_nf[start:stop] = transform(signal_nt[start:stop], SCRATCH)
        first += len(piece_nf)
    return out_nf


def whole(f0_hz_k: np.ndarray) -> np.ndarray:
    padded_t = np.pad(dsp.pulses(f0_hz_k).astype(np.float64), FFT_SAMPLES // 2, mode="reflect")
    frames_nt = np.stack(
        [padded_t[k * HOP_SAMPLES :][:FFT_SAMPLES] * hann() / 300 for k in range(len(f0_hz_k))]
    )
    return np.fft.rfft(frames_nt, axis=1)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 5, 17, BLOCK_FRAMES])
def test_frames_equal_those_of_the_whole_signal_at_both_ends(frames: int) -> None:
    f0_hz_k = np.linspace(90, 260, frames, dtype=np.float32)
    np.testing.assert_allclose(streamed(f0_hz_k, []), whole(f0_hz_k), atol=ROUNDING)


@pytest.mark.parametrize("cuts", [[1], [2, 2, 3], [31], list(range(1, 32))])
def test_cuts_do_not_change_a_bit(cuts: list[int]) -> None:
    f0_hz_k = np.linspace(90, 260, BLOCK_FRAMES, dtype=np.float32)
    np.testing.assert_array_equal(streamed(f0_hz_k, cuts), streamed(f0_hz_k, []))


def test_frames_left_out_as_unvoiced_are_exactly_zero() -> None:
    f0_hz_k = np.array([0, 0, 0, 0, 0, 150, 0, 0, 0, 0, 0, 0, 140, 0], np.float32)
    out_nf, whole_nf = streamed(f0_hz_k, []), whole(f0_hz_k)
    left_out = ~out_nf.any(axis=1)
    assert left_out.sum() >= 3
    assert not whole_nf[left_out].any()
    np.testing.assert_allclose(out_nf, whole_nf, atol=ROUNDING)
