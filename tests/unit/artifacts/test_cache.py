"""Where compiled artefacts lie, and whether they are there."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from brisa.artifacts.cache import ArtifactCache, ArtifactKey, default_cache_dir
from unit.artifacts.test_manifest import write_folder

pytestmark = pytest.mark.unit

KEY = ArtifactKey("tiny", "ab" * 32, 1)


def test_each_key_has_a_place_of_its_own(tmp_path: Path) -> None:
    cache = ArtifactCache(tmp_path / "root")
    keys = [
        KEY,
        ArtifactKey("vits", "ab" * 32, 1),
        ArtifactKey("tiny", "cd" * 32, 1),
        ArtifactKey("tiny", "ab" * 32, 2),
    ]
    places = {cache.path_of(key) for key in keys}
    assert len(places) == 4
    assert all(place.is_relative_to(tmp_path / "root") for place in places)


def test_a_complete_artefact_is_found(tmp_path: Path) -> None:
    cache = ArtifactCache(tmp_path)
    assert cache.find(KEY) is None
    place = cache.path_of(KEY)
    place.parent.mkdir(parents=True)
    write_folder(place)
    assert cache.find(KEY) == place
    (place / "front.onnx").write_bytes(b"grapf")
    assert cache.find(KEY) == place
    assert cache.find(KEY, thorough=True) is None


def test_a_root_that_cannot_be_written_is_replaced_by_a_temporary_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    cache = ArtifactCache(tmp_path / "file" / "root")
    with caplog.at_level(logging.WARNING):
        place = cache.path_of(KEY)
        again = cache.path_of(KEY)
    assert place == again
    assert not place.is_relative_to(tmp_path)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    place.parent.mkdir(parents=True)
    write_folder(place)
    assert cache.find(KEY) == place
    cache.close()
    assert not place.exists()


def test_the_default_is_the_users_cache() -> None:
    assert default_cache_dir().name == "brisa"


def test_a_damaged_artefact_that_cannot_be_replaced_is_made_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = ArtifactCache(tmp_path)
    damaged = cache.path_of(KEY)
    damaged.mkdir(parents=True)
    # Who runs the tests may be allowed everything, so the answer is the system's own, made here.
    monkeypatch.setattr("os.access", lambda *_: False)
    place = cache.path_of(KEY)
    assert not place.is_relative_to(tmp_path)
    place.parent.mkdir(parents=True)
    write_folder(place)
    assert cache.find(KEY, thorough=True) == place
    cache.close()
    assert cache.find(KEY) is None
