"""The one door to ONNX Runtime, on graphs of one node."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from brisa.engines.runtime import RuntimeOptions, Session, run_graph, runtime_version
from brisa.errors import EngineFailed, VoiceFileError

pytestmark = pytest.mark.unit


def scaling(factor: float = 2.0) -> bytes:
    """``y = x * factor`` over ``[n]``."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n"])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"])
    constant = onnx.numpy_helper.from_array(np.array(factor, dtype=np.float32), "factor")
    node = helper.make_node("Mul", ["x", "factor"], ["y"])
    graph = helper.make_graph([node], "scaling", [x], [y], [constant])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 10
    return model.SerializeToString()


def ramp(count: int = 3) -> np.ndarray:
    return np.arange(count, dtype=np.float32)


def test_a_graph_runs_by_names() -> None:
    session = Session(scaling())
    assert (session.input_names, session.output_names) == (("x",), ("y",))
    assert session.run({"x": ramp()})[0].tolist() == [0.0, 2.0, 4.0]


def test_importing_the_module_does_not_load_the_library() -> None:
    code = "import sys, brisa.engines.runtime; sys.exit('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "feed", [{}, {"z": ramp()}, {"x": ramp().astype(np.int64)}, {"x": ramp()[None]}, {"x": "text"}]
)
def test_an_input_that_does_not_fit_is_an_engine_failure(feed: dict[str, object]) -> None:
    with pytest.raises(EngineFailed) as caught:
        Session(scaling()).run(feed)  # type: ignore[arg-type]
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("data", [b"", b"no model", scaling()[:40]])
def test_a_graph_that_does_not_load_is_a_voice_file_error(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(VoiceFileError):
        Session(data)
    path = tmp_path / "graph.onnx"
    path.write_bytes(data)
    for options in (RuntimeOptions(), RuntimeOptions(optimized_dir=tmp_path / "kept")):
        with pytest.raises(VoiceFileError):
            Session(path, options)


def test_a_missing_file_is_a_voice_file_error(tmp_path: Path) -> None:
    for options in (RuntimeOptions(), RuntimeOptions(optimized_dir=tmp_path / "kept")):
        with pytest.raises(VoiceFileError):
            Session(tmp_path / "missing.onnx", options)


def test_a_closed_session_fails() -> None:
    session = Session(scaling())
    session.close()
    with pytest.raises(EngineFailed, match="closed"):
        session.run({"x": ramp()})


def test_the_optimised_graph_is_kept_and_used(tmp_path: Path) -> None:
    path, kept = tmp_path / "graph.onnx", tmp_path / "kept"
    path.write_bytes(scaling())
    options = RuntimeOptions(optimized_dir=kept)
    Session(path, options)
    (stored,) = kept.iterdir()
    assert stored.name.startswith("graph-")
    stored.write_bytes(scaling(5.0))
    assert Session(path, options).run({"x": ramp()})[0].tolist() == [0.0, 5.0, 10.0]


def test_a_damaged_optimised_graph_is_made_again(tmp_path: Path) -> None:
    path, kept = tmp_path / "graph.onnx", tmp_path / "kept"
    path.write_bytes(scaling())
    options = RuntimeOptions(optimized_dir=kept)
    Session(path, options)
    (stored,) = kept.iterdir()
    stored.write_bytes(b"damaged")
    assert Session(path, options).run({"x": ramp()})[0].tolist() == [0.0, 2.0, 4.0]
    assert stored.read_bytes() != b"damaged"
    assert list(kept.iterdir()) == [stored]


def test_another_model_has_another_optimised_graph(tmp_path: Path) -> None:
    path, options = tmp_path / "graph.onnx", RuntimeOptions(optimized_dir=tmp_path / "kept")
    for factor in (2.0, 3.0):
        path.write_bytes(scaling(factor))
        session = Session(path, options)
        assert session.run({"x": ramp()})[0].tolist() == [0.0, factor, 2 * factor]


def test_where_nothing_can_be_kept_the_session_works(tmp_path: Path) -> None:
    path = tmp_path / "graph.onnx"
    path.write_bytes(scaling())
    options = RuntimeOptions(optimized_dir=path / "kept")
    assert Session(path, options).run({"x": ramp()})[0].tolist() == [0.0, 2.0, 4.0]


def test_the_compilers_runner_yields_each_run_by_name() -> None:
    feeds = [{"x": ramp(1)}, {"x": ramp(2)}]
    results = [outputs["y"].tolist() for outputs in run_graph(scaling(), feeds)]
    assert results == [[0.0], [0.0, 2.0]]
    with pytest.raises(VoiceFileError):
        list(run_graph(scaling(), [{}]))


def test_the_library_tells_its_version() -> None:
    assert runtime_version().count(".") == 2


FULL_DISK = """
import resource, sys
from pathlib import Path
import numpy as np
from brisa.engines.runtime import RuntimeOptions, Session

# No file may grow beyond 16 bytes: what a full disk is to who writes, for root as well.
resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
kept = Path(sys.argv[2])
session = Session(Path(sys.argv[1]), RuntimeOptions(optimized_dir=kept))
assert session.run({"x": np.ones(2, np.float32)})[0].tolist() == [2.0, 2.0]
assert list(kept.iterdir()) == [], "half a file is kept"
"""


def test_a_full_disk_costs_the_kept_graph_and_not_the_session(tmp_path: Path) -> None:
    path = tmp_path / "graph.onnx"
    path.write_bytes(scaling())
    command = [sys.executable, "-c", FULL_DISK, str(path), str(tmp_path / "kept")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


FLOATING_POINT_MODE = """
import numpy as np
from brisa.engines.runtime import Session

smallest = np.array([1e-40], np.float32)
before = (smallest * np.float32(0.5)).view(np.uint32)[0]
session = Session(bytes.fromhex(input()))
assert before == (smallest * np.float32(0.5)).view(np.uint32)[0] != 0, "loading changed the mode"
session.run({"x": smallest})
assert before == (smallest * np.float32(0.5)).view(np.uint32)[0], "running changed the mode"
"""


def test_loading_and_running_leave_the_threads_floating_point_mode() -> None:
    """In a process of its own: the library sets the mode with the first session at most."""
    command = [sys.executable, "-c", FLOATING_POINT_MODE]
    done = subprocess.run(
        command, check=False, input=scaling().hex(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
