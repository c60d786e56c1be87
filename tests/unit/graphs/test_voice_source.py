"""Telling a voice from other files."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from brisa.errors import VoiceFileError
from brisa.graphs.voice_source import parse_voice, read_voice_file, read_weights

pytestmark = pytest.mark.unit


def foreign(*nodes: onnx.NodeProto) -> onnx.ModelProto:
    return onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", [], []))


@pytest.mark.parametrize(
    "data", [b"", b"RIFF....WAVE", b"\x08" * 100, foreign().SerializeToString()]
)
def test_what_is_no_model_is_refused(data: bytes) -> None:
    with pytest.raises(VoiceFileError):
        parse_voice(data)


def test_a_model_of_another_kind_is_refused() -> None:
    model = foreign(onnx.helper.make_node("Neg", ["x"], ["y"]))
    assert parse_voice(model.SerializeToString()).graph.node[0].op_type == "Neg"
    with pytest.raises(VoiceFileError, match="another kind"):
        read_weights(model)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(VoiceFileError, match="No such file"):
        read_voice_file(tmp_path / "missing.onnx")
    with pytest.raises(VoiceFileError, match="directory"):
        read_voice_file(tmp_path)
