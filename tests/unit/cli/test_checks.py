"""What doctor finds, and the line that fixes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.cli.checks import cores_check, folder_check, machine_checks, package_checks, sound_check

pytestmark = pytest.mark.unit


def test_a_quota_below_the_cores_names_the_number_of_workers() -> None:
    check = cores_check(8, 8, 2.5)
    assert check.status == "note"
    assert check.fix is not None
    assert "--workers 2" in check.fix


@pytest.mark.parametrize("quota", [None, 8.0, 16.0])
def test_a_quota_that_does_not_bind(quota: float | None) -> None:
    assert cores_check(8, 8, quota).status == "ok"


def test_less_than_one_core_still_has_one_worker() -> None:
    check = cores_check(4, 4, 0.5)
    assert check.fix is not None
    assert "--workers 1" in check.fix


def test_a_folder_that_can_be_made(tmp_path: Path) -> None:
    check = folder_check("cache folder", tmp_path / "a" / "b", needed=True)
    assert check.status == "ok"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("needed", "status"), [(True, "problem"), (False, "note")])
def test_a_folder_that_cannot(tmp_path: Path, needed: bool, status: str) -> None:
    (tmp_path / "file").touch()
    check = folder_check("cache folder", tmp_path / "file" / "b", needed=needed)
    assert check.status == status
    assert check.fix is not None
    assert "BRISA_CACHE__DIR" in check.fix


def test_what_is_installed_here() -> None:
    found = {check.name: check for check in package_checks()}
    assert found["onnxruntime"].status == "ok"
    assert found["extra codecs"].status == "ok"


def test_this_machine_has_no_problem() -> None:
    assert {check.status for check in machine_checks()} <= {"ok", "note"}


def test_a_missing_sound_device_is_a_note_with_a_fix() -> None:
    check = sound_check()
    assert check.status == "ok" or (check.status == "note" and check.fix)
