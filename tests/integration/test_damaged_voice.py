"""A compiled voice that was damaged on the disk is made again by whoever loads it next."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from brisa.artifacts.compiled import voice_cache
from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.manifest import is_complete
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.engines.base import SegmentRequest
from brisa.errors import VoiceFileError
from brisa.service.compile import compiled_model
from brisa.service.hub import EngineHub

pytestmark = pytest.mark.integration


def compiled_folder(cache_dir: Path) -> Path:
    """Where the embedded voice lies compiled, once it has been."""
    return compiled_model("tiny", Path(embedded_voice().file), voice_cache(cache_dir))


@pytest.fixture
def own_cache(cache_dir: Path, tmp_path: Path) -> Path:
    """A cache of this test alone, with the embedded voice compiled."""
    folder = compiled_folder(cache_dir)
    shutil.copytree(folder, tmp_path / "cache" / folder.relative_to(cache_dir))
    return tmp_path / "cache"


def hub(cache_dir: Path) -> EngineHub:
    return EngineHub(VoiceCatalogue(cache_dir / "none", [embedded_voice()]), cache_dir)


def cut(folder: Path) -> None:
    (folder / "decoder.onnx").write_bytes((folder / "decoder.onnx").read_bytes()[:1000])


def no_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{")


@pytest.mark.parametrize("damage", [cut, no_manifest])
def test_it_is_compiled_again(own_cache: Path, damage: Callable[[Path], None]) -> None:
    folder = compiled_folder(own_cache)
    shutil.rmtree(folder / "optimized", ignore_errors=True)
    damage(folder)
    mending = hub(own_cache)
    engine = mending.engine_for("heart")
    stream = engine.open(SegmentRequest("Hello.", "heart"))
    assert len(engine.step([stream])[0].pcm_t) > 0
    mending.close()
    assert is_complete(folder, thorough=True)


def test_an_intact_voice_that_cannot_be_loaded_says_where_it_lies(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = compiled_folder(own_cache)
    before = (folder / "decoder.onnx").stat().st_ino
    loads: list[Path] = []

    def refuse(request: object) -> None:
        loads.append(request.model_dir)  # type: ignore[attr-defined]
        raise VoiceFileError("The file is not a model this version can load.")

    monkeypatch.setattr("brisa.workers.inline.load_engine", refuse)
    with pytest.raises(VoiceFileError, match="If this stays so, delete") as caught:
        hub(own_cache).engine_for("heart")
    assert str(folder) in caught.value.message
    assert loads == [folder, folder]
    assert (folder / "decoder.onnx").stat().st_ino == before


def test_what_is_no_voice_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "no.onnx"
    source.write_bytes(b"no model")
    record = VoiceRecord(name="no", engine="tiny", language="en-US", file=str(source))
    read, reads = Path.read_bytes, list[Path]()

    def counted(path: Path) -> bytes:
        reads.append(path)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    with pytest.raises(VoiceFileError, match="not a readable ONNX model"):
        EngineHub(VoiceCatalogue(tmp_path, [record]), tmp_path / "cache").engine_for("no")
    assert reads.count(source) == 1
