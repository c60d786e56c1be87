"""The two text encoders: phoneme ids in, one vector per phoneme out.

Activations are quantised by their range over the whole tensor, so a last-place difference can move
an integer and grow. Where durations hang on it (``exact``), every operation that is followed by
another quantisation therefore rounds as ONNX Runtime rounds the source, which costs 0.1 ms for ten
words.
"""

from __future__ import annotations

import numpy as np

from brisa.graphs.blocks import (
    convolution,
    dynamic_linear,
    gelu,
    layer_norm,
    source_convolution,
)
from brisa.graphs.builder import MICROSOFT, GraphBuilder
from brisa.graphs.voice_weights import AttentionBlock, ConvBlock, Convolution, TextEncoder


def write_text_encoder(
    graph: GraphBuilder, ids: str, encoder: TextEncoder, *, exact: bool = False
) -> str:
    """``ids`` ``[1, L]`` to ``[1, 1, L, C]``; ``exact`` rounds as the source does."""
    value = graph.node("Gather", graph.const(encoder.embedding_vc), ids)
    value = graph.node("Unsqueeze", value, graph.ints(1))
    write_block = _exact_conv_block if exact else write_conv_block
    for block in encoder.convs:
        value = write_block(graph, value, block)
    for _ in range(encoder.attention.repeats):
        value = _attention_block(graph, value, encoder.attention)
    return layer_norm(graph, value, encoder.norm)


def write_conv_block(graph: GraphBuilder, value: str, block: ConvBlock) -> str:
    """A block over a whole ``[1, 1, T, C]``, zeros beyond both ends."""
    depthwise = Convolution(block.kernel_c1k, block.bias_c)
    mixed = convolution(
        graph, value, depthwise, groups=block.bias_c.shape[0], dilation=block.dilation
    )
    normed = layer_norm(graph, mixed, block.norm)
    hidden = gelu(graph, dynamic_linear(graph, normed, block.widen))
    return graph.node("Add", value, dynamic_linear(graph, hidden, block.narrow, block.gamma_c))


def _exact_conv_block(graph: GraphBuilder, value: str, block: ConvBlock) -> str:
    """The block as the source rounds it; without dilation."""
    depthwise = Convolution(block.kernel_c1k, block.bias_c)
    mixed = source_convolution(graph, value, depthwise, groups=block.bias_c.shape[0])
    normed = layer_norm(graph, mixed, block.norm)
    hidden = gelu(graph, dynamic_linear(graph, normed, block.widen))
    change = dynamic_linear(graph, hidden, block.narrow)
    return graph.node("Add", value, graph.node("Mul", graph.const(block.gamma_c), change))


def _attention_block(graph: GraphBuilder, value: str, block: AttentionBlock) -> str:
    """One layer: attention, then a widening and narrowing, each added to what it took."""
    attended = _self_attention(graph, layer_norm(graph, value, block.norm1), block)
    value = graph.node("Add", value, dynamic_linear(graph, attended, block.project_out))
    normed = layer_norm(graph, value, block.norm2)
    hidden = gelu(graph, dynamic_linear(graph, normed, block.widen))
    return graph.node("Add", value, dynamic_linear(graph, hidden, block.narrow))


def _self_attention(graph: GraphBuilder, value: str, block: AttentionBlock) -> str:
    """Every phoneme attends to every other; the projection to queries, keys and values included.

    One node for what the source spells in twenty, with the same bits.
    """
    layer = block.project_in
    flat = graph.node("Squeeze", value, graph.ints(1))
    quantized, scale, zero = graph.split("DynamicQuantizeLinear", 3, flat)
    attended = graph.node(
        "QAttention",
        quantized,
        graph.const(layer.weight_kn),
        graph.const(layer.bias_n),
        scale,
        graph.const(layer.scale),
        "",
        zero,
        graph.const(np.int8(0)),
        domain=MICROSOFT,
        num_heads=block.heads,
    )
    return graph.node("Unsqueeze", attended, graph.ints(1))
