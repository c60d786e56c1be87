"""From spectra back to samples: inverse transform, window, overlap-add, hop by hop.

The sum of squared windows is 3/2 wherever four frames meet, so that goes into the window; at both
ends, where fewer meet, a hop is scaled by what is missing (as ``torch.istft`` does). The first two
hops lie before the utterance and are dropped.

A hop is the sum of four frames, always added oldest first: any cut of the frames gives the same
samples.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from brisa.engines.tiny.framing import FFT_SAMPLES, HOP_SAMPLES, HOPS_PER_FFT, Float32, hann
from brisa.engines.tiny.scratch import Scratch

LEAD_HOPS: Final = HOPS_PER_FFT // 2
"""How many frames the output lags behind: hop ``k`` needs frame ``k + 2``."""

_TAIL_HOPS: Final = HOPS_PER_FFT - 1
_MIDDLE: Final = FFT_SAMPLES // 2
_SQUARES_SUM: Final = 1.5
_WINDOW_T: Final = (hann() / _SQUARES_SUM).astype(np.float32)
_SQUARES_HT: Final = (hann() ** 2).reshape(HOPS_PER_FFT, HOP_SAMPLES)


class OverlapAdd:
    """State: three hops that later frames still add to, and how many frames came."""

    __slots__ = ("_tail_nt", "frames", "frames_total")

    def __init__(self, frames_total: int) -> None:
        self._tail_nt = np.zeros((_TAIL_HOPS, HOP_SAMPLES), np.float32)
        self.frames_total = frames_total
        self.frames = 0

    def push(self, spectrum_nf: npt.NDArray[np.complex64], scratch: Scratch) -> Float32:
        """Add frames ``[n, 601]``; returns the hops ``[m, 300]`` that this completes.

        The result is a view on ``scratch``. A frame in which anything is not a number is silent.
        """
        count = len(spectrum_nf)
        first, sums_nt = self.frames, scratch.overlap_nt[: count + _TAIL_HOPS]
        frames_nt = _frames(spectrum_nf, scratch).reshape(count, HOPS_PER_FFT, HOP_SAMPLES)
        sums_nt[:_TAIL_HOPS] = self._tail_nt
        sums_nt[_TAIL_HOPS:] = frames_nt[:, _TAIL_HOPS]
        for part in reversed(range(_TAIL_HOPS)):
            sums_nt[part : part + count] += frames_nt[:, part]
        np.copyto(self._tail_nt, sums_nt[count:])
        self.frames += count
        return self._finished(sums_nt[:count], first)

    def finish(self) -> Float32:
        """The last hops ``[m, 300]``, owned by the caller."""
        return self._finished(self._tail_nt[:LEAD_HOPS].copy(), self.frames)

    def _finished(self, hops_nt: Float32, first: int) -> Float32:
        """Scale the hops at the ends, drop those before the start."""
        end = first + len(hops_nt)
        start_end = min(end, _TAIL_HOPS)
        for hop in {*range(first, start_end), *range(max(first, self.frames_total), end)}:
            if hop >= LEAD_HOPS:
                hops_nt[hop - first] *= _end_gain(hop, self.frames_total)
        return hops_nt[max(0, LEAD_HOPS - first) :]


def _frames(spectrum_nf: npt.NDArray[np.complex64], scratch: Scratch) -> Float32:
    count = len(spectrum_nf)
    frames_nt: Float32 = scratch.frames_nt[:count]
    # NumPy's stub knows float64 alone; the transform itself runs in the precision of its operands.
    np.fft.irfft(spectrum_nf, n=FFT_SAMPLES, axis=1, out=frames_nt)  # type: ignore[arg-type]
    frames_nt *= _WINDOW_T
    # Two samples tell of any bad bin: 600 holds every real part with factor 1 or -1, and 599,
    # which shares no divisor with 1200, every imaginary part with a factor other than zero.
    sound_n = np.isfinite(frames_nt[:, _MIDDLE] + frames_nt[:, _MIDDLE - 1])
    if not sound_n.all():
        frames_nt[~sound_n] = 0.0
    return frames_nt


def _end_gain(hop: int, frames_total: int) -> Float32:
    """3/2 over the sum of the squared windows of those of frames ``hop - 3 .. hop`` that exist."""
    parts = [part for part in range(HOPS_PER_FFT) if 0 <= hop - part < frames_total]
    squares_t = _SQUARES_HT[parts].sum(axis=0)
    gain_t: Float32 = (_SQUARES_SUM / np.maximum(squares_t, 1e-11)).astype(np.float32)
    return gain_t
