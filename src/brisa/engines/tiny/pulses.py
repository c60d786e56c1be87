"""The voice's source: a band-limited pulse train along the pitch curve.

Every harmonic below 11 kHz at unit amplitude: with ``H = floor(11000 / f0)`` and phase ``t``,
``sum over h = 1..H of cos(h t) = sin((H + 1/2) t) / (2 sin(t / 2)) - 1/2`` (Dirichlet's kernel).
The pitch is interpolated linearly between the middles of the hops; where it is not above 40 Hz the
source is silent, while the phase runs on at 40 Hz. All of this is what the network was trained
against (hibari-tts 0.2.1, Apache-2.0), down to which steps round to float32: the phase of the
250th harmonic of a low voice feels the difference.
"""

from __future__ import annotations

from copy import copy
from typing import Final

import numpy as np

from brisa.engines.tiny.framing import HOP_SAMPLES, SAMPLE_RATE_HZ, Flags, Float32, runs
from brisa.engines.tiny.scratch import Scratch

VOICED_MIN_HZ: Final = 40.0
HARMONICS_MAX_HZ: Final = 11_000.0
_F0_LIMIT_HZ: Final = 12_000.0
_TURN: Final = 2.0 * np.pi
_SINGULAR: Final = 2e-3

_HALF: Final = HOP_SAMPLES // 2
# How far a sample lies between the middles of two hops; the weights of a hop and its neighbours.
_LATER_T: Final = (((np.arange(HOP_SAMPLES) + 0.5) / HOP_SAMPLES - 0.5) % 1.0).astype(np.float32)
_BEFORE_T: Final = np.float32(1.0) - _LATER_T[:_HALF]
_AFTER_T: Final = _LATER_T[_HALF:]
_HERE_T: Final = np.concatenate([_LATER_T[:_HALF], np.float32(1.0) - _LATER_T[_HALF:]])


class PulseTrain:
    """Generates the train hop by hop. State: the next hop and the accumulated phase.

    ``f0_hz_k`` is the pitch of all hops of the utterance (copied). Values that are not finite count
    as unvoiced.
    """

    __slots__ = ("_f0_padded_hz_k", "_phase_sum_hz", "hops", "next_hop", "voiced_k")

    def __init__(self, f0_hz_k: Float32) -> None:
        f0_hz_k = np.asarray(f0_hz_k, np.float32)
        self.hops = len(f0_hz_k)
        self.next_hop = 0
        self._phase_sum_hz = 0.0
        self._f0_padded_hz_k = _with_neighbours(f0_hz_k) if self.hops else f0_hz_k
        self.voiced_k = _maybe_voiced(self._f0_padded_hz_k)

    def copy(self) -> PulseTrain:
        """An independent train at the same place; the pitch itself is shared."""
        return copy(self)

    def fill(self, out_nt: Float32, scratch: Scratch) -> None:
        """Write the next ``n`` hops to ``out_nt [n, 300]``; ``n`` is at most a block's frames."""
        first, last = self.next_hop, self.next_hop + out_nt.shape[0]
        if last > self.hops:
            raise IndexError("the pulse train has no more hops")
        for start, stop in runs(self.voiced_k[first:last]):
            self._pass_silence(out_nt[self.next_hop - first : start])
            self._fill_voiced(out_nt[start:stop], scratch)
        self._pass_silence(out_nt[self.next_hop - first :])

    def _pass_silence(self, out_nt: Float32) -> None:
        """Hops without a voiced sample: the pitch is taken to be exactly 40 Hz."""
        out_nt[...] = 0.0
        self._phase_sum_hz += VOICED_MIN_HZ * out_nt.size
        self.next_hop += len(out_nt)

    def _fill_voiced(self, out_nt: Float32, scratch: Scratch) -> None:
        count = len(out_nt)
        pitch_nt = scratch.hop_nt[0][:count]
        self._interpolate(pitch_nt, scratch)
        silent_nt = np.less_equal(pitch_nt, VOICED_MIN_HZ, out=scratch.hop_mask_nt[:count])
        np.maximum(pitch_nt, VOICED_MIN_HZ, out=pitch_nt)
        phase_nt = self._advance(pitch_nt, scratch)
        _dirichlet(phase_nt, pitch_nt, out_nt, scratch)
        out_nt[silent_nt] = 0.0
        self.next_hop += count

    def _interpolate(self, out_nt: Float32, scratch: Scratch) -> None:
        """The pitch of every sample of the next hops."""
        count = out_nt.shape[0]
        around = self._f0_padded_hz_k[self.next_hop : self.next_hop + count + 2, None]
        other_nt = scratch.hop_nt[1][:count]
        np.multiply(around[1:-1], _HERE_T, out=out_nt)
        np.multiply(around[:-2], _BEFORE_T, out=other_nt[:, :_HALF])
        np.multiply(around[2:], _AFTER_T, out=other_nt[:, _HALF:])
        out_nt += other_nt

    def _advance(self, pitch_nt: Float32, scratch: Scratch) -> Float32:
        """Phase in [0, 2 pi) of every sample.

        The sum of pitches is carried on in float64, where it is exact: all terms are multiples of
        2**-18 (float32 numbers of at least 32), and it stays far below 2**35.
        """
        count = pitch_nt.shape[0]
        sums_nt, whole_nt = (buffer[:count] for buffer in scratch.hop_f64_nt)
        # A running sum waits for its own last term; two halves summed side by side, as the parts of
        # complex numbers, take half the time.
        half = sums_nt.size // 2
        pairs_t = whole_nt.reshape(-1).view(np.complex128)
        pitch_t, sums_t = pitch_nt.reshape(-1), sums_nt.reshape(-1)
        pairs_t.real, pairs_t.imag = pitch_t[:half], pitch_t[half:]
        pairs_t[0] += self._phase_sum_hz
        np.cumsum(pairs_t, out=pairs_t)
        sums_t[:half] = pairs_t.real
        np.add(pairs_t.imag, sums_t[half - 1], out=sums_t[half:])
        self._phase_sum_hz = float(sums_t[-1])
        sums_nt *= 1.0 / SAMPLE_RATE_HZ
        sums_nt -= np.floor(sums_nt, out=whole_nt)
        sums_nt *= _TURN
        phase_nt = scratch.hop_nt[1][:count]
        np.copyto(phase_nt, sums_nt, casting="same_kind")
        return phase_nt


