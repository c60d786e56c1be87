"""What a folder of compiled graphs says about itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from brisa.artifacts.manifest import (
    MANIFEST_FILE,
    DecoderState,
    GraphFile,
    Manifest,
    Tensor,
    digest_of,
    is_complete,
    read_manifest,
    write_manifest,
)
from brisa.errors import VoiceFileError

pytestmark = pytest.mark.unit


def manifest_of(graph: bytes = b"graph") -> Manifest:
    tensor = Tensor(name="x", dtype="float32", shape=("n", 3))
    return Manifest(
        kind="tiny",
        compiler_version=1,
        source_sha256="0" * 64,
        sample_rate_hz=24_000,
        hop_samples=300,
        bins=601,
        parts=("lh",),
        decoder_state=DecoderState(layers=8, width=256, reach_frames=3),
        lookahead_frames=24,
        phonemes=178,
        graphs={
            "front": GraphFile(
                file="front.onnx", sha256=digest_of(graph), inputs=(tensor,), outputs=(tensor,)
            )
        },
    )


def write_folder(folder: Path) -> Manifest:
    manifest = manifest_of()
    folder.mkdir(exist_ok=True)
    (folder / "front.onnx").write_bytes(b"graph")
    write_manifest(folder, manifest)
    return manifest


def test_what_is_written_is_read(tmp_path: Path) -> None:
    manifest = write_folder(tmp_path)
    assert read_manifest(tmp_path) == manifest
    assert read_manifest(tmp_path).graphs["front"].inputs[0].shape == ("n", 3)


def test_a_folder_is_complete_with_every_file_it_names(tmp_path: Path) -> None:
    assert not is_complete(tmp_path / "missing")
    write_folder(tmp_path)
    assert is_complete(tmp_path)
    (tmp_path / "front.onnx").unlink()
    assert not is_complete(tmp_path)


def test_a_thorough_look_sees_other_bytes(tmp_path: Path) -> None:
    write_folder(tmp_path)
    assert is_complete(tmp_path, thorough=True)
    (tmp_path / "front.onnx").write_bytes(b"grapf")
    assert is_complete(tmp_path)
    assert not is_complete(tmp_path, thorough=True)


@pytest.mark.parametrize("text", [b"", b"{}", b"not json", b'{"kind": 3}'])
def test_a_damaged_manifest_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / MANIFEST_FILE).write_bytes(text)
    with pytest.raises(VoiceFileError, match="damaged"):
        read_manifest(tmp_path)


def test_another_version_is_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, msgspec.structs.replace(manifest_of(), format_version=99))
    with pytest.raises(VoiceFileError, match="another version"):
        read_manifest(tmp_path)
    assert not is_complete(tmp_path)


def test_the_fingerprint_follows_the_graphs_alone() -> None:
    manifest = manifest_of()
    assert manifest.fingerprint == manifest_of().fingerprint
    assert manifest.fingerprint != manifest_of(b"other").fingerprint
    renamed = msgspec.structs.replace(manifest, source_sha256="1" * 64)
    assert renamed.fingerprint == manifest.fingerprint
