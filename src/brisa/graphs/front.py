"""The front: phoneme ids to durations, pitch and what the decoder needs, in one run per segment.

- ``ids`` ``[1, L]`` int64, ``speed`` ``[1]`` float32.
- ``durations`` ``[L]`` int64: each phoneme's length in units of 25 ms (two frames), at least one.
- ``f0`` ``[F]`` float32, Hz, 80 frames a second; the vocoder's threshold says what is unvoiced.
- ``table``, ``taps``, ``pitch_taps``: see :mod:`brisa.graphs.entry`.

Activations are quantised tensor by tensor with the ranges they have, as in the source. Durations
are the source's; pitch is to about a hertz, where the source itself differs by as much between
ONNX Runtime's optimisation levels, since a last place can move an integer.
"""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, numpy_helper

from brisa.graphs.blocks import convolution, gelu
from brisa.graphs.builder import GraphBuilder
from brisa.graphs.entry import (
    PITCH_CHANNELS,
    TAPS,
    UNITS_PER_FRAME,
    write_pitch_taps,
    write_table,
    write_taps,
)
from brisa.graphs.text_encoder import write_conv_block, write_text_encoder
from brisa.graphs.voice_weights import Convolution, VoiceWeights

_F0_SCALE_HZ = 100.0
_LOG_F0_SCALE = 5.0
"""Constants of the source model."""


def build_front(weights: VoiceWeights) -> bytes:
    """The front of one voice."""
    graph = GraphBuilder("front")
    ids = graph.input("ids", np.int64, [1, "L"])
    speed = graph.input("speed", np.float32, [1])
    text = write_text_encoder(graph, ids, weights.text)
    prosody_text = write_text_encoder(graph, ids, weights.prosody_text, exact=True)
    durations = _durations(graph, prosody_text, speed, weights)
    phoneme_of_unit = _phoneme_of_unit(graph, durations)
    f0, pitch = _pitch(graph, prosody_text, phoneme_of_unit, weights)
    channels = weights.text.embedding_vc.shape[1]
    table = write_table(graph, text)
    taps = write_taps(graph, phoneme_of_unit, durations)
    graph.output("durations", durations, np.int64, ["L"])
    graph.output("f0", f0, np.float32, ["F"])
    graph.output("table", table, np.float32, ["R", channels])
    graph.output("taps", taps, np.int64, ["F", UNITS_PER_FRAME])
    pitch_taps = write_pitch_taps(graph, pitch)
    graph.output("pitch_taps", pitch_taps, np.float32, ["F", TAPS * PITCH_CHANNELS])
    return graph.serialize()


def _durations(graph: GraphBuilder, text: str, speed: str, weights: VoiceWeights) -> str:
    """``max(1, round((exp(x) - 1) / speed))`` per phoneme."""
    hidden = gelu(graph, convolution(graph, text, weights.duration_hidden))
    logarithm = _pointwise(graph, hidden, weights.duration_out)
    steps = graph.node("Sub", graph.node("Exp", logarithm), graph.scalar(1.0))
    paced = graph.node("Round", graph.node("Div", steps, speed))
    longest = graph.node("Max", paced, graph.scalar(1.0))
    return graph.node("Cast", graph.node("Reshape", longest, graph.ints(-1)), to=TensorProto.INT64)


def _phoneme_of_unit(graph: GraphBuilder, durations: str) -> str:
    """Which phoneme each 25 ms unit belongs to, counted from one.

    A one where each phoneme begins, summed up: linear in the units, where comparing every unit with
    every end, as the source does, is quadratic. Durations are at least one, so no two begin
    together.
    """
    ends = graph.node("CumSum", durations, graph.ints(0))
    starts = graph.node("Sub", ends, durations)
    units = graph.slice(ends, -1, None, axis=0)
    unmarked = graph.node("ConstantOfShape", units, value=_filler(0))
    ones = graph.node("ConstantOfShape", graph.node("Shape", starts), value=_filler(1))
    marks = graph.node("ScatterElements", unmarked, starts, ones, axis=0)
    return graph.node("CumSum", marks, graph.ints(0))


def _filler(value: int) -> TensorProto:
    return numpy_helper.from_array(np.array([value], dtype=np.int64))


def _pointwise(graph: GraphBuilder, value: str, layer: Convolution) -> str:
    """A convolution of one tap."""
    product = graph.node("MatMul", value, graph.const(layer.weight_oik[:, :, 0].T))
    return graph.node("Add", product, graph.const(layer.bias_o))


def _pitch(
    graph: GraphBuilder, text: str, phoneme_of_unit: str, weights: VoiceWeights
) -> tuple[str, str]:
    """Pitch in Hz ``[F]``, and what the decoder is told of pitch and energy ``[F, 2]``.

    The first layer has one tap, so it is taken per phoneme, before phonemes become frames.
    """
    per_phoneme = _pointwise(graph, text, weights.prosody_in)
    index = graph.node("Sub", phoneme_of_unit, graph.ints(1))
    value = graph.node("Gather", per_phoneme, index, axis=2)
    for block in weights.prosody:
        value = write_conv_block(graph, value, block)
    pairs = _pointwise(graph, value, _frame_by_frame(weights.prosody_out))
    frames = graph.node("Reshape", pairs, graph.ints(-1, PITCH_CHANNELS))
    relative, energy = graph.split("Split", 2, frames, axis=1, num_outputs=2)
    f0 = graph.node("Mul", relative, graph.scalar(_F0_SCALE_HZ))
    voiced = graph.node("Add", graph.node("Relu", f0), graph.scalar(1.0))
    log_f0 = graph.node("Div", graph.node("Log", voiced), graph.scalar(_LOG_F0_SCALE))
    told = graph.node("Concat", log_f0, energy, axis=1)
    return graph.node("Reshape", f0, graph.ints(-1)), told


def _frame_by_frame(layer: Convolution) -> Convolution:
    """The last layer's outputs (pitch, pitch, energy, energy) as two frames of (pitch, energy)."""
    order = [0, 2, 1, 3]
    return Convolution(layer.weight_oik[order], layer.bias_o[order])