def _with_neighbours(f0_hz_k: Float32) -> Float32:
    """The pitch bounded, with the first and the last hop's again before and after."""
    padded_hz_k = np.zeros(len(f0_hz_k) + 2, np.float32)
    inner_hz_k = padded_hz_k[1:-1]
    np.copyto(inner_hz_k, f0_hz_k, where=np.isfinite(f0_hz_k))
    np.clip(inner_hz_k, -_F0_LIMIT_HZ, _F0_LIMIT_HZ, out=inner_hz_k)
    padded_hz_k[0], padded_hz_k[-1] = padded_hz_k[1], padded_hz_k[-2]
    return padded_hz_k


def _maybe_voiced(f0_padded_hz_k: Float32) -> Flags:
    """Per hop: whether any of its samples can be voiced (interpolation stays between)."""
    above_k = f0_padded_hz_k > VOICED_MIN_HZ
    voiced_k: Flags = above_k[:-2] | above_k[1:-1] | above_k[2:]
    return voiced_k


def _dirichlet(phase_nt: Float32, pitch_nt: Float32, out_nt: Float32, scratch: Scratch) -> None:
    """The kernel; overwrites its inputs. Next to a pulse, where it is 0/0, it is ``H``."""
    order_nt, base_nt = pitch_nt, scratch.hop_nt[2][: len(phase_nt)]
    np.divide(HARMONICS_MAX_HZ, pitch_nt, out=order_nt)
    np.floor(order_nt, out=order_nt)
    order_nt += 0.5
    np.multiply(phase_nt, 0.5, out=base_nt)
    np.sin(base_nt, out=base_nt)
    base_nt *= 2.0
    kernel_nt = np.multiply(order_nt, phase_nt, out=phase_nt)
    np.sin(kernel_nt, out=kernel_nt)
    singular_nt = np.abs(base_nt, out=scratch.hop_nt[3][: len(phase_nt)]) <= _SINGULAR
    np.copyto(base_nt, 1.0, where=singular_nt)
    np.copyto(kernel_nt, order_nt, where=singular_nt)
    kernel_nt /= base_nt
    np.subtract(kernel_nt, 0.5, out=out_nt)
