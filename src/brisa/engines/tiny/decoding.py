"""Walks a segment through the entry and the streaming decoder graph, some frames a step.

The decoder (see ``graphs.decoder``) wants the state of the call before, and zeros around the ends
of the segment that the caller says by shapes alone. Which shapes those are is decided here; the
spectra do not depend on where the calls cut.

::

    entered   |0 1 2 3 ...                                      F-1|
    first     |-----------------------|             the last 24 of it stay hidden
    next                               |---------|  as many come out as went in
    last                                          |----------------|  and the hidden ones
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from brisa.artifacts.manifest import DecoderState
from brisa.engines.tiny.framing import BINS, Float32
from brisa.engines.tiny.spectrum import SpectralParts

PARTS = ("lh", "ln", "lr", "theta", "phi")
"""The order of the strips of a spectrum row."""

ENTRY_BLOCK_FRAMES = 256
"""A block entered ahead is 256 kB of state."""


class Graph(Protocol):
    """A loaded graph."""

    def run(self, inputs: Mapping[str, np.ndarray[Any, Any]]) -> list[Any]:
        """The outputs, in the graph's order."""


class DecoderWalk:
    """Where one segment stands in the decoder. Owned by the segment's stream.

    ``table``, ``taps_k4`` and ``pitch_taps_kc`` are what the front graph says of the segment, one
    row of the latter two per frame ``k``.
    """

    __slots__ = (
        "_ahead_kc",
        "_ahead_start",
        "_entered",
        "_pitch_taps_kc",
        "_shape",
        "_state",
        "_table",
        "_taps_k4",
    )

    def __init__(
        self,
        table: Float32,
        taps_k4: np.ndarray[Any, np.dtype[np.int64]],
        pitch_taps_kc: Float32,
        shape: DecoderState,
    ) -> None:
        self._table = table
        self._taps_k4 = taps_k4
        self._pitch_taps_kc = pitch_taps_kc
        self._shape = shape
        self._entered = 0
        self._ahead_kc: Float32 = np.zeros((0, shape.width), np.float32)
        self._ahead_start = 0
        self._state = np.zeros((1, shape.layers, shape.reach_frames, shape.width), np.float32)

    @property
    def finished(self) -> bool:
        """Every frame has come out."""
        return self._entered >= len(self._taps_k4)

    def step(self, entry: Graph, decoder: Graph, frames: int) -> SpectralParts:
        """About ``frames`` more frames, at least one; the rest if little more would be left.

        Raises what the graphs raise.
        """
        end = self._next_end(max(frames, 1))
        entered_kc = self._enter(entry, self._entered, end)
        self._entered = end
        tail_frames = self._shape.reach_frames if self.finished else 0
        spectrum_bkf, self._state = decoder.run(
            {
                "entered": entered_kc[None],
                "state": self._state,
                "tail": np.zeros((1, 1, tail_frames, self._shape.width), np.float32),
            }
        )
        return _parts(spectrum_bkf[0])

    def _enter(self, entry: Graph, start: int, end: int) -> Float32:
        """Frames ``start`` to ``end`` through the entry.

        It streams its weights however few frames it is given, so all but the first call, which is
        to be quick, enter a block ahead. Every frame depends on its own row alone.
        """
        if end > self._ahead_start + len(self._ahead_kc):
            ahead = slice(start, end if start == 0 else max(start + ENTRY_BLOCK_FRAMES, end))
            (self._ahead_kc,) = entry.run(
                {
                    "table": self._table,
                    "taps": self._taps_k4[ahead],
                    "pitch_taps": self._pitch_taps_kc[ahead],
                }
            )
            self._ahead_start = start
        return self._ahead_kc[start - self._ahead_start : end - self._ahead_start]

    def _next_end(self, frames: int) -> int:
        total = len(self._taps_k4)
        hidden = self._shape.layers * self._shape.reach_frames
        end = self._entered + frames + (0 if self._entered else hidden)
        # The last call also brings the hidden frames: a short rest is not worth a call of its own.
        return total if total - end <= hidden // 2 else end


def _parts(spectrum_kf: Float32) -> SpectralParts:
    strip = {
        name: spectrum_kf[:, index * BINS : (index + 1) * BINS] for index, name in enumerate(PARTS)
    }
    return SpectralParts(
        harmonic_log_kf=strip["lh"],
        harmonic_phase_kf=strip["theta"],
        noise_log_kf=strip["ln"],
        free_log_kf=strip["lr"],
        free_phase_kf=strip["phi"],
    )
