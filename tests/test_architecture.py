"""The house is checked, not described: layout contracts, lint, types, exports."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import brisa

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parent.parent


def run(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]


def test_lint() -> None:
    run("ruff", "check", "src", "tests")


def test_format() -> None:
    run("ruff", "format", "--check", "src", "tests")


def test_types() -> None:
    run("mypy")


def test_import_contracts() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize(
    ("library", "door"),
    [
        ("av", "audio/encoders/libav.py"),
        ("sounddevice", "cli/playback.py"),
    ],
)
def test_libraries_loaded_on_first_use_have_one_door(library: str, door: str) -> None:
    """What is imported by name is invisible to the import contracts."""
    source = ROOT / "src" / "brisa"
    doors = [
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if f'import_module("{library}' in path.read_text(encoding="utf-8")
    ]
    assert doors == [door]


def test_public_names_exist_and_are_all() -> None:
    for name in brisa.__all__:
        assert getattr(brisa, name) is not None
    assert set(brisa.__all__) == {
        "BrisaError",
        "Cancelled",
        "Failed",
        "Finished",
        "PcmChunk",
        "Speech",
        "SpeechSettings",
        "Synthesizer",
        "SynthesizerOptions",
        "WordMark",
        "__version__",
    }


def test_importing_brisa_loads_nothing_heavy() -> None:
    code = (
        "import sys, brisa\n"
        "heavy = {'numpy', 'onnx', 'onnxruntime', 'starlette', 'uvicorn', 'av'}\n"
        "heavy &= set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_unit_tests_mirror_the_source() -> None:
    """A test file of tests/unit/PART names a module of src/brisa/PART."""
    unit = ROOT / "tests" / "unit"
    source = ROOT / "src" / "brisa"
    strangers = []
    for path in unit.rglob("test_*.py"):
        folder = path.parent.relative_to(unit)
        if folder.parts[:1] == ("support",):
            continue
        stem = path.stem.removeprefix("test_")
        home = source / folder
        modules = {item.stem for item in home.glob("*.py")} | {
            item.name for item in home.iterdir() if item.is_dir()
        }
        if not any(stem == module or stem.startswith(f"{module}_") for module in modules):
            strangers.append(str(path.relative_to(ROOT)))
    assert strangers == []


def test_every_dependency_is_bounded_and_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    explained = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    extras = project["optional-dependencies"]
    for requirement in [*project["dependencies"], *extras["codecs"], *extras["play"]]:
        match = re.match(r"([\w.-]+)(==|>=[\w.]+,<\d)", requirement)
        assert match is not None, requirement
        assert match[1].lower() in explained.lower(), match[1]


def test_the_web_server_can_have_a_loop_made_for_it() -> None:
    """uvicorn has had ``Config.get_loop_factory``, which the lifecycle calls, since 0.36."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (found,) = (item for item in project["dependencies"] if item.startswith("uvicorn"))
    match = re.match(r"uvicorn>=0\.(\d+),", found)
    assert match is not None
    assert int(match[1]) >= 36
