"""The wheel: everything that is read at run time is in it, and nothing of the tests."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    options = ["--no-input", "--disable-pip-version-check", "--quiet", "--wheel-dir", str(folder)]
    done = subprocess.run(
        [*command, *options, str(ROOT)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    (path,) = folder.iterdir()
    return zipfile.ZipFile(path)


def names(wheel: zipfile.ZipFile) -> set[str]:
    return {name for name in wheel.namelist() if not name.endswith("/")}


def package_files() -> set[str]:
    return {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "brisa").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_package_is_whole(wheel: zipfile.ZipFile) -> None:
    inside = names(wheel)
    assert {name for name in inside if ".dist-info/" not in name} == package_files()


def test_what_is_read_at_run_time_is_there(wheel: zipfile.ZipFile) -> None:
    data = {name for name in names(wheel) if name.startswith("brisa/") and ".py" not in name[-3:]}
    assert {
        "brisa/py.typed",
        "brisa/bench/sentences.txt",
        "brisa/graphs/calibration_ids.json",
    } <= data
    page = {name for name in data if "/web/" in name}
    assert any(name.endswith("/index.html") for name in page)
    assert all(wheel.getinfo(name).file_size for name in data - {"brisa/py.typed"})


def test_licence_and_notice_are_there(wheel: zipfile.ZipFile) -> None:
    for name in ("LICENSE", "NOTICE"):
        (inside,) = (found for found in names(wheel) if found.endswith(f"licenses/{name}"))
        assert wheel.read(inside) == (ROOT / name).read_bytes()


def test_the_command_is_declared(wheel: zipfile.ZipFile) -> None:
    (inside,) = (found for found in names(wheel) if found.endswith("/entry_points.txt"))
    assert b"brisa = brisa.cli.main:main" in wheel.read(inside)
