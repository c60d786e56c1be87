"""Write an ONNX graph node by node, naming nothing by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
_OPSET = 20
_IR_VERSION = 10
"""The lowest versions that have every operator used; ONNX Runtime 1.22 reads both."""

_ELEMENT_TYPES = {
    np.dtype(np.float32): TensorProto.FLOAT,
    np.dtype(np.int64): TensorProto.INT64,
    np.dtype(np.uint8): TensorProto.UINT8,
    np.dtype(np.int8): TensorProto.INT8,
}

Dim = int | str


class GraphBuilder:
    """Collects nodes and constants; :meth:`serialize` gives the file.

    Values are referred to by the names the methods return. Equal constants are stored once, which
    is how layers share weights.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[tuple[str, tuple[int, ...], bytes], str] = {}
        self._initializers: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._count = 0

    def input(self, name: str, dtype: npt.DTypeLike, shape: Sequence[Dim]) -> str:
        self._inputs.append(_value_info(name, dtype, shape))
        return name

    def output(self, name: str, value: str, dtype: npt.DTypeLike, shape: Sequence[Dim]) -> None:
        """Expose ``value`` under ``name``."""
        self._outputs.append(_value_info(name, dtype, shape))
        self._nodes.append(helper.make_node("Identity", [value], [name]))

    def const(self, array: npt.ArrayLike, dtype: npt.DTypeLike | None = None) -> str:
        """The name of a constant tensor."""
        data = np.ascontiguousarray(array, dtype=dtype).reshape(np.shape(array))
        key = (data.dtype.str, data.shape, data.tobytes())
        if key not in self._constants:
            name = f"c{len(self._constants)}"
            self._constants[key] = name
            self._initializers.append(numpy_helper.from_array(data, name))
        return self._constants[key]

    def ints(self, *values: int) -> str:
        """A one-dimensional int64 constant."""
        return self.const(np.array(values, dtype=np.int64))

    def scalar(self, value: float) -> str:
        """A float32 constant without axes."""
        return self.const(np.array(value, dtype=np.float32))

    def node(self, op: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node with one output; returns the output's name. ``""`` is an input left out."""
        return self.split(op, 1, *inputs, domain=domain, **attributes)[0]

    def split(
        self, op: str, outputs: int, *inputs: str, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add a node with several outputs; returns their names."""
        names = [f"v{self._count + i}" for i in range(outputs)]
        self._count += outputs
        self._nodes.append(
            helper.make_node(op, list(inputs), names, domain=domain or None, **attributes)
        )
        return names

    def slice(self, value: str, start: int, end: int | None, axis: int) -> str:
        """``value[start:end]`` along ``axis``; ``end`` ``None`` goes to the end."""
        last = np.iinfo(np.int64).max if end is None else end
        return self.node("Slice", value, self.ints(start), self.ints(int(last)), self.ints(axis))

    def serialize(self) -> bytes:
        """The checked model as bytes of an ONNX file."""
        graph = helper.make_graph(
            self._nodes, self._name, self._inputs, self._outputs, self._initializers
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, producer_name="brisa")
        model.ir_version = _IR_VERSION
        onnx.checker.check_model(model)
        return model.SerializeToString()


def _value_info(name: str, dtype: npt.DTypeLike, shape: Sequence[Dim]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, _ELEMENT_TYPES[np.dtype(dtype)], list(shape))
