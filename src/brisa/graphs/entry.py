"""The decoder's first convolution, mostly done before the frames are known.

The layer is 7 taps over 128 text channels, pitch and energy. A phoneme's text vector is the same in
every frame of its duration, so its product with each tap is taken once per phoneme (the ``table``)
and a frame adds up the rows its taps fall on. Durations are whole 40 Hz units of two frames, so the
seven taps of a frame fall on four units, and taps on one unit share a row:

====== ============ ============ ============ ============
frame  1st unit     2nd unit     3rd unit     4th unit
====== ============ ============ ============ ============
even   tap 0        taps 1, 2    taps 3, 4    taps 5, 6
odd    taps 0, 1    taps 2, 3    taps 4, 5    tap 6
====== ============ ============ ============ ============

For 64 frames this replaces a 206 us product by a gather and a sum of 40 us.

- ``table`` ``[8 * (L + 1), 256]``: eight rows of zeros (beyond the ends), then eight per phoneme.
- ``taps`` ``[F, 4]`` int64: the rows a frame adds up.
- ``pitch_taps`` ``[F, 14]``: log pitch and energy at the seven taps.
- ``entered`` ``[n, 256]``: the layer's result for the frames whose ``taps`` were given; each
  depends on its own row of them alone.
"""

from __future__ import annotations

import numpy as np

from brisa.graphs.builder import GraphBuilder
from brisa.graphs.voice_weights import Convolution, FloatArray

TAPS = 7
UNITS_PER_FRAME = 4
ROWS_PER_PHONEME = 2 * UNITS_PER_FRAME
PITCH_CHANNELS = 2
_TAPS_OF_ROW = ((0,), (1, 2), (3, 4), (5, 6), (0, 1), (2, 3), (4, 5), (6,))
"""Rows of an even frame's units, then those of an odd one's."""


def build_entry(layer: Convolution) -> bytes:
    """The per-frame part as a graph of its own."""
    width = layer.bias_o.shape[0]
    graph = GraphBuilder("entry")
    table = graph.input("table", np.float32, ["R", width])
    taps = graph.input("taps", np.int64, ["n", UNITS_PER_FRAME])
    pitch_taps = graph.input("pitch_taps", np.float32, ["n", TAPS * PITCH_CHANNELS])
    pitch_weight_kn = _by_tap(layer)[:, -PITCH_CHANNELS:].reshape(-1, width)
    pitch = graph.node("MatMul", pitch_taps, graph.const(pitch_weight_kn))
    entered = graph.node("Add", pitch, graph.const(layer.bias_o))
    for column in graph.split("Split", UNITS_PER_FRAME, taps, axis=1, num_outputs=UNITS_PER_FRAME):
        rows = graph.node("Squeeze", column, graph.ints(1))
        entered = graph.node("Add", entered, graph.node("Gather", table, rows, axis=0))
    graph.output("entered", entered, np.float32, ["n", width])
    return graph.serialize()


def write_table(graph: GraphBuilder, text: str, layer: Convolution) -> str:
    """``text`` ``[1, 1, L, 128]`` to the table."""
    width = layer.bias_o.shape[0]
    by_tap = _by_tap(layer)[:, :-PITCH_CHANNELS]
    by_row = np.stack([by_tap[list(taps)].sum(axis=0) for taps in _TAPS_OF_ROW], axis=1)
    weight_kn = by_row.reshape(by_row.shape[0], -1)
    product = graph.node("MatMul", text, graph.const(weight_kn))
    rows = graph.node("Reshape", product, graph.ints(-1, width))
    return graph.node("Pad", rows, graph.ints(ROWS_PER_PHONEME, 0, 0, 0))


def write_taps(graph: GraphBuilder, phoneme_of_unit: str) -> str:
    """One-based phoneme of every 40 Hz unit, ``[T]``, to ``[2 T, 4]`` rows of the table."""
    first_row = graph.node("Mul", phoneme_of_unit, graph.ints(ROWS_PER_PHONEME))
    padded = graph.node("Pad", first_row, graph.ints(2, 2))
    column = graph.node("Unsqueeze", padded, graph.ints(1))
    units = [graph.slice(column, unit, unit - 4 or None, axis=0) for unit in range(5)]
    pairs = graph.node("Concat", *units[:4], *units[1:], axis=1)
    rows = graph.node("Add", pairs, graph.ints(*range(ROWS_PER_PHONEME)))
    return graph.node("Reshape", rows, graph.ints(-1, UNITS_PER_FRAME))


def write_pitch_taps(graph: GraphBuilder, pitch: str) -> str:
    """``[F, 2]`` to ``[F, 14]``: every frame beside its neighbours, zeros beyond the ends."""
    reach = TAPS // 2
    padded = graph.node("Pad", pitch, graph.ints(reach, 0, reach, 0))
    last = TAPS - 1
    shifted = [graph.slice(padded, tap, tap - last or None, axis=0) for tap in range(TAPS)]
    return graph.node("Concat", *shifted, axis=1)


def _by_tap(layer: Convolution) -> FloatArray:
    """The kernel as ``[tap, input, output]``."""
    return np.ascontiguousarray(layer.weight_oik.transpose(2, 1, 0))
