"""``brisa bench soak``, short: a report, a plot, and a verdict that is honest about the time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_a_short_soak_says_that_it_was_too_short(brisa: CommandLine) -> None:
    done = brisa.run(
        "bench", "soak", "--minutes", "0.05", "--capacity", "5", "--load", "0.6",
        "--engine", "scripted", "--plot", "f.svg", "--json", "f.json",
    )  # fmt: skip
    assert done.code == 1
    assert "memory of server not known for long enough" in done.err
    report = json.loads((brisa.folder / "f.json").read_text())
    assert (report["scenario"], report["listeners"], report["capacity"]) == ("soak", 3, 5)
    assert report["run"]["complete"] >= 3
    assert len(report["memory"]["server"]) >= 3
    assert (brisa.folder / "f.svg").read_text().startswith("<svg ")


def test_a_plot_that_cannot_be_written_is_told_before_the_work(brisa: CommandLine) -> None:
    done = brisa.run("bench", "soak", "--capacity", "5", "--plot", "no/f.svg")
    assert (done.code, done.out) == (1, b"")
    assert "There is no folder" in done.err
