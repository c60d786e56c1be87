"""``brisa bench kills``, small: a worker is killed, and every stream is what it would have been."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

SMALL = ("--count", "3", "--kills", "1", "--duration", "2", "--engine", "scripted")


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


@pytest.mark.parametrize("transport", ["http", "ws"])
def test_streams_are_those_of_an_undisturbed_run(brisa: CommandLine, transport: str) -> None:
    done = brisa.run("bench", "kills", *SMALL, "--transport", transport, "--json", "f.json")
    assert done.code == 0, done.err
    assert "1 kills; of " in done.out.decode()
    report = json.loads((brisa.folder / "f.json").read_text())
    assert (report["scenario"], report["killed"]) == ("kills", 1)
    streams = report["streams"]
    assert streams["equal"] == streams["complete"] >= 1
    assert streams["differing"] == streams["broken_off"] == 0
    assert brisa.files() == ["f.json"]


def test_without_workers_there_is_nothing_to_kill(brisa: CommandLine) -> None:
    done = brisa.run("bench", "kills", *SMALL, BRISA_RESOURCES__WORKERS="0")
    assert done.code == 2
    assert "nothing to kill" in done.err
