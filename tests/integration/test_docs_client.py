"""``docs/client.md`` is run, not believed: every program on it, against a server."""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

import brisa.client
from brisa.app.options import ServerOptions
from brisa.client import AsyncUtterance, Chunk, ClientOptions, LineOptions, StartOptions
from brisa.client import events as client_events
from brisa.service.options import SynthesizerOptions
from support.live_server import LiveServer
from support.node import node_command

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(PAGE)
ADDRESS = "127.0.0.1:8100"


@pytest.fixture(scope="module")
def server(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """With the embedded voice."""
    folder = tmp_path_factory.mktemp("voices")
    service = SynthesizerOptions(cache_dir=cache_dir, voices_dir=folder)
    with LiveServer(None, ServerOptions(warm_formats=()), service) as started:
        yield started


def program(language: str, having: str) -> str:
    found = [code for kind, code in BLOCKS if kind == language and having in code]
    assert len(found) == 1, f"{len(found)} blocks of {language} with {having}"
    assert ADDRESS in found[0]
    return str(found[0])


def printed(command: list[str], folder: Path) -> list[str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def python(having: str, server: LiveServer, folder: Path) -> list[str]:
    code = program("python", having).replace(ADDRESS, f"127.0.0.1:{server.port}")
    return printed([sys.executable, "-W", "error", "-c", code], folder)


def test_every_block_is_run_here() -> None:
    assert [kind for kind, _ in BLOCKS] == ["python"] * 4 + ["javascript"]


def test_text_in_pieces(server: LiveServer, tmp_path: Path) -> None:
    *chunks, last = python("utterance.outcome", server, tmp_path)
    assert last.startswith("Finished(samples=")
    assert chunks[0].startswith("0 ")
    assert "'Text'" in chunks[0]
    assert any("'pieces'" in chunk for chunk in chunks)


def test_a_generator(server: LiveServer, tmp_path: Path) -> None:
    (line,) = python("written()", server, tmp_path)
    assert int(line.split()[0]) > 24_000


def test_without_coroutines(server: LiveServer, tmp_path: Path) -> None:
    lines = python("with Client(", server, tmp_path)
    ends = [sum(map(int, line.split())) for line in lines]
    starts = [int(line.split()[0]) for line in lines]
    assert starts == [0, *ends[:-1]]
    assert ends[-1] > 12_000


def test_barging_in(server: LiveServer, tmp_path: Path) -> None:
    heard, not_heard = python("cancelled.heard_text", server, tmp_path)
    assert heard.startswith("heard: There are")
    assert "nine" not in heard
    assert not_heard.endswith("at nine.")


def test_the_javascript(server: LiveServer, tmp_path: Path) -> None:
    shutil.copy(ROOT / "src" / "brisa" / "web" / "brisa-client.js", tmp_path)
    code = program("javascript", "connect").replace(ADDRESS, f"127.0.0.1:{server.port}")
    (tmp_path / "speak.mjs").write_text(code, encoding="utf-8")
    *chunks, last = printed([*node_command(), "speak.mjs"], tmp_path)
    assert last == "finished"
    assert chunks[0].startswith("0 ")
    assert "'Text'" in "".join(chunks)


def row(first: str) -> str:
    (found,) = (line for line in PAGE.splitlines() if line.startswith(f"| {first}"))
    return found


def names(text: str) -> set[str]:
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", text))))


def test_every_option_is_listed() -> None:
    assert set(get_type_hints(StartOptions)) <= names(row("`client.start"))
    fields = {
        field.name for kind in (ClientOptions, LineOptions) for field in dataclasses.fields(kind)
    }
    assert fields <= names(row("`options="))


def test_every_method_and_event_is_listed() -> None:
    utterance = names(row("`utterance.push")) | names(row("`utterance.outcome"))
    methods = {name for name, _ in inspect.getmembers(AsyncUtterance, inspect.isfunction)}
    inner = {"take", "drop"}
    assert {name for name in methods if not name.startswith("_")} - inner <= utterance
    chunk = {field.name for field in dataclasses.fields(Chunk)} | {"duration_ms"}
    assert chunk <= names(row("`chunk.pcm_t"))
    events = {kind.__name__ for kind in client_events.ConnectionEvent.__args__}
    assert events <= names(row("`on_event="))
    assert events <= set(brisa.client.__all__)
