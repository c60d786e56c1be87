"""What a voice file may contain, checked before any of it runs.

A voice file comes from anywhere and its graph is run as it is to calibrate the decoder. ONNX lets a
graph name other files on the machine, loop without end and call operators of its own, none of which
an embedded voice does.
"""

from __future__ import annotations

from collections.abc import Iterator

import onnx

from brisa.errors import VoiceFileError

_STANDARD_DOMAINS = frozenset({"", "ai.onnx"})

_VOICE_OPS = """
    Add Cast Clip Concat Constant Conv CumSum Div DynamicQuantizeLinear Erf Exp Gather
    GreaterOrEqual LayerNormalization Log MatMul MatMulInteger Mul Pow Range ReduceSum Relu
    Reshape Round Shape Slice Softmax Split Sub Tile Transpose Unsqueeze
"""
"""What the embedded voice is made of (opset 17)."""

_SAME_MEANING_OPS = """
    Abs ConstantOfShape Equal Expand Floor Gelu Gemm Greater Identity Less LessOrEqual Max Min Neg
    Not ReduceMean Reciprocal Sigmoid Sqrt Squeeze Tanh Where
"""
"""What another version of an exporter may write for the same layers."""

ALLOWED_OPS = frozenset((_VOICE_OPS + _SAME_MEANING_OPS).split())
"""Pure functions of their inputs. None holds a graph, so none loops or branches."""


def check_source(model: onnx.ModelProto) -> None:
    """Raise ``VoiceFileError`` unless the model is one flat graph of allowed operators.

    Refused are data outside the file, graphs inside nodes, functions, sparse tensors and every
    operator that is not in :data:`ALLOWED_OPS`.
    """
    graph = model.graph
    if model.functions or model.training_info or graph.sparse_initializer:
        raise _refused("functions, training or sparse tensors")
    for node in graph.node:
        if node.domain not in _STANDARD_DOMAINS or node.op_type not in ALLOWED_OPS:
            raise _refused(f"the operator {node.op_type[:40]!r}")
    for attribute in (attribute for node in graph.node for attribute in node.attribute):
        if attribute.HasField("g") or attribute.graphs:
            raise _refused("a graph inside a node")
        if attribute.HasField("sparse_tensor") or attribute.sparse_tensors:
            raise _refused("sparse tensors")
    if any(map(_is_external, _tensors(graph))):
        raise _refused("data outside the file")


def _tensors(graph: onnx.GraphProto) -> Iterator[onnx.TensorProto]:
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t
            yield from attribute.tensors


def _is_external(tensor: onnx.TensorProto) -> bool:
    return tensor.data_location == onnx.TensorProto.EXTERNAL or bool(tensor.external_data)


def _refused(what: str) -> VoiceFileError:
    return VoiceFileError(f"The voice file holds {what}, which no voice of this kind does.")
