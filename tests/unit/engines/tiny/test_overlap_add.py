"""Inverse transform and overlap-add: a signal comes back, ends included."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.engines.tiny.framing import BINS, BLOCK_FRAMES, FFT_SAMPLES, HOP_SAMPLES, hann
from brisa.engines.tiny.overlap_add import OverlapAdd
from brisa.engines.tiny.scratch import Scratch
from support.split_invariance import assert_split_invariant, even_cuts

pytestmark = pytest.mark.unit

SCRATCH = Scratch()


def analysed(signal_t: np.ndarray) -> np.ndarray:
    """Spectra ``[F, 601]`` of the windowed frames of a signal of ``F`` hops, zeros around it."""
    padded_t = np.pad(signal_t, FFT_SAMPLES // 2)
    starts = range(0, len(signal_t), HOP_SAMPLES)
    frames_nt = np.stack([padded_t[start : start + FFT_SAMPLES] * hann() for start in starts])
    return np.fft.rfft(frames_nt, axis=1).astype(np.complex64)


def push(output: OverlapAdd, spectrum_nf: np.ndarray) -> np.ndarray:
    blocks = range(0, len(spectrum_nf), BLOCK_FRAMES)
    hops = [output.push(spectrum_nf[k : k + BLOCK_FRAMES], SCRATCH).copy() for k in blocks]
    return np.concatenate([np.empty((0, HOP_SAMPLES), np.float32), *hops])


def synthesised(spectrum_nf: np.ndarray) -> np.ndarray:
    output = OverlapAdd(len(spectrum_nf))
    return np.concatenate([push(output, spectrum_nf), output.finish()]).reshape(-1)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 9, 40])
def test_a_signal_comes_back_whole(frames: int) -> None:
    signal_t = np.random.default_rng(frames).uniform(-1, 1, frames * HOP_SAMPLES)
    back_t = synthesised(analysed(signal_t))
    assert back_t.dtype == np.float32
    # The frame centred on the end is not sent, so the last hop rests on fewer windows.
    np.testing.assert_allclose(back_t, signal_t, atol=3e-6)


@pytest.mark.parametrize("frame", [1, 10])
def test_hop_k_is_given_with_frame_k_plus_2_and_not_later(frame: int) -> None:
    spectrum_nf = analysed(np.ones(40 * HOP_SAMPLES))
    output = OverlapAdd(40)
    assert len(output.push(spectrum_nf[: frame + 1], SCRATCH)) == max(0, frame - 1)


@pytest.mark.parametrize("piece", [1, 2, 3, 7])
def test_cuts_do_not_change_a_bit(piece: int) -> None:
    spectrum_nf = analysed(np.random.default_rng(5).uniform(-1, 1, 50 * HOP_SAMPLES))
    assert_split_invariant(
        lambda: OverlapAdd(50), spectrum_nf, even_cuts(50, piece), feed=push, flush="finish"
    )


def test_a_frame_that_is_not_a_number_is_silent_and_spoils_no_other() -> None:
    spectrum_nf = analysed(np.random.default_rng(6).uniform(-1, 1, 12 * HOP_SAMPLES))
    zeroed_nf = spectrum_nf.copy()
    zeroed_nf[5] = 0
    for bad in (np.nan, complex(0, np.nan), np.inf, complex(0, -np.inf)):
        for bin_index in (1, 2, 200, 300, 400, BINS - 2):
            spoiled_nf = spectrum_nf.copy()
            spoiled_nf[5, bin_index] = bad
            with np.errstate(invalid="ignore"):
                np.testing.assert_array_equal(synthesised(spoiled_nf), synthesised(zeroed_nf))
