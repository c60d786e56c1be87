"""``brisa bench`` from the command line; no figure is judged."""

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


def test_starting_processes_and_servers(brisa: CommandLine) -> None:
    counts = ("--commands", "1", "--servers", "1", "--requests", "2")
    done = brisa.run("bench", "start", *counts, "--json", "f.json")
    assert done.code == 0, done.err
    assert "brisa --help" in done.out.decode()
    report = json.loads((brisa.folder / "f.json").read_text())
    assert (report["scenario"], report["commands"], report["requests"]) == ("start", 1, 2)
    for figures in (report["python_ms"], report["help_ms"], report["say_first_audio_ms"]):
        assert 0 < figures["min"] <= figures["median"] <= figures["max"]
    server = report["server"]
    for name in ("ready_ms", "first_request_ms", "later_request_ms", "first_to_later_ratio"):
        assert server[name]["median"] > 0
    assert server["rss_after_mb"]["median"] > 10
    assert report["installed"]["total_mb"] > 50
    assert report["installed"]["packages_mb"]["numpy"] > 1
    assert report["machine"]["versions"]["onnxruntime"]
    assert brisa.files() == ["f.json"]


def test_a_child_that_cannot_speak_fails_the_measurement(brisa: CommandLine) -> None:
    done = brisa.run("bench", "start", "--commands", "1", BRISA_VOICES__DEFAULT="nobody")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "child process" in done.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--commands", "0"], 2, "0 is not in the range"),
        (["--json", "no/f.json"], 1, "There is no folder"),
        (["--config", "none.yaml"], 2, "none.yaml"),
    ],
)
def test_wrong_usage_of_start(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    done = brisa.run("bench", "start", *args)
    assert message in done.err
    assert done.code == code
