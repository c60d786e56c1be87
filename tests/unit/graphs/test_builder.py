"""Writing an ONNX graph node by node."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from brisa.graphs.builder import GraphBuilder

pytestmark = pytest.mark.unit


def test_equal_constants_are_stored_once() -> None:
    graph = GraphBuilder("g")
    first = graph.const(np.arange(3, dtype=np.float32))
    assert graph.const(np.arange(3, dtype=np.float32)) == first
    assert graph.const(np.arange(3, dtype=np.int64)) != first
    assert graph.const(np.arange(3, dtype=np.float32)[None]) != first
    assert graph.scalar(0.0) != graph.const(np.zeros(1, dtype=np.float32))


def test_the_file_holds_the_interface_and_the_nodes() -> None:
    graph = GraphBuilder("g")
    x = graph.input("x", np.float32, ["B", 4])
    left, right = graph.split("Split", 2, x, axis=1, num_outputs=2)
    graph.output("y", graph.node("Add", left, right), np.float32, ["B", 2])
    model = onnx.load_model_from_string(graph.serialize())
    assert [value.name for value in model.graph.input] == ["x"]
    assert [value.name for value in model.graph.output] == ["y"]
    assert [node.op_type for node in model.graph.node] == ["Split", "Add", "Identity"]
    assert model.producer_name == "brisa"


def test_a_graph_that_makes_no_sense_is_not_written() -> None:
    graph = GraphBuilder("g")
    graph.output("y", "nowhere", np.float32, ["n"])
    with pytest.raises(onnx.checker.ValidationError):
        graph.serialize()
