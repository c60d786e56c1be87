"""``brisa quality`` from the command line, with the scripted voice, which nobody understands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import CommandLine, command_line

pytestmark = pytest.mark.integration

ASR = ("quality", "asr", "--engine", "scripted", "--no-mos", "--limit", "1")


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_texts_that_are_read_as_expected(brisa: CommandLine) -> None:
    done = brisa.run("quality", "text", "--kind", "money", "--language", "en", "--json", "f.json")
    assert done.code == 0, done.err
    report = json.loads((brisa.folder / "f.json").read_text())
    texts = report["texts"]
    assert report["languages"] == {"en": {"exact": texts, "texts": texts}}
    assert (report["share_exact"], report["mismatches"]) == (1.0, [])
    assert done.out.decode() == f"{texts} of {texts} as expected (100.0 %)\n"


def test_a_voice_that_is_not_understood(brisa: CommandLine) -> None:
    done = brisa.run(*ASR, "--kind", "money", "--json", "f.json")
    assert done.code == 0, done.err
    assert done.out.decode().startswith("voice robot, heard by whisper tiny.en")
    report = json.loads((brisa.folder / "f.json").read_text())
    assert report["engines"]["scripted"]["wer"] > 0.5
    assert report["engines"]["scripted"]["mos"] is None
    assert list(report["engines"]["scripted"]["kinds"]) == ["money"]
    assert report["machine"]["versions"]["faster-whisper"]
    assert brisa.files() == ["f.json"]


def test_a_sound_that_fails_its_checks(brisa: CommandLine) -> None:
    done = brisa.run("quality", "signal", "--engine", "scripted", "--limit", "2", "--json", "a")
    assert done.code == 1, done.err
    assert done.err == ""
    assert "FAIL" in done.out.decode()
    report = json.loads((brisa.folder / "a").read_text())
    assert (report["scenario"], report["passed"], len(report["texts"])) == ("signal", False, 3)


def test_two_results_set_against_each_other(brisa: CommandLine) -> None:
    done = brisa.run("quality", "signal", "--engine", "scripted", "--limit", "1", "--json", "a")
    assert done.code == 1
    done = brisa.run("quality", "compare", "a", "a")
    assert (done.code, done.out.decode()) == (0, "1 texts in both, 0 figures worse, 0 better\n")
    assert brisa.run("quality", "compare", "a", "a", "--json", "-").json()["changes"] == []


def test_what_is_not_installed_is_named(brisa: CommandLine) -> None:
    (brisa.folder / "faster_whisper.py").write_text("raise ImportError")
    done = brisa.run(*ASR, PYTHONPATH=str(brisa.folder))
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "pip install 'brisa[quality]'" in done.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["text", "--kind", "poems"], 2, "There are no texts of the kind 'poems'"),
        (["text", "--language", "xx"], 2, "There are no texts in the language 'xx'"),
        (["asr", "--kind", "poems"], 2, "There are no texts of the kind 'poems'"),
        (["asr", "--engine", "none", "--no-mos"], 2, "No voice here is spoken by an engine 'none'"),
        (["asr", "--json", "no/f.json"], 1, "There is no folder"),
        (["signal", "--limit", "0"], 2, "0 is not in the range"),
        (["signal", "--voice", "nobody"], 2, "nobody"),
        (["compare", "none.json", "none.json"], 2, "none.json is not a result of"),
        (["compare", "none.json"], 2, "Missing argument 'AFTER'"),
    ],
)
def test_wrong_usage(brisa: CommandLine, args: list[str], code: int, message: str) -> None:
    done = brisa.run("quality", *args)
    assert message in done.err
    assert (done.code, done.err.count("\n")) == (code, 1)
    assert brisa.files() == []


def test_the_baseline_is_for_the_engine_it_is_of(brisa: CommandLine) -> None:
    done = brisa.run(*ASR, "--baseline", "hibari")
    assert done.code == 2
    assert "Only the engine tiny" in done.err
