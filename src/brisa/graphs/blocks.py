"""Layers both graphs are made of, in the layout ``[B, 1, T, C]``: batch, one row, time, channels.

The row makes every convolution two-dimensional and the channels last, the one form for which ONNX
Runtime's blocked (NCHWc) kernels need no transpose of their own: 24 us where the transposed
one-dimensional convolution of the published export takes 83 (42 frames, 256 channels).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from brisa.graphs.builder import MICROSOFT, GraphBuilder
from brisa.graphs.voice_weights import Convolution, FloatArray, Norm, QuantizedLinear


class Linear(Protocol):
    """Writes ``x @ weight + bias``, times ``gain_n`` if given, in some arithmetic."""

    def __call__(
        self,
        graph: GraphBuilder,
        value: str,
        layer: QuantizedLinear,
        gain_n: FloatArray | None = None,
    ) -> str: ...


def dynamic_linear(
    graph: GraphBuilder, value: str, layer: QuantizedLinear, gain_n: FloatArray | None = None
) -> str:
    """Int8 product with the activation's range taken from the whole tensor, as in the source."""
    scale, bias_n = _scale_and_bias(layer, gain_n)
    return graph.node(
        "DynamicQuantizeMatMul",
        value,
        graph.const(layer.weight_kn),
        graph.const(scale),
        "",
        graph.const(bias_n),
        domain=MICROSOFT,
    )


def float_linear(
    graph: GraphBuilder, value: str, layer: QuantizedLinear, gain_n: FloatArray | None = None
) -> str:
    """The product in float32 with the weights dequantised: the yardstick for the others."""
    scale, bias_n = _scale_and_bias(layer, gain_n)
    weight_kn = layer.weight_kn.astype(np.float32) * scale
    product = graph.node("MatMul", value, graph.const(weight_kn))
    return graph.node("Add", product, graph.const(bias_n))


@dataclass(frozen=True, slots=True)
class ActivationScale:
    """``real = (stored - zero) * scale`` with ``stored`` in 0..255."""

    scale: float
    zero: int


@dataclass(frozen=True, slots=True)
class StaticLinear:
    """Int8 product with fixed activation ranges, so a frame's result depends on that frame alone.

    ``scales`` is keyed by :attr:`QuantizedLinear.activation`.
    """

    scales: dict[str, ActivationScale]

    def __call__(
        self,
        graph: GraphBuilder,
        value: str,
        layer: QuantizedLinear,
        gain_n: FloatArray | None = None,
    ) -> str:
        known = self.scales[layer.activation]
        step = graph.scalar(known.scale)
        zero = graph.const(np.uint8(known.zero))
        scale, bias_n = _scale_and_bias(layer, gain_n)
        quantized = graph.node("QuantizeLinear", value, step, zero)
        return graph.node(
            "MatMulIntegerToFloat",
            quantized,
            graph.const(layer.weight_kn),
            step,
            graph.const(scale),
            zero,
            "",
            graph.const(bias_n),
            domain=MICROSOFT,
        )


def layer_norm(graph: GraphBuilder, value: str, norm: Norm) -> str:
    """Normalise over channels."""
    return graph.node(
        "LayerNormalization",
        value,
        graph.const(norm.weight_c),
        graph.const(norm.bias_c),
        axis=-1,
        epsilon=norm.epsilon,
    )


def gelu(graph: GraphBuilder, value: str) -> str:
    """The exact (erf) form."""
    return graph.node("Gelu", value, domain=MICROSOFT)


def convolution(
    graph: GraphBuilder,
    value: str,
    layer: Convolution,
    *,
    groups: int = 1,
    dilation: int = 1,
    same: bool = True,
) -> str:
    """Convolve along time; ``same`` keeps the length by zeros, else only whole windows count."""
    kernel = layer.weight_oik[:, :, None, :]
    pad = dilation * (kernel.shape[-1] - 1) // 2 if same else 0
    channels_first = graph.node("Transpose", value, perm=[0, 3, 1, 2])
    result = graph.node(
        "Conv",
        channels_first,
        graph.const(kernel),
        graph.const(layer.bias_o),
        group=groups,
        kernel_shape=[1, kernel.shape[-1]],
        dilations=[1, dilation],
        pads=[0, pad, 0, pad],
    )
    return graph.node("Transpose", result, perm=[0, 2, 3, 1])


def source_convolution(
    graph: GraphBuilder, value: str, layer: Convolution, *, groups: int = 1
) -> str:
    """The same with equal length, in the source's own layout: slower, but rounded as there."""
    flat = graph.node("Transpose", graph.node("Squeeze", value, graph.ints(1)), perm=[0, 2, 1])
    pad = (layer.weight_oik.shape[-1] - 1) // 2
    result = graph.node(
        "Conv",
        flat,
        graph.const(layer.weight_oik),
        graph.const(layer.bias_o),
        group=groups,
        pads=[pad, pad],
    )
    return graph.node("Unsqueeze", graph.node("Transpose", result, perm=[0, 2, 1]), graph.ints(1))


def _scale_and_bias(
    layer: QuantizedLinear, gain_n: FloatArray | None
) -> tuple[FloatArray, FloatArray]:
    """The weight's scale and the bias, with a gain per output column folded into both."""
    if gain_n is None:
        return layer.scale, layer.bias_n
    return (layer.scale * gain_n).astype(np.float32), (layer.bias_n * gain_n).astype(np.float32)
