"""The decoder as a streaming graph: frames in, spectra out, what it must remember as a tensor.

Every block looks ``REACH`` frames to both sides, so with eight of them a frame is complete
``lookahead_frames`` after it was entered. Nothing is computed twice and nothing is computed from
made-up frames: a layer's input outside the utterance is exactly zero, which the caller says by
shapes alone.

- ``entered`` ``[B, n, 256]``: the next frames, see :mod:`brisa.graphs.entry`.
- ``state`` ``[B, 8, s, 256]``: ``REACH`` frames of zeros before the first call; afterwards the
  previous call's ``state_out``, ``2 * REACH`` frames.
- ``tail`` ``[B, 1, p, 256]``: zeros, ``REACH`` frames in the last call, none before.
- ``spectrum`` ``[B, m, 3008]``: the frames that are complete, each ``lh, ln, lr, theta, phi``
  (601 each) and three columns without meaning that keep rows aligned.

A first call that is not the last must enter more than the look-ahead; the last may enter nothing.
Products use fixed activation ranges, so a frame's spectrum does not depend on how frames were cut
into calls nor on the other streams of a batch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from brisa.graphs.blocks import Linear, convolution, gelu, layer_norm
from brisa.graphs.builder import GraphBuilder
from brisa.graphs.voice_weights import ConvBlock, Convolution, QuantizedLinear, VoiceWeights

REACH = 3
BINS = 601
PARTS = ("lh", "ln", "lr", "theta", "phi")
"""The magnitudes first, then the phases: one exponential takes the former in one strip."""

_SOURCE_PARTS = ("lh", "theta", "ln", "lr", "phi")
_COLUMN_MULTIPLE = 16


def build_decoder(weights: VoiceWeights, linear: Linear) -> bytes:
    """The decoder with its products written by ``linear``."""
    layers = len(weights.decoder)
    width = weights.decoder_in.bias_o.shape[0]
    head = part_ordered_head(weights.head)
    graph = GraphBuilder("decoder")
    entered = graph.input("entered", np.float32, ["B", "n", width])
    state = graph.input("state", np.float32, ["B", layers, "s", width])
    tail = graph.input("tail", np.float32, ["B", 1, "p", width])
    before = graph.split("Split", layers, state, axis=1, num_outputs=layers)
    value = graph.node("Unsqueeze", entered, graph.ints(1))
    kept = []
    for block, context in zip(weights.decoder, before, strict=True):
        value, after = _stream_block(graph, value, context, tail, block, linear)
        kept.append(after)
    value = layer_norm(graph, value, weights.decoder_norm)
    value = graph.node("Squeeze", value, graph.ints(1))
    columns = head.bias_n.shape[0]
    graph.output("spectrum", linear(graph, value, head), np.float32, ["B", "m", columns])
    joined = graph.node("Concat", *kept, axis=1)
    graph.output("state_out", joined, np.float32, ["B", layers, 2 * REACH, width])
    return graph.serialize()


def part_ordered_head(head: QuantizedLinear) -> QuantizedLinear:
    """The head with columns in the order of ``PARTS`` and padded to whole vectors."""
    order = np.concatenate([_columns(part) for part in PARTS])
    padding = -len(order) % _COLUMN_MULTIPLE
    scale = head.scale
    if scale.ndim == 1:
        scale = np.pad(scale[order], (0, padding), constant_values=1.0)
    return QuantizedLinear(
        weight_kn=np.pad(head.weight_kn[:, order], ((0, 0), (0, padding))),
        scale=scale,
        bias_n=np.pad(head.bias_n[order], (0, padding)),
        activation=head.activation,
    )


def _columns(part: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    start = _SOURCE_PARTS.index(part) * BINS
    return np.arange(start, start + BINS, dtype=np.int64)


def _stream_block(
    graph: GraphBuilder,
    value: str,
    before: str,
    tail: str,
    block: ConvBlock,
    linear: Linear,
) -> tuple[str, str]:
    """One block over what it remembers and what is new: its result and what to remember."""
    window = graph.node("Concat", before, value, tail, axis=2)
    after = graph.slice(window, -2 * REACH, None, axis=2)
    depthwise = Convolution(block.kernel_c1k, block.bias_c)
    mixed = convolution(graph, window, depthwise, groups=block.bias_c.shape[0], same=False)
    hidden = gelu(graph, linear(graph, layer_norm(graph, mixed, block.norm), block.widen))
    change = linear(graph, hidden, block.narrow, block.gamma_c)
    centre = graph.slice(window, REACH, -REACH, axis=2)
    return graph.node("Add", centre, change), after


def lookahead_frames(blocks: Sequence[ConvBlock]) -> int:
    """How many frames beyond a frame its spectrum depends on."""
    return REACH * len(blocks)
