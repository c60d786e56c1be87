"""Private folders, and those of the dead."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

import pytest

from brisa.workers.rendezvous import PREFIX, Rendezvous, sweep

pytestmark = pytest.mark.unit


def names(parent: Path) -> set[str]:
    return {path.name for path in parent.iterdir()}


def test_only_the_owner_may_enter(tmp_path: Path) -> None:
    place = Rendezvous(tmp_path)
    assert stat.S_IMODE(place.path.stat().st_mode) == 0o700
    assert place.endpoint("0-beat") == f"ipc://{place.path}/0-beat"
    place.close()
    assert names(tmp_path) == set()


def test_a_place_by_itself_is_short_enough_for_a_socket() -> None:
    place = Rendezvous()
    assert len(os.fsencode(place.path / "123456789-beat")) <= 103
    place.close()


def test_the_living_are_left_alone(tmp_path: Path) -> None:
    first = Rendezvous(tmp_path)
    second = Rendezvous(tmp_path)
    assert first.path.is_dir()
    second.close()
    assert first.path.is_dir()
    first.close()


def test_the_dead_are_removed(tmp_path: Path) -> None:
    dead = tmp_path / f"{PREFIX}dead"
    dead.mkdir()
    (dead / "owner.lock").touch()
    (dead / "0-beat").touch()
    Rendezvous(tmp_path).close()
    assert names(tmp_path) == set()


def test_what_cannot_be_proved_dead_stays(tmp_path: Path) -> None:
    (tmp_path / f"{PREFIX}making").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "owner.lock").touch()
    (tmp_path / f"{PREFIX}file").touch()
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "owner.lock").touch()
    (tmp_path / f"{PREFIX}link").symlink_to(victim)
    before = names(tmp_path)
    sweep(tmp_path)
    assert names(tmp_path) == before
    assert victim.is_dir()


def test_a_lock_that_is_held_protects(tmp_path: Path) -> None:
    folder = tmp_path / f"{PREFIX}held"
    folder.mkdir()
    with (folder / "owner.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sweep(tmp_path)
        assert folder.is_dir()
    sweep(tmp_path)
    assert not folder.exists()
