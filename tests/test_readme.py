"""The README is run, not believed: every code block, extracted and executed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from support.server import running_server

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(README)


@pytest.fixture
def home(tmp_path: Path, cache_dir: Path) -> dict[str, str]:
    """An environment whose caches are the test run's and whose commands are this checkout's."""
    environment = dict(os.environ)
    environment["XDG_CACHE_HOME"] = str(cache_dir)
    environment["XDG_DATA_HOME"] = str(tmp_path / "data")
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    return environment


def blocks(language: str, having: str) -> str:
    found = [code for kind, code in BLOCKS if kind == language and having in code]
    assert len(found) == 1, f"{len(found)} blocks of {language} with {having}"
    return found[0]


def test_every_block_is_covered_here() -> None:
    assert [kind for kind, _ in BLOCKS] == ["sh", "sh", "sh", "python"]


def test_the_readme_fits_a_screen() -> None:
    assert len(README.splitlines()) <= 80


def test_no_placeholder_is_left() -> None:
    assert "@@" not in README


def test_the_figures_name_their_machine() -> None:
    """A figure means nothing without the processor, its cores and the command that prints it."""
    section = README.partition("## What it measures")[2].partition("\n## ")[0]
    assert re.search(r"^\|.*\d.*\|$", section, re.MULTILINE), "there is no table of figures"
    assert re.search(r"\b(AMD|Intel|Xeon|EPYC|Apple|Ampere|Graviton)\b", section)
    assert re.search(r"\b(\d+|one|two|four) (\w+ )?cores?\b", section, re.IGNORECASE)
    assert "brisa bench" in section


def test_the_first_command_exists_and_can_be_run() -> None:
    command = blocks("sh", "scripts/run").strip()
    assert os.access(ROOT / command, os.X_OK)


def test_the_curl_line_makes_an_mp3(home: dict[str, str], tmp_path: Path) -> None:
    command = blocks("sh", "curl")
    with running_server(home) as address:
        assert httpx.get(f"{address}/ready").status_code == 200
        command = command.replace("http://127.0.0.1:8100", address)
        subprocess.run(["bash", "-ec", command], cwd=tmp_path, env=home, check=True, timeout=60)
    data = (tmp_path / "breeze.mp3").read_bytes()
    assert data[0] == 0xFF
    assert data[1] & 0xE0 == 0xE0
    assert len(data) > 5000


def test_the_command_lines_run(home: dict[str, str], tmp_path: Path) -> None:
    command = blocks("sh", "brisa say")
    done = subprocess.run(
        ["bash", "-ec", command],
        cwd=tmp_path,
        env=home,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert "heart" in done.stdout
    for name in ("breeze.wav", "arriving.wav"):
        data = (tmp_path / name).read_bytes()
        assert data[:4] == b"RIFF"
        assert len(data) > 24000


def test_the_library_example_runs(home: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", blocks("python", "Synthesizer")],
        cwd=tmp_path,
        env=home,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    last = done.stdout.splitlines()[-1]
    assert last.startswith("Finished(samples=")
    assert last.endswith("ms to the first sound")
    assert "'sentence'" in done.stdout
