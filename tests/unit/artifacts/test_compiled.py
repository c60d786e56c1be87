"""Whether a voice is compiled: one question with one answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.artifacts.compiled import compiled_key, is_compiled, voice_cache
from brisa.artifacts.voices import sha256_of
from brisa.errors import VoiceFileError
from unit.artifacts.test_manifest import write_folder

pytestmark = pytest.mark.unit


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "voice.onnx"
    path.write_bytes(b"weights")
    return path


def test_the_key_is_that_of_the_content(source: Path, tmp_path: Path) -> None:
    key = compiled_key("tiny", source)
    assert key is not None
    assert (key.kind, key.source_sha256) == ("tiny", sha256_of(source))
    assert compiled_key("scripted", tmp_path / "missing") is None
    with pytest.raises(VoiceFileError, match=r"missing cannot be read: No such file"):
        compiled_key("tiny", tmp_path / "missing")


def test_a_voice_is_compiled_once_it_lies_there_intact(source: Path, tmp_path: Path) -> None:
    root = tmp_path / "cache"
    assert not is_compiled("tiny", source, root)
    assert not root.exists()
    key = compiled_key("tiny", source)
    assert key is not None
    place = voice_cache(root).path_of(key)
    place.parent.mkdir(parents=True)
    write_folder(place)
    assert is_compiled("tiny", source, root)
    (place / "front.onnx").write_bytes(b"grap")
    assert not is_compiled("tiny", source, root)


def test_an_engine_without_a_compiler_needs_nothing(source: Path, tmp_path: Path) -> None:
    assert is_compiled("scripted", source, tmp_path / "cache")
