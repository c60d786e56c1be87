"""Spectra of the pulse train: a streaming short-time Fourier transform with reflected ends.

Frame ``k`` sees hops ``k - 2`` to ``k + 1`` through a Hann window. Before the first and after the
last sample the signal goes on mirrored, without repeating the end sample (as ``torch.stft`` with
``center=True`` has it); a signal shorter than the mirrored part is mirrored again and again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from brisa.engines.tiny.framing import (
    BINS,
    FFT_SAMPLES,
    HOP_SAMPLES,
    Flags,
    Float32,
    hann,
    runs,
    unscaled_inverse,
)
from brisa.engines.tiny.pulses import PulseTrain
from brisa.engines.tiny.scratch import Scratch

_HALF: Final = FFT_SAMPLES // 2
_HISTORY_SAMPLES: Final = FFT_SAMPLES - HOP_SAMPLES
_HEAD_HOPS: Final = _HALF // HOP_SAMPLES + 1
# A cosine of amplitude 1 then peaks at 1, so the network's harmonic part is a plain amplitude; the
# rest is the half of an even and an odd part and the factor that SourceSums carry.
_FOLD_WINDOW_T: Final = (
    hann()[1 : _HALF + 1] / (FFT_SAMPLES / 4) / 2.0 / np.sqrt(2.0)
).astype(np.float32)


class SourceSums(NamedTuple):
    """A spectrum ``P`` of ``n`` frames as ``(Re P + Im P) / sqrt(2)`` and ``(Re P - Im P) /
    sqrt(2)``, each ``[n, 601]``."""

    sum_nf: Float32
    difference_nf: Float32


class SourceSpectrum:
    """State: the pulse train and the last 900 samples (three hops) before the next frame's own."""

    __slots__ = ("_history_t", "_pulses", "_voiced_k")

    def __init__(self, f0_hz_k: Float32) -> None:
        self._pulses = PulseTrain(f0_hz_k)
        self._history_t: Float32 | None = None
        self._voiced_k = _frames_over(self._pulses.voiced_k)

    def load(self, count: int, scratch: Scratch) -> None:
        """Make the signal under the next ``count`` frames ready on ``scratch``, both ways round."""
        if self._history_t is None:
            self._history_t = self._head(scratch)
        samples = _HISTORY_SAMPLES + count * HOP_SAMPLES
        signal_t = scratch.source_t[:samples]
        signal_t[:_HISTORY_SAMPLES] = self._history_t
        self._append(signal_t, count, scratch)
        np.copyto(self._history_t, signal_t[count * HOP_SAMPLES :])
        scratch.reversed_t[:samples] = signal_t[::-1]

    def voiced_runs(self, first: int, count: int) -> list[tuple[int, int]]:
        """Which of the frames from ``first`` on have a source at all, relative to ``first``.

        Elsewhere the spectrum is exactly zero and need not be computed.
        """
        return runs(self._voiced_k[first : first + count])

    def _append(self, signal_t: Float32, count: int, scratch: Scratch) -> None:
        """The hops that the next frames bring in, the mirrored one at the end included."""
        fresh = min(count, self._pulses.hops - self._pulses.next_hop)
        end = _HISTORY_SAMPLES + fresh * HOP_SAMPLES
        if fresh:
            fresh_nt = signal_t[_HISTORY_SAMPLES:end].reshape(fresh, HOP_SAMPLES)
            self._pulses.fill(fresh_nt, scratch)
        if fresh < count:
            signal_t[end:] = signal_t[end - 1 - HOP_SAMPLES : end - 1][::-1]

    def _head(self, scratch: Scratch) -> Float32:
        """The first 600 samples, mirrored, and hop 0: what precedes hop 1, the first fresh one."""
        start_nt = np.empty((min(_HEAD_HOPS, self._pulses.hops), HOP_SAMPLES), np.float32)
        self._pulses.copy().fill(start_nt, scratch)
        self._pulses.fill(start_nt[:1].copy(), scratch)
        start_t = start_nt.reshape(-1)
        return start_t[_mirrored(np.arange(-_HALF, HOP_SAMPLES), len(start_t))]


def transform(start: int, stop: int, count: int, scratch: Scratch) -> SourceSums:
    """Spectra, on ``scratch``, of frames ``start`` to ``stop`` of the ``count`` loaded ones.

    By an inverse transform, which in float32 takes NumPy 2.3 microseconds a frame where its forward
    one takes 4.0 (3.2 in float64). With ``e`` and ``o`` the even and odd part of a windowed signal,
    ``e + i o`` is a Hermitian spectrum, and what it is the spectrum of is ``Re P + Im P``; the same
    read backwards is ``Re P - Im P``, since ``P`` is Hermitian.
    """
    frames = stop - start
    ahead_nt = scratch.source_nt[start:stop, 1 : _HALF + 1]
    back_nt = scratch.reversed_nt[count - stop : count - start, :_HALF][::-1]
    folded_nf, folded_nt = scratch.spectrum_nf[:frames], scratch.folded_nt[:frames]
    folded_nf[:, 0] = 0.0
    np.add(ahead_nt, back_nt, out=folded_nt)
    np.multiply(folded_nt, _FOLD_WINDOW_T, out=folded_nf.real[:, 1:])
    np.subtract(ahead_nt, back_nt, out=folded_nt)
    np.multiply(folded_nt, _FOLD_WINDOW_T, out=folded_nf.imag[:, 1:])
    sums_nf = unscaled_inverse(folded_nf, scratch.frames_nt[:frames])
    difference_nf = scratch.reversed_nf[:frames]
    difference_nf[:, 0] = sums_nf[:, 0]
    difference_nf[:, 1:] = sums_nf[:, : _HALF - 1 : -1]
    return SourceSums(sums_nf[:, :BINS], difference_nf)


def _mirrored(index_t: npt.NDArray[np.int64], length: int) -> npt.NDArray[np.int64]:
    """Where a mirrored signal of ``length`` finds the sample at ``index_t``."""
    period = 2 * (length - 1)
    inside_t = index_t % period
    return np.minimum(inside_t, period - inside_t)


def _frames_over(voiced_k: Flags) -> Flags:
    """Per frame: whether any hop under it (two before it, its own, one after) may be voiced."""
    padded_k = np.pad(voiced_k, (2, 1))
    over_k: Flags = padded_k[:-3] | padded_k[1:-2] | padded_k[2:-1] | padded_k[3:]
    return over_k
