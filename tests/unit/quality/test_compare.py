"""Two runs, text by text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brisa.errors import InvalidRequest
from brisa.quality.compare import compare_lines, compare_reports, load_report

pytestmark = pytest.mark.unit


def asr_run(wer: float, **texts: tuple[str, int]) -> dict[str, Any]:
    rows = [
        {"text": text, "expected": text, "engines": {"tiny": {"heard": heard, "errors": errors}}}
        for text, (heard, errors) in texts.items()
    ]
    return {"scenario": "asr", "engines": {"tiny": {"wer": wer}}, "texts": rows}


def signal_run(*failures: str) -> dict[str, Any]:
    check = {
        "name": "peak",
        "worst": -0.5,
        "range": "at most -1 dBFS",
        "failures": [{"value": -0.5, "text": text} for text in failures],
    }
    return {"scenario": "signal", "checks": [check], "texts": [{"text": "a"}]}


def test_texts_that_changed_come_with_what_was_heard_the_worst_first() -> None:
    before = asr_run(0.1, one=("one", 0), two=("too", 1), three=("three", 0))
    after = asr_run(0.2, one=("wand hum", 2), two=("two", 0), three=("three", 0))
    comparison = compare_reports(before, after)
    assert (comparison["texts"], comparison["worse"], comparison["better"]) == (3, 2, 1)
    assert [(change["what"], change["text"]) for change in comparison["changes"]] == [
        ("tiny errors", "one"),
        ("tiny wer", ""),
        ("tiny errors", "two"),
    ]
    assert comparison["changes"][0]["before"] == "one"
    assert comparison["changes"][0]["after"] == "wand hum"
    lines = compare_lines(comparison)
    assert lines[:2] == ["3 texts in both, 2 figures worse, 1 better", "worse  tiny errors  one"]


def test_texts_of_one_run_alone_are_told() -> None:
    comparison = compare_reports(asr_run(0.1, a=("a", 0)), asr_run(0.1, b=("b", 3)))
    assert (comparison["only_before"], comparison["only_after"]) == (["a"], ["b"])
    assert comparison["changes"] == []
    assert compare_lines(comparison)[1:] == [
        "texts only in the first run: 1",
        "texts only in the second run: 1",
    ]


def test_an_engine_that_only_one_run_has_is_left_out() -> None:
    before, after = asr_run(0.1, a=("a", 0)), asr_run(0.9, a=("b", 1))
    after["engines"] = {"other": {"wer": 0.9}}
    after["texts"][0]["engines"] = {"other": {"heard": "b", "errors": 1}}
    assert compare_reports(before, after)["changes"] == []


def test_checks_that_fail_more_or_less() -> None:
    comparison = compare_reports(signal_run(), signal_run("a", "b"))
    (change,) = comparison["changes"]
    assert (change["what"], change["worse_by"]) == ("peak", 2)
    assert change["after"] == "2 failing, worst -0.5 (at most -1 dBFS)"
    assert compare_reports(signal_run("a"), signal_run("b"))["changes"] == []


def test_a_long_list_is_cut_for_people() -> None:
    texts = {f"t{index}": ("x", 0) for index in range(30)}
    worse = {f"t{index}": ("y", 1) for index in range(30)}
    lines = compare_lines(compare_reports(asr_run(0.0, **texts), asr_run(0.0, **worse)))
    assert lines[-1] == "... and 10 more; --json has them all"
    assert sum(line.startswith("worse ") for line in lines) == 20


def test_unlike_runs() -> None:
    with pytest.raises(InvalidRequest, match="asr.*signal"):
        compare_reports(asr_run(0.1), signal_run())


def test_a_file_read_back(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(signal_run("a")))
    assert load_report(path) == signal_run("a")


@pytest.mark.parametrize(
    "content",
    [None, b"", b"{", b"\xff", b"[]", b"3", b'{"scenario": "engine", "texts": []}', b'{"texts":1}'],
)
def test_a_file_that_is_no_report(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "run.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidRequest, match=r"run\.json"):
        load_report(path)
