"""``brisa bench engine`` from the command line; no figure is judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_a_quick_run_of_the_scripted_engine(brisa: CommandLine) -> None:
    done = brisa.run("bench", "engine", "--engine", "scripted", "--quick", "--json", "f.json")
    assert done.code == 0, done.err
    assert "first audio ms: p50" in done.out.decode()
    report = json.loads((brisa.folder / "f.json").read_text())
    assert (report["voice"], report["threads"], report["rounds"]) == ("robot", 1, 2)
    assert report["sentences"] == len(report["per_sentence"])
    assert report["rtf"]["median"] > 0
    assert report["fresh_process"]["rss_mb"] > 0
    assert report["machine"]["versions"]["onnxruntime"]
    assert brisa.files() == ["f.json"]


def test_json_on_stdout_is_all_there_is(brisa: CommandLine) -> None:
    done = brisa.run("bench", "engine", "--engine", "scripted", "--quick", "--json", "-")
    assert done.json()["engine"] == "scripted"


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--engine", "none"], 2, "No voice here is spoken by an engine 'none'"),
        (["--engine", "tiny", "--voice", "robot"], 2, "belongs to the engine scripted"),
        (["--engine", "scripted", "--baseline", "hibari"], 2, "Only the engine tiny"),
        (["--engine", "scripted", "--json", "no/f.json"], 1, "There is no folder"),
        (["--threads", "0"], 2, "0 is not in the range"),
        (["--repeat", "0"], 2, "0 is not in the range"),
    ],
)
def test_wrong_usage(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    done = brisa.run("bench", "engine", *args)
    assert message in done.err
    assert done.code == code
    assert brisa.files() == []
