"""The report: every figure that is promised, for machines and for people."""

from __future__ import annotations

import json

import pytest

from brisa.bench.machine import machine_description
from brisa.bench.report import Conditions, engine_report, report_lines
from brisa.bench.sentences import sentence_of
from brisa.bench.speakers import Trial

pytestmark = pytest.mark.unit

SENTENCES = [sentence_of("One two three four five six seven eight nine ten."), sentence_of("Hi.")]
CONDITIONS = Conditions("tiny", "heart", 1, (1,), 2)
MACHINE = machine_description()
FRESH = {"start_to_first_audio_s": 0.61, "load_s": 0.2, "rss_mb": 150.0}


def rounds(total_ms: float) -> list[list[Trial]]:
    return [[Trial(12.0, total_ms, total_ms, 4.0), Trial(5.0, total_ms, total_ms, 1.0)]] * 2


def test_it_can_be_written_as_json_and_has_the_ratio() -> None:
    trials = {"service": rounds(20.0), "engine": rounds(18.0), "hibari": rounds(40.0)}
    report = json.loads(json.dumps(engine_report(CONDITIONS, trials, SENTENCES, FRESH, MACHINE)))
    assert report["first_audio_ms"] == {
        "p50": 8.5,
        "p95": 12.0,
        "max": 12.0,
        "plain_10_words_p50": 12.0,
    }
    assert report["rtf"]["median"] == 0.0072
    assert report["service"]["rtf"]["median"] == 0.008
    assert report["baseline"]["rtf_ratio"]["median"] == 0.45
    assert report["baseline"]["service_time_ratio"]["median"] == 0.5
    assert report["fresh_process"]["load_s"] == 0.2
    assert report["machine"] == MACHINE
    assert [row["words"] for row in report["per_sentence"]] == [10, 1]


def test_it_quotes_no_sentence() -> None:
    trials = {"service": rounds(20.0), "engine": rounds(18.0)}
    report = engine_report(CONDITIONS, trials, SENTENCES, FRESH, MACHINE)
    assert "seven eight" not in json.dumps(report)
    assert "baseline" not in report


def test_lines_for_people() -> None:
    trials = {"service": rounds(20.0), "engine": rounds(18.0), "hibari": rounds(40.0)}
    text = "\n".join(report_lines(engine_report(CONDITIONS, trials, SENTENCES, FRESH, MACHINE)))
    assert "1 thread(s) on core 1" in text
    assert "RTF 0.0080" in text
    assert "engine alone / hibari: RTF 0.450" in text
    assert "time for the same sentences 0.500" in text
    assert "first audio 0.61 s after its start" in text
    assert "memory 150 MB" in text
