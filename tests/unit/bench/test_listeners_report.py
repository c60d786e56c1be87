"""The report of listeners, for programs and for people."""

from __future__ import annotations

import json

import pytest

from brisa.bench.listeners_report import listeners_lines, listeners_report, p99_ratios
from brisa.bench.listening import LoadPlan
from unit.bench.listening_samples import PLAN, refused, run_of, spoken

pytestmark = pytest.mark.unit

MACHINE = {
    "cpu": "A processor",
    "usable_cores": 2,
    "flags": ["avx2"],
    "python": "3.11.0",
    "versions": {"brisa": "0.1.0"},
}
OURS = run_of([spoken(0, 0, 20.0), spoken(1, 0, 40.0)])
THEIRS = run_of([spoken(0, 0, 100.0), spoken(1, 0, 120.0)], name="naive")


def test_the_report_is_plain_data() -> None:
    report = listeners_report(PLAN, "tiny", [OURS, THEIRS], MACHINE)
    assert json.loads(json.dumps(report)) == report
    assert (report["scenario"], report["listeners"], report["engine"]) == ("listeners", 2, "tiny")
    assert [run["name"] for run in report["runs"]] == ["brisa", "naive"]
    assert report["naive_to_brisa_p99"] == {"median": 3.0, "min": 3.0, "max": 3.0}


def test_ratios_are_of_the_same_listeners() -> None:
    figures = listeners_report(
        PLAN,
        "tiny",
        [OURS, THEIRS, run_of([spoken(0, 0, 10.0)], name="naive", seed=4)],
        MACHINE,
    )["runs"]
    assert p99_ratios(figures) == [3.0]
    assert p99_ratios(figures[:1]) == []


def test_the_table_has_a_row_for_each_run() -> None:
    lines = listeners_lines(listeners_report(PLAN, "tiny", [OURS, THEIRS], MACHINE))
    table = lines.index("") + 1
    assert lines[table + 1].split()[:6] == ["brisa", "2", "20", "40", "40", "40"]
    assert lines[table + 2].split()[:3] == ["naive", "2", "100"]
    assert lines[table + 2].split()[-3:] == ["0.50", "0.19", "154"]
    assert len(lines[table]) == len(lines[table + 1])
    assert any(line.startswith("first audio p99, naive / brisa: 3.00") for line in lines)
    assert any(line.startswith("naive: a Starlette handler") for line in lines)
    assert not any(line.startswith("warning") for line in lines)


def test_a_late_load_generator_is_a_warning() -> None:
    late = run_of([spoken(0, 0, 20.0)], max_lag_ms=21.0)
    lines = listeners_lines(listeners_report(PLAN, "tiny", [late], MACHINE))
    assert lines[-1].startswith("warning: the load generator's loop was late by more than 20 ms")


def test_a_burst_is_reported_by_itself() -> None:
    plan = LoadPlan(host="", port=0, count=2, duration_s=4.0, arrivals="burst")
    heard = [spoken(0, 0, 20.0), spoken(1, 0, 40.0), spoken(0, 1, 5.0, began_ms=2100.0)]
    lines = listeners_lines(listeners_report(plan, "tiny", [run_of(heard)], MACHINE))
    assert "brisa, the burst itself: first audio ms p50 20, p95 40, p99 40, max 40" in lines


def test_how_soon_somebody_was_refused_is_told() -> None:
    items = [spoken(0, 0, 20.0), refused(1, 0, began_ms=5.0, answered_ms=7.0)]
    lines = listeners_lines(listeners_report(PLAN, "tiny", [run_of(items)], MACHINE))
    assert "brisa, 1 refused, told after ms p50 7, p95 7, p99 7, max 7" in lines


def test_nothing_heard_is_a_row_of_dashes() -> None:
    lines = listeners_lines(listeners_report(PLAN, "tiny", [run_of([])], MACHINE))
    assert lines[lines.index("") + 2].split()[:6] == ["brisa", "0", "-", "-", "-", "-"]
