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

from brisa.engines.tiny.framing import HOP_SAMPLES, SAMPLE_RATE_HZ, Float32, runs
from brisa.engines.tiny.scratch import Scratch

VOICED_MIN_HZ: Final = 40.0
HARMONICS_MAX_HZ: Final = 11_000.0
_F0_LIMIT_HZ: Final = 12_000.0
_TURN: Final = 2.0 * np.pi
_SINGULAR: Final = 2e-3

_HALF: Final = HOP_SAMPLES // 2
# Weight of the later of the two neighbouring pitch values, for each sample of a hop.
_LATER_T: Final = (((np.arange(HOP_SAMPLES) + 0.5) / HOP_SAMPLES - 0.5) % 1.0).astype(np.float32)
_EARLIER_T: Final = np.float32(1.0) - _LATER_T


class PulseTrain:
    """Generates the train hop by hop. State: the next hop and the accumulated phase.

    ``f0_hz_k`` is the pitch of all hops of the utterance (copied). Values that are not finite count
    as unvoiced.
    """

    __slots__ = ("_f0_padded_hz_k", "_phase_sum_hz", "hops", "next_hop", "voiced_k")

    def __init__(self, f0_hz_k: Float32) -> None:
        f0_hz_k = np.nan_to_num(np.asarray(f0_hz_k, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
        self.hops = len(f0_hz_k)
        self.next_hop = 0
        self._phase_sum_hz = 0.0
        bounded_hz_k = np.clip(f0_hz_k, -_F0_LIMIT_HZ, _F0_LIMIT_HZ)
        self._f0_padded_hz_k = np.pad(bounded_hz_k, 1, mode="edge") if self.hops else bounded_hz_k
        self.voiced_k = self._maybe_voiced()

    def _maybe_voiced(self) -> list[bool]:
        """Per hop: whether any of its samples can be voiced (interpolation stays between)."""
        above_k = self._f0_padded_hz_k > VOICED_MIN_HZ
        return (above_k[:-2] | above_k[1:-1] | above_k[2:]).tolist() if self.hops else []

    def copy(self) -> PulseTrain:
        """An independent train at the same place; the pitch itself is shared."""
        return copy(self)

    def fill(self, out_nt: Float32, scratch: Scratch) -> None:
        """Write the next ``n`` hops to ``out_nt [n, 300]``; ``n`` is at most a block's frames."""
        count = out_nt.shape[0]
        first, last = self.next_hop, self.next_hop + count
        if last > self.hops:
            raise IndexError("the pulse train has no more hops")
        pitch_nt = scratch.hop_nt[0][:count]
        self._interpolate(pitch_nt, scratch)
        voiced_nt = np.greater(pitch_nt, np.float32(VOICED_MIN_HZ), out=scratch.hop_mask_nt[:count])
        np.maximum(pitch_nt, np.float32(VOICED_MIN_HZ), out=pitch_nt)
        phase_nt = self._advance(pitch_nt, scratch)
        out_nt[...] = 0.0
        for start, stop in runs(self.voiced_k[first:last]):
            part = slice(start, stop)
            kernel_nt = _dirichlet(phase_nt[part], pitch_nt[part], scratch)
            np.copyto(out_nt[part], kernel_nt, where=voiced_nt[part])
        self.next_hop = last

    def _interpolate(self, out_nt: Float32, scratch: Scratch) -> None:
        """The pitch of every sample of the next hops."""
        count = out_nt.shape[0]
        around = self._f0_padded_hz_k[self.next_hop : self.next_hop + count + 2, None]
        before, here, after = around[:-2], around[1:-1], around[2:]
        other_nt = scratch.hop_nt[1][:count]
        early, late = slice(None, _HALF), slice(_HALF, None)
        np.multiply(before, _EARLIER_T[early], out=out_nt[:, early])
        np.multiply(here, _LATER_T[early], out=other_nt[:, early])
        np.multiply(here, _EARLIER_T[late], out=out_nt[:, late])
        np.multiply(after, _LATER_T[late], out=other_nt[:, late])
        np.add(out_nt, other_nt, out=out_nt)

    def _advance(self, pitch_nt: Float32, scratch: Scratch) -> Float32:
        """Phase in [0, 2 pi) of every sample; the sum is carried on in float64, one by one, so that
        it does not depend on where the hops were cut."""
        count = pitch_nt.shape[0]
        turns_t = scratch.hop_f64_nt[0][:count].reshape(-1)
        whole_t = scratch.hop_f64_nt[1][:count].reshape(-1)
        np.copyto(turns_t, pitch_nt.reshape(-1))
        turns_t[0] += self._phase_sum_hz
        np.cumsum(turns_t, out=turns_t)
        self._phase_sum_hz = float(turns_t[-1])
        turns_t *= 1.0 / SAMPLE_RATE_HZ
        turns_t -= np.floor(turns_t, out=whole_t)
        turns_t *= _TURN
        phase_nt = scratch.hop_nt[1][:count]
        np.copyto(phase_nt.reshape(-1), turns_t, casting="same_kind")
        return phase_nt


def _dirichlet(phase_nt: Float32, pitch_nt: Float32, scratch: Scratch) -> Float32:
    """The kernel; overwrites ``pitch_nt``. Near a pulse, where it is 0/0, it is ``H``."""
    count = phase_nt.shape[0]
    order_nt, base_nt = pitch_nt, scratch.hop_nt[2][:count]
    np.divide(np.float32(HARMONICS_MAX_HZ), pitch_nt, out=order_nt)
    np.floor(order_nt, out=order_nt)
    order_nt += np.float32(0.5)
    np.multiply(phase_nt, np.float32(0.5), out=base_nt)
    np.sin(base_nt, out=base_nt)
    base_nt *= np.float32(2.0)
    kernel_nt = np.multiply(order_nt, phase_nt, out=phase_nt)
    np.sin(kernel_nt, out=kernel_nt)
    singular_nt = np.abs(base_nt, out=scratch.hop_nt[3][:count]) <= _SINGULAR
    np.copyto(base_nt, np.float32(1.0), where=singular_nt)
    np.copyto(kernel_nt, order_nt, where=singular_nt)
    kernel_nt /= base_nt
    kernel_nt -= np.float32(0.5)
    return kernel_nt
