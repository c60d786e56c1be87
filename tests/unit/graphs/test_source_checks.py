"""Files that are valid ONNX and yet must not be run."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from brisa.errors import VoiceFileError
from brisa.graphs.source_checks import ALLOWED_OPS
from brisa.graphs.voice_source import parse_voice

pytestmark = pytest.mark.unit

FLOATS = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"])


def tensor(name: str = "t", *, marked: bool = False, located: bool = False) -> TensorProto:
    """A tensor that says that its data lie in another file, in either of two fields."""
    made = onnx.numpy_helper.from_array(np.ones(2, np.float32), name)
    if marked:
        made.data_location = TensorProto.EXTERNAL
    if located:
        made.external_data.add(key="location", value="/etc/passwd")
    return made


def graph(*nodes: onnx.NodeProto, initializers: tuple[TensorProto, ...] = ()) -> onnx.GraphProto:
    return helper.make_graph(nodes, "g", [], [FLOATS], initializers)


def model(*nodes: onnx.NodeProto, **more: tuple[TensorProto, ...]) -> onnx.ModelProto:
    return helper.make_model(graph(*nodes, **more))


def constant(**value: object) -> onnx.NodeProto:
    return helper.make_node("Constant", [], ["y"], **value)


def nested(inner: onnx.GraphProto, op: str = "If") -> onnx.ModelProto:
    return model(helper.make_node(op, ["c"], ["y"], then_branch=inner, else_branch=inner))


def hidden_graph() -> onnx.ModelProto:
    """An allowed operator that carries a graph in an attribute of no declared type."""
    node = helper.make_node("Add", ["a", "b"], ["y"])
    node.attribute.add(name="body").g.CopyFrom(graph(constant(value=tensor())))
    return model(node)


def with_function() -> onnx.ModelProto:
    made = model(helper.make_node("Neg", ["x"], ["y"]))
    body = [helper.make_node("Loop", ["n", "c"], ["y"])]
    opset = [helper.make_opsetid("", 17)]
    made.functions.append(helper.make_function("", "Neg", ["x"], ["y"], body, opset))
    return made


def sparse() -> onnx.SparseTensorProto:
    indices = onnx.numpy_helper.from_array(np.zeros(2, np.int64), "i")
    return helper.make_sparse_tensor(tensor(marked=True), indices, [4])


def with_sparse_initializer() -> onnx.ModelProto:
    made = model(helper.make_node("Neg", ["x"], ["y"]))
    made.graph.sparse_initializer.append(sparse())
    return made


def with_list_of_tensors() -> onnx.ModelProto:
    node = constant()
    node.attribute.add(name="values").tensors.append(tensor(marked=True))
    return model(node)


NEG = helper.make_node("Neg", ["t"], ["y"])
CRAFTED = {
    "external initializer": (
        model(NEG, initializers=(tensor(marked=True, located=True),)),
        "outside the file",
    ),
    "external, only marked": (model(NEG, initializers=(tensor(marked=True),)), "outside the file"),
    "external, only located": (
        model(NEG, initializers=(tensor(located=True),)),
        "outside the file",
    ),
    "external constant": (model(constant(value=tensor(marked=True))), "outside the file"),
    "external in a list": (with_list_of_tensors(), "outside the file"),
    "external in a branch": (nested(graph(constant(value=tensor(marked=True)))), "'If'"),
    "loop": (model(helper.make_node("Loop", ["n", "c"], ["y"])), "'Loop'"),
    "scan": (nested(graph(NEG), "Scan"), "'Scan'"),
    "hidden graph": (hidden_graph(), "graph inside"),
    "function": (with_function(), "functions"),
    "sparse initializer": (with_sparse_initializer(), "sparse"),
    "sparse constant": (model(constant(sparse_value=sparse())), "sparse"),
    "own operator": (model(helper.make_node("Shell", ["x"], ["y"])), "'Shell'"),
    "other domain": (model(helper.make_node("Add", ["a", "b"], ["y"], domain="evil")), "'Add'"),
    "vendor domain": (
        model(helper.make_node("QAttention", ["a"], ["y"], domain="com.microsoft")),
        "'QAttention'",
    ),
}


@pytest.mark.parametrize("case", CRAFTED)
def test_a_file_that_does_more_than_a_voice_is_refused(case: str) -> None:
    crafted, message = CRAFTED[case]
    with pytest.raises(VoiceFileError, match=message):
        parse_voice(crafted.SerializeToString())


def test_the_message_has_a_bounded_part_of_the_file() -> None:
    crafted = model(helper.make_node("X" * 10_000, [], ["y"]))
    with pytest.raises(VoiceFileError) as caught:
        parse_voice(crafted.SerializeToString())
    assert len(caught.value.message) < 150


def test_the_embedded_voice_is_allowed() -> None:
    data = (files("hibari") / "assets" / "hibari.onnx").read_bytes()
    found = {node.op_type for node in parse_voice(data).graph.node}
    assert found < ALLOWED_OPS
    assert not ALLOWED_OPS & {"If", "Loop", "Scan", "SequenceMap", "Optional"}


def test_every_allowed_operator_is_one_without_a_graph() -> None:
    for op in ALLOWED_OPS:
        kinds = {attribute.type for attribute in onnx.defs.get_schema(op).attributes.values()}
        assert not kinds & {onnx.defs.OpSchema.AttrType.GRAPH, onnx.defs.OpSchema.AttrType.GRAPHS}
