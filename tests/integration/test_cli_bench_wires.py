"""``brisa bench workers`` and ``brisa bench protocols``, small; no figure is judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brisa.bench.protocol_clients import CLIENTS
from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_the_way_through_a_worker(brisa: CommandLine) -> None:
    done = brisa.run("bench", "workers", "--steps", "50", "--json", "f.json")
    assert done.code in (0, 1), done.err
    report = json.loads((brisa.folder / "f.json").read_text())
    assert report["steps"] == 50
    assert 0 < report["here_ms"]["p50"] < report["worker_ms"]["p50"]
    assert done.code == (0 if report["within_target"] else 1)


def test_every_protocol_is_asked(brisa: CommandLine) -> None:
    done = brisa.run("bench", "protocols", "--requests", "1", "--json", "f.json")
    assert done.code in (0, 1), done.err
    report = json.loads((brisa.folder / "f.json").read_text())
    assert list(report["protocols"]) == list(CLIENTS)
    errors = {name: row["error"] for name, row in report["protocols"].items() if "error" in row}
    assert not errors
    assert all(row["p50_ms"] > 0 for row in report["protocols"].values())
