"""Read the weights out of an embedded-voice file, whatever its nodes are called.

The file is an ONNX export with int8 weights (hibari's format): parameters keep the names of the
training code, except that the int8 matrices are reached through the bias that is added to their
product. Anything else is refused with :class:`~brisa.errors.VoiceFileError`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError
from onnx import numpy_helper

from brisa.errors import VoiceFileError
from brisa.graphs.source_checks import check_source
from brisa.graphs.voice_weights import (
    AttentionBlock,
    ConvBlock,
    Convolution,
    FloatArray,
    Norm,
    QuantizedLinear,
    TextEncoder,
    VoiceWeights,
)

HEAD_COLUMNS = 3005
"""Five parts of 601 bins: what the vocoder takes, so no voice of this kind has another number."""


def parse_voice(data: bytes) -> onnx.ModelProto:
    """The file as a model.

    Raises ``VoiceFileError`` if it is not an ONNX file, or one that must not be run.
    """
    try:
        model = onnx.load_model_from_string(data)
    except (DecodeError, ValueError) as exc:
        raise VoiceFileError("The voice file is not a readable ONNX model.") from exc
    if not model.graph.node:
        raise VoiceFileError("The voice file holds no model.")
    check_source(model)
    return model


def read_weights(model: onnx.ModelProto) -> VoiceWeights:
    """The weights by part. Raises ``VoiceFileError`` if the model is of another kind."""
    try:
        source = _Source(model)
        weights = VoiceWeights(
            text=source.text_encoder("m.text"),
            prosody_text=source.text_encoder("pn.text"),
            duration_hidden=source.convolution("pn.dur.0"),
            duration_out=source.convolution("pn.dur.2"),
            prosody_in=source.convolution("pn.pro_in"),
            prosody=source.conv_blocks("pn.pro"),
            prosody_out=source.convolution("pn.pro_out"),
            decoder_in=source.convolution("m.dec_in"),
            decoder=source.conv_blocks("m.dec"),
            decoder_norm=source.norm("m.dec_norm"),
            head=source.linear("m.head.bias"),
        )
        _check_shapes(weights)
    except (KeyError, StopIteration, ValueError, IndexError, TypeError) as exc:
        raise VoiceFileError(
            "The voice file is an ONNX model of another kind than the embedded voice."
        ) from exc
    return weights


def _check_shapes(weights: VoiceWeights) -> None:
    """Raise ``ValueError`` unless the parts fit one another and the vocoder."""
    width, channels, taps = weights.decoder_in.weight_oik.shape
    text_width = weights.text.embedding_vc.shape[1]
    decoder = {(*block.kernel_c1k.shape, block.dilation) for block in weights.decoder}
    fits = (
        (channels, taps) == (text_width + 2, 7)
        and decoder == {(width, 1, 7, 1)}
        and weights.head.weight_kn.shape == (width, HEAD_COLUMNS)
        and weights.prosody_out.weight_oik.shape[0] == 4
        and weights.text.embedding_vc.shape[0] == weights.prosody_text.embedding_vc.shape[0]
    )
    if not fits:
        raise ValueError("parts do not fit")


def read_voice_file(path: Path) -> bytes:
    """The bytes of a voice file. Raises ``VoiceFileError`` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as exc:
        raise VoiceFileError(f"The voice file cannot be read: {exc.strerror}.") from exc


