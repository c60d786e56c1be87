"""One server for all tests with real clients: a child process in brisa's own environment."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
START_S = 120.0
STOP_S = 30.0

SETTINGS = {
    "server": {"port": 0},
    "resources": {"max_concurrent_streams": 100},
    "wyoming": {"port": 0},
}


@dataclass(frozen=True)
class Server:
    """Where it listens: ``url`` is ``http://host:port``, without a path."""

    url: str
    host: str
    port: int
    announced: dict[str, object]

    @property
    def ws_url(self) -> str:
        return "ws" + self.url.removeprefix("http")

    @property
    def wyoming_port(self) -> int:
        return int(urlsplit(str(self.announced["wyoming"])).port or 0)


@contextmanager
def serving(folder: Path, settings: dict[str, Any]) -> Iterator[Server]:
    """``brisa serve`` with the embedded voice, ready; ended with the block."""
    config = folder / "brisa.yaml"
    config.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
    command = [*brisa_command(), "serve", "--config", str(config), "--json"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, env=environment(), cwd=folder
        ) as process,
    ):
        watchdog = threading.Timer(START_S, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            watchdog.cancel()
            assert line, (folder / "log").read_text(encoding="utf-8", errors="replace")
            announced = json.loads(line)
            parts = urlsplit(announced["url"])
            yield Server(announced["url"], str(parts.hostname), int(parts.port or 0), announced)
        finally:
            watchdog.cancel()
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()


def brisa_command() -> list[str]:
    """The command line of brisa in its own environment."""
    return [
        os.environ.get("BRISA_SERVER_PYTHON", str(ROOT / ".venv" / "bin" / "python")),
        "-m",
        "brisa",
    ]


def environment() -> dict[str, str]:
    """What brisa's processes are started with."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Open to everybody; ended after the last test."""
    with serving(tmp_path_factory.mktemp("server"), SETTINGS) as started:
        yield started


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The only key of :func:`locked_server`."""
    file = tmp_path_factory.getbasetemp() / "keys.yaml"
    command = [*brisa_command(), "keys", "add", "clients", "--file", str(file)]
    made = subprocess.run(command, env=environment(), capture_output=True, check=True, text=True)
    return made.stdout.strip()


@pytest.fixture(scope="module")
def locked_server(tmp_path_factory: pytest.TempPathFactory, key: str) -> Iterator[Server]:
    """One that asks for :func:`key`."""
    settings = {
        "server": {"port": 0},
        "security": {"keys_file": str(tmp_path_factory.getbasetemp() / "keys.yaml")},
    }
    with serving(tmp_path_factory.mktemp("locked"), settings) as started:
        yield started
