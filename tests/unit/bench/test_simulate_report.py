"""Figures of simulations as data, lines and a table."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from brisa.bench.simulate_report import pooled_figures, table_lines
from brisa.cli.bench_simulate import simulate

pytestmark = pytest.mark.unit


def run(p50: float, underruns: int, longest_ms: float) -> dict[str, object]:
    first = {"p50": p50, "p95": 2 * p50, "p99": 3 * p50, "max": 4 * p50}
    return {
        "policy": "edf",
        "load": 0.7,
        "streams": 10,
        "refused": 0,
        "first_audio_ms": first,
        "underruns": underruns,
        "streams_with_underruns": min(underruns, 1),
        "longest_gap_ms": longest_ms,
        "utilisation": 0.5,
    }


def test_seeds_are_pooled() -> None:
    row = pooled_figures([run(10.0, 0, 0.0), run(20.0, 3, 55.0)])
    assert row["first_audio_ms"] == {"p50": 15.0, "p95": 30.0, "p99": 45.0}
    assert (row["underruns"], row["streams_with_underruns"], row["streams"]) == (3, 1, 20)
    assert row["longest_gap_ms"] == 55.0
    assert table_lines([row])[-1] == "| 70% | edf | 15 / 30 / 45 | 3 | 1 of 20 | 55 | 50% |"


def test_the_command_prints_figures_as_json() -> None:
    arguments = ["--listeners", "5", "--duration", "4", "--load", "0.5", "--json", "-"]
    done = CliRunner().invoke(simulate, arguments, catch_exceptions=False)
    report = json.loads(done.output)
    assert report["scenario"] == "simulate"
    assert report["plan"]["listeners"] == 5
    assert report["streams"] > 0
    assert report["underruns"] == 0


def test_the_command_prints_lines() -> None:
    done = CliRunner().invoke(simulate, ["--listeners", "3", "--duration", "3"])
    assert done.exit_code == 0
    assert done.output.splitlines()[0].startswith("policy edf, rtf 0.0100, ")
