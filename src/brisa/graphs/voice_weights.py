"""The weights of an embedded voice, by part; axes are in the names (in, out, taps, columns)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class QuantizedLinear:
    """``y = (x_q - zero) @ weight_kn * x_scale * scale + bias_n``; ``scale`` has 0 or 1 axes (N).

    ``activation`` is the name, in the source graph, of the float tensor that is quantised.
    """

    weight_kn: npt.NDArray[np.int8]
    scale: FloatArray
    bias_n: FloatArray
    activation: str


@dataclass(frozen=True, slots=True)
class Norm:
    weight_c: FloatArray
    bias_c: FloatArray
    epsilon: float


@dataclass(frozen=True, slots=True)
class ConvBlock:
    """Depthwise convolution, norm, widen, GELU, narrow, ``gamma``, residual."""

    kernel_c1k: FloatArray
    bias_c: FloatArray
    dilation: int
    norm: Norm
    widen: QuantizedLinear
    narrow: QuantizedLinear
    gamma_c: FloatArray


@dataclass(frozen=True, slots=True)
class AttentionBlock:
    """A pre-norm transformer layer, applied ``repeats`` times with the same weights."""

    norm1: Norm
    project_in: QuantizedLinear
    project_out: QuantizedLinear
    norm2: Norm
    widen: QuantizedLinear
    narrow: QuantizedLinear
    heads: int
    repeats: int


@dataclass(frozen=True, slots=True)
class TextEncoder:
    embedding_vc: FloatArray
    convs: tuple[ConvBlock, ...]
    attention: AttentionBlock
    norm: Norm


@dataclass(frozen=True, slots=True)
class Convolution:
    weight_oik: FloatArray
    bias_o: FloatArray


@dataclass(frozen=True, slots=True)
class VoiceWeights:
    """Everything the graphs are built from."""

    text: TextEncoder
    prosody_text: TextEncoder
    duration_hidden: Convolution
    duration_out: Convolution
    prosody_in: Convolution
    prosody: tuple[ConvBlock, ...]
    prosody_out: Convolution
    decoder_in: Convolution
    decoder: tuple[ConvBlock, ...]
    decoder_norm: Norm
    head: QuantizedLinear
