"""Spectra of the pulse train: a streaming short-time Fourier transform with reflected ends.

Frame ``k`` sees hops ``k - 2`` to ``k + 1`` through a Hann window. Before the first and after the
last sample the signal goes on mirrored, without repeating the end sample (as ``torch.stft`` with
``center=True`` has it); a signal shorter than the mirrored part is mirrored again and again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from brisa.engines.tiny.framing import (
    FFT_SAMPLES,
    HOP_SAMPLES,
    Flags,
    Float32,
    hann,
    runs,
)
from brisa.engines.tiny.pulses import PulseTrain
from brisa.engines.tiny.scratch import Scratch

_HALF: Final = FFT_SAMPLES // 2
_HISTORY_SAMPLES: Final = FFT_SAMPLES - HOP_SAMPLES
_HEAD_HOPS: Final = _HALF // HOP_SAMPLES + 1
# A cosine of amplitude 1 then peaks at 1, so the network's harmonic part is a plain amplitude; the
# transform's own factor is 1/1200.
_WINDOW_T: Final = (hann() / (FFT_SAMPLES / 4) * FFT_SAMPLES).astype(np.float32)


class SourceSpectrum:
    """State: the pulse train and the last 900 samples (three hops) before the next frame's own."""

    __slots__ = ("_history_t", "_pulses", "_voiced_k")

    def __init__(self, f0_hz_k: Float32) -> None:
        self._pulses = PulseTrain(f0_hz_k)
        self._history_t: Float32 | None = None
        self._voiced_k = _frames_over(self._pulses.voiced_k)

    def load(self, count: int, scratch: Scratch) -> Float32:
        """Make the signal under the next ``count`` frames ready; returns views ``[count, 1200]``.

        The views are on ``scratch`` and not windowed.
        """
        if self._history_t is None:
            self._history_t = self._head(scratch)
        samples = _HISTORY_SAMPLES + count * HOP_SAMPLES
        signal_t = scratch.source_t[:samples]
        signal_t[:_HISTORY_SAMPLES] = self._history_t
        self._append(signal_t, count, scratch)
        np.copyto(self._history_t, signal_t[count * HOP_SAMPLES :])
        return scratch.source_nt[:count]

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


def transform(signal_nt: Float32, scratch: Scratch) -> npt.NDArray[np.complex64]:
    """Windowed spectra ``[n, 601]``, on ``scratch``, of ``signal_nt [n, 1200]``.

    ``norm`` is there for its time: with the default factor of 1, an integer, NumPy takes its
    float64 transform and converts (4.0 against 2.0 microseconds a frame).
    """
    count = len(signal_nt)
    windowed_nt = np.multiply(signal_nt, _WINDOW_T, out=scratch.windowed_nt[:count])
    # NumPy's stub knows float64 alone; the transform itself runs in the precision of its operands.
    harmonic_nf: npt.NDArray[np.complex64] = scratch.harmonic_nf[:count]
    np.fft.rfft(windowed_nt, axis=1, norm="forward", out=harmonic_nf)  # type: ignore[arg-type]
    return harmonic_nf


def _mirrored(index_t: npt.NDArray[np.int64], length: int) -> npt.NDArray[np.int64]:
    """Where a mirrored signal of ``length`` finds the sample at ``index_t``."""
    period = 2 * (length - 1)
    inside_t = index_t % period
    return np.minimum(inside_t, period - inside_t)


def _frames_over(voiced_k: Flags) -> Flags:
    """Per frame: whether any hop under it (two before it, its own, one after) may be voiced."""
    padded_k = np.zeros(len(voiced_k) + 3, np.bool_)
    padded_k[2:-1] = voiced_k
    over_k: Flags = padded_k[:-3] | padded_k[1:-2] | padded_k[2:-1] | padded_k[3:]
    return over_k
