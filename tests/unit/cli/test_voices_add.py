"""What is known about a voice file before it is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import sha256_of
from brisa.cli.voices_add import name_of, published_voice, record_for

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("bf_emma.int8.onnx", "bf_emma"),
        ("My Voice (2).onnx", "my-voice-2"),
        ("..onnx", "voice"),
        ("ünï.onnx", "n"),
    ],
)
def test_a_name_out_of_a_file_name(file: str, name: str) -> None:
    assert name_of(Path("folder") / file) == name


def test_a_published_voice_is_known_by_its_content(tmp_path: Path) -> None:
    source = Path(embedded_voice().file)
    entry = published_voice(sha256_of(source))
    assert entry is not None
    assert (entry["name"], entry["language"]) == ("heart", "en-US")
    copy = tmp_path / "renamed.onnx"
    copy.write_bytes(source.read_bytes())
    record = record_for(copy, "mine", "en-GB")
    assert (record.name, record.language) == ("mine", "en-GB")
    assert (record.gender, record.licence) == ("female", "Apache-2.0")


def test_any_other_file_is_described_by_its_name_alone(tmp_path: Path) -> None:
    file = tmp_path / "Some.onnx"
    file.write_bytes(b"x")
    record = record_for(file, None, None)
    assert (record.name, record.language, record.licence) == ("some", "en-US", None)
