"""The catalogue of voices."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord, sha256_of
from brisa.errors import OutputError, UnknownVoice, VoiceFileError

pytestmark = pytest.mark.unit

BUILT_IN = VoiceRecord(name="heart", engine="tiny", language="en-US", file="/somewhere/heart.onnx")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"weights")
    return path


@pytest.fixture
def catalogue(tmp_path: Path) -> VoiceCatalogue:
    return VoiceCatalogue(tmp_path / "voices", [BUILT_IN])


def record(name: str = "emma") -> VoiceRecord:
    return VoiceRecord(name=name, engine="tiny", language="en-GB", file="")


def test_the_embedded_voice_lies_in_its_wheel() -> None:
    found = embedded_voice()
    assert Path(found.file).is_file()
    assert sha256_of(Path(found.file)).startswith("5f70741d4e900f4e")


def test_an_added_voice_is_found_again(catalogue: VoiceCatalogue, source: Path) -> None:
    added = catalogue.add(source, record())
    assert catalogue.names() == ["heart", "emma"]
    assert catalogue.find("emma") == added
    assert catalogue.records() == [BUILT_IN, added]
    assert catalogue.path_of(added).read_bytes() == b"weights"
    assert added.sha256 == sha256_of(source)


def test_a_removed_voice_is_gone(catalogue: VoiceCatalogue, source: Path) -> None:
    catalogue.add(source, record())
    catalogue.remove("emma")
    assert catalogue.names() == ["heart"]
    with pytest.raises(UnknownVoice, match="Voices: heart"):
        catalogue.find("emma")


def test_a_built_in_voice_stays(catalogue: VoiceCatalogue) -> None:
    with pytest.raises(UnknownVoice, match="built in"):
        catalogue.remove("heart")


@pytest.mark.parametrize("name", ["", "..", "../heart", "a/b", "Emma", ".hidden", "x" * 65])
def test_names_that_are_no_folder_names_are_refused(
    catalogue: VoiceCatalogue, source: Path, name: str
) -> None:
    with pytest.raises(VoiceFileError, match="name"):
        catalogue.add(source, record(name))
    with pytest.raises(UnknownVoice):
        catalogue.find(name)


def test_a_name_is_taken_once(catalogue: VoiceCatalogue, source: Path) -> None:
    catalogue.add(source, record())
    for name in ("emma", "heart"):
        with pytest.raises(VoiceFileError, match="already"):
            catalogue.add(source, record(name))


def test_a_missing_file_is_refused(catalogue: VoiceCatalogue, tmp_path: Path) -> None:
    with pytest.raises(VoiceFileError, match="no file"):
        catalogue.add(tmp_path / "nothing.onnx", record())


def test_an_unwritable_catalogue_leaves_nothing(source: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(OutputError):
        VoiceCatalogue(blocked / "voices", []).add(source, record())


def test_a_damaged_voice_is_left_out_of_the_list(catalogue: VoiceCatalogue, source: Path) -> None:
    added = catalogue.add(source, record())
    (catalogue.path_of(added).parent / "voice.json").write_text("{")
    assert catalogue.records() == [BUILT_IN]
    with pytest.raises(VoiceFileError, match="damaged"):
        catalogue.find("emma")


def test_a_record_cannot_point_outside_its_folder(catalogue: VoiceCatalogue, source: Path) -> None:
    added = catalogue.add(source, record())
    path = catalogue.path_of(added).parent / "voice.json"
    path.write_text(path.read_text().replace(added.file, "../../secret.onnx"))
    found = catalogue.find("emma")
    assert catalogue.path_of(found).parent == path.parent


@pytest.mark.parametrize("damage", ["{", None])
def test_a_damaged_voice_can_be_removed_and_replaced(
    catalogue: VoiceCatalogue, source: Path, damage: str | None
) -> None:
    stored = catalogue.path_of(catalogue.add(source, record())).parent / "voice.json"
    if damage is None:
        stored.unlink()
    else:
        stored.write_text(damage)
    with pytest.raises(VoiceFileError, match="already"):
        catalogue.add(source, record())
    catalogue.remove("emma")
    assert catalogue.names() == ["heart"]
    assert catalogue.add(source, record()) == catalogue.find("emma")


@pytest.mark.parametrize("name", ["nobody", "..", "../voices", "", ".hidden"])
def test_what_is_no_voice_cannot_be_removed(
    catalogue: VoiceCatalogue, source: Path, name: str
) -> None:
    catalogue.add(source, record())
    with pytest.raises(UnknownVoice, match="Voices: heart, emma"):
        catalogue.remove(name)
    assert catalogue.names() == ["heart", "emma"]


def test_a_folder_that_cannot_be_deleted_is_an_output_error(
    catalogue: VoiceCatalogue, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue.add(source, record())

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Who runs the tests may be allowed everything, so the refusal is the system's own, made here.
    monkeypatch.setattr("os.rmdir", refuse)
    with pytest.raises(OutputError, match=r"emma cannot be deleted: Permission denied\."):
        catalogue.remove("emma")


def test_a_voice_linked_in_is_unlinked_alone(
    catalogue: VoiceCatalogue, source: Path, tmp_path: Path
) -> None:
    elsewhere = VoiceCatalogue(tmp_path / "elsewhere", [])
    elsewhere.add(source, record())
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "emma").symlink_to(tmp_path / "elsewhere" / "emma")
    catalogue.remove("emma")
    assert catalogue.names() == ["heart"]
    assert elsewhere.names() == ["emma"]