class _Source:
    """The graph, indexed the ways the parts are looked up."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.arrays = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        for node in model.graph.node:
            if node.op_type == "Constant" and node.attribute[0].name == "value":
                self.arrays[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
        self.nodes = list(model.graph.node)
        self.producer = {out: node for node in self.nodes for out in node.output}
        self.users: dict[str, list[onnx.NodeProto]] = {}
        for node in self.nodes:
            for name in node.input:
                self.users.setdefault(name, []).append(node)

    def array(self, name: str) -> FloatArray:
        return np.asarray(self.arrays[name], dtype=np.float32)

    def user(self, name: str, op: str) -> onnx.NodeProto:
        return next(n for n in self.users[name] if n.op_type == op)

    def linear(self, bias: str) -> QuantizedLinear:
        """The int8 product whose result ``bias`` is added to (its first use)."""
        product = self._above(self.user(bias, "Add"), "Mul")
        integer = self._above(self._above(product, "Cast"), "MatMulInteger")
        weight = self.arrays[integer.input[1]]
        if weight.dtype != np.int8 or np.any(self.arrays[integer.input[3]]):
            raise ValueError("weights are not symmetric int8")
        return QuantizedLinear(
            weight_kn=weight,
            scale=self._weight_scale(product),
            bias_n=self.array(bias),
            activation=self.producer[integer.input[0]].input[0],
        )

    def norm(self, prefix: str) -> Norm:
        node = self.user(f"{prefix}.weight", "LayerNormalization")
        epsilon = next((a.f for a in node.attribute if a.name == "epsilon"), 1e-5)
        return Norm(self.array(f"{prefix}.weight"), self.array(f"{prefix}.bias"), epsilon)

    def convolution(self, prefix: str) -> Convolution:
        return Convolution(self.array(f"{prefix}.weight"), self.array(f"{prefix}.bias"))

    def conv_blocks(self, prefix: str) -> tuple[ConvBlock, ...]:
        blocks: list[ConvBlock] = []
        while f"{prefix}.{len(blocks)}.dw.weight" in self.arrays:
            blocks.append(self._conv_block(f"{prefix}.{len(blocks)}"))
        if not blocks:
            raise KeyError(prefix)
        return tuple(blocks)

    def text_encoder(self, prefix: str) -> TextEncoder:
        return TextEncoder(
            embedding_vc=self.array(f"{prefix}.emb.weight"),
            convs=self.conv_blocks(f"{prefix}.convs"),
            attention=self._attention(f"{prefix}.attn"),
            norm=self.norm(f"{prefix}.norm"),
        )

    def _conv_block(self, prefix: str) -> ConvBlock:
        node = self.user(f"{prefix}.dw.weight", "Conv")
        dilation = next((a.ints[0] for a in node.attribute if a.name == "dilations"), 1)
        return ConvBlock(
            kernel_c1k=self.array(f"{prefix}.dw.weight"),
            bias_c=self.array(f"{prefix}.dw.bias"),
            dilation=int(dilation),
            norm=self.norm(f"{prefix}.norm"),
            widen=self.linear(f"{prefix}.pw1.bias"),
            narrow=self.linear(f"{prefix}.pw2.bias"),
            gamma_c=self.array(f"{prefix}.gamma"),
        )

    def _attention(self, prefix: str) -> AttentionBlock:
        project_in = self.linear(f"{prefix}.self_attn.in_proj_bias")
        return AttentionBlock(
            norm1=self.norm(f"{prefix}.norm1"),
            project_in=project_in,
            project_out=self.linear(f"{prefix}.self_attn.out_proj.bias"),
            norm2=self.norm(f"{prefix}.norm2"),
            widen=self.linear(f"{prefix}.linear1.bias"),
            narrow=self.linear(f"{prefix}.linear2.bias"),
            heads=self._heads(f"{prefix}.self_attn.in_proj_bias"),
            repeats=len(self.users[f"{prefix}.linear1.bias"]),
        )

    def _heads(self, bias: str) -> int:
        """The constant the width is divided by on the way to the shape of the queries."""
        projected = self.user(bias, "Add").output[0]
        query = self.user(projected, "Slice").output[0]
        for node in self._reached(query, depth=3):
            if node.op_type == "Div" and node.input[1] in self.arrays:
                return int(self.arrays[node.input[1]])
        raise ValueError("number of heads not found")

    def _reached(self, name: str, depth: int) -> list[onnx.NodeProto]:
        if depth == 0:
            return []
        found = list(self.users.get(name, []))
        for node in self.users.get(name, []):
            found += self._reached(node.output[0], depth - 1)
        return found

    def _above(self, node: onnx.NodeProto, op: str) -> onnx.NodeProto:
        return next(
            self.producer[name]
            for name in node.input
            if name in self.producer and self.producer[name].op_type == op
        )

    def _weight_scale(self, product: onnx.NodeProto) -> FloatArray:
        scales = next(
            self.producer[name] for name in product.input if self.producer[name].op_type == "Mul"
        )
        return next(self.array(name) for name in scales.input if name in self.arrays)
