"""A folder appears complete or not at all."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from brisa.artifacts.staging import staged_folder
from brisa.errors import OutputError

pytestmark = pytest.mark.unit


def has_content(folder: Path) -> bool:
    return (folder / "content").is_file()


def test_the_folder_appears_at_the_end(tmp_path: Path) -> None:
    destination = tmp_path / "deep" / "place"
    with staged_folder(destination, has_content) as folder:
        (folder / "content").write_text("new")
        assert not destination.exists()
    assert (destination / "content").read_text() == "new"
    assert list(destination.parent.iterdir()) == [destination]


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), staged_folder(tmp_path / "place", has_content) as folder:
        (folder / "content").write_text("half")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_who_is_first_stays(tmp_path: Path) -> None:
    destination = tmp_path / "place"
    with staged_folder(destination, has_content) as second:
        with staged_folder(destination, has_content) as first:
            (first / "content").write_text("first")
        (second / "content").write_text("second")
    assert (destination / "content").read_text() == "first"
    assert list(tmp_path.iterdir()) == [destination]


def test_an_incomplete_folder_is_replaced(tmp_path: Path) -> None:
    destination = tmp_path / "place"
    destination.mkdir()
    (destination / "rubbish").touch()
    with staged_folder(destination, has_content) as folder:
        (folder / "content").write_text("new")
    assert [path.name for path in destination.iterdir()] == ["content"]
    assert list(tmp_path.iterdir()) == [destination]


def test_many_at_once_all_end_well(tmp_path: Path) -> None:
    destination = tmp_path / "place"
    destination.mkdir()
    (destination / "rubbish").touch()
    barrier = Barrier(8)

    def make(number: int) -> None:
        barrier.wait()
        with staged_folder(destination, has_content) as folder:
            (folder / "content").write_text(str(number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(8)))
    assert (destination / "content").read_text() in set("01234567")
    assert list(tmp_path.iterdir()) == [destination]


def test_a_place_left_between_the_rename_and_the_look_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may set the old folder aside just after it was in our way."""
    destination = tmp_path / "place"
    destination.mkdir()
    (destination / "rubbish").touch()
    rename = Path.rename

    def crossed(source: Path, target: Path) -> Path:
        try:
            return rename(source, target)
        except OSError:
            if target == destination and destination.exists():
                rename(destination, tmp_path / "aside")
            raise

    monkeypatch.setattr(Path, "rename", crossed)
    with staged_folder(destination, has_content) as folder:
        (folder / "content").write_text("ours")
    assert (destination / "content").read_text() == "ours"


def test_a_place_that_cannot_be_written_is_an_output_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(OutputError, match="Cannot write"),
        staged_folder(tmp_path / "file" / "place", has_content),
    ):
        raise AssertionError("the block must not run")


def test_files_are_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    destination = tmp_path / "place"
    flushed: list[tuple[int, bool]] = []

    def flush(descriptor: int) -> None:
        flushed.append((os.fstat(descriptor).st_ino, destination.exists()))

    monkeypatch.setattr("os.fsync", flush)
    with staged_folder(destination, has_content) as folder:
        for name in ("content", "more"):
            (folder / name).write_text(name)
    inodes = {path.stat().st_ino for path in destination.iterdir()}
    assert len(inodes) == 2
    assert {inode for inode, too_late in flushed if not too_late} == inodes
