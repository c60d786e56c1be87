"""What is made of a run: latencies, gaps, outcomes, cores, seconds."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from brisa.bench.listeners_figures import (
    mean_cores,
    quantiles,
    run_figures,
    worker_cores,
)
from brisa.bench.listening import HeardGap
from brisa.bench.process_use import ProcessUse
from unit.bench.listening_samples import BEGAN_NS, refused, run_of, samples, spoken

pytestmark = pytest.mark.unit

HEARD = [
    spoken(0, 0, 30.0, gaps=(HeardGap(1500.0, 80.0), HeardGap(1900.0, 20.0))),
    spoken(1, 0, 50.0, began_ms=500.0),
    spoken(0, 1, 10.0, began_ms=2500.0, outcome="incomplete"),
    refused(1, 1, began_ms=3000.0, answered_ms=7.0),
]


def test_latencies_are_of_what_was_heard() -> None:
    figures = run_figures(run_of(HEARD))
    assert figures["requests"] == 4
    assert figures["first_audio_ms"] == {"p50": 30.0, "p95": 50.0, "p99": 50.0, "max": 50.0}
    assert figures["first_turn_ms"] == {"p50": 30.0, "p95": 50.0, "p99": 50.0, "max": 50.0}


def test_gaps_are_counted_and_measured() -> None:
    figures = run_figures(run_of(HEARD))
    assert (figures["gaps"], figures["utterances_with_gaps"]) == (2, 1)
    assert (figures["longest_gap_ms"], figures["gaps_total_ms"]) == (80.0, 100.0)


def test_every_request_ends_in_one_way() -> None:
    figures = run_figures(run_of(HEARD))
    ends = [figures[name] for name in ("complete", "incomplete", "refused", "failed")]
    assert ends == [2, 1, 1, 0]
    assert figures["refused_after_ms"]["max"] == 7.0
    assert figures["audio_s"] == 6.0


def test_what_was_used_while_requests_were_made() -> None:
    figures = run_figures(run_of(HEARD))
    assert figures["server_cores"] == 0.5
    # From nothing at the second sample to 0.75 s at the fifth, over four seconds.
    assert figures["worker_cores"] == pytest.approx(0.188, abs=0.001)
    assert (figures["server_rss_mb"], figures["worker_rss_mb"]) == (104.0, 50.0)
    assert figures["other_cores"] == pytest.approx(1.0 - 0.5 - 0.1 - 0.1875, abs=0.001)
    # 2.5 s by the server and 1 s by its worker, for six seconds of audio.
    assert figures["cpu_ms_per_audio_s"] == pytest.approx(583.33, abs=0.01)


def test_the_load_generator_is_watched_too() -> None:
    figures = run_figures(run_of(HEARD))["generator"]
    assert figures == {
        "cores": 0.1,
        "lag_ms": {"p50": 0.1, "p99": 2.0, "max": 4.0},
        "lagged": False,
    }
    assert run_figures(run_of(HEARD, max_lag_ms=20.1))["generator"]["lagged"] is True


def test_second_by_second() -> None:
    rows = run_figures(run_of(HEARD))["per_second"]
    assert [row["second"] for row in rows] == [0, 1, 2, 3, 4]
    assert [row["requests"] for row in rows] == [2, 0, 1, 1, 0]
    assert [row["live"] for row in rows] == [2, 2, 3, 2, 1]
    assert [row["gaps"] for row in rows] == [0, 2, 0, 0, 0]
    assert [row["not_complete"] for row in rows] == [0, 0, 1, 1, 0]
    assert rows[0]["first_audio_p50_ms"] == 40.0
    assert rows[1]["first_audio_p50_ms"] is None
    assert rows[2]["server_cores"] == 0.5
    assert rows[2]["worker_cores"] == 0.25
    assert rows[2]["rss_mb"] == 153.0


def test_a_server_elsewhere_is_known_by_its_answers_alone() -> None:
    run = run_of(HEARD)
    blind = tuple(replace(sample, server=None, workers={}) for sample in run.samples)
    figures = run_figures(replace(run, samples=blind))
    for name in ("server_cores", "worker_cores", "server_rss_mb", "worker_rss_mb"):
        assert figures[name] is None
    assert figures["cpu_ms_per_audio_s"] is None
    assert "server_cores" not in figures["per_second"][0]


def test_a_run_in_which_nothing_was_heard() -> None:
    figures = run_figures(run_of([]))
    assert figures["first_audio_ms"] is None
    assert figures["refused_after_ms"] is None
    assert (figures["gaps"], figures["longest_gap_ms"], figures["requests"]) == (0, 0.0, 0)
    assert json.loads(json.dumps(figures)) == figures


def test_quantiles_are_values_that_occurred() -> None:
    assert quantiles([float(value) for value in range(1, 201)]) == {
        "p50": 100.0,
        "p95": 190.0,
        "p99": 198.0,
        "max": 200.0,
    }


def test_cores_need_two_samples() -> None:
    assert mean_cores([(0, ProcessUse(1.0))]) is None
    assert mean_cores([(0, None), (1, None)]) is None
    assert worker_cores(samples(1)) == 0.0


def test_a_worker_that_was_replaced_counts_with_its_successor() -> None:
    before, after = samples(2)
    after = replace(after, workers={99: ProcessUse(0.75, 10.0)})
    assert after.at_ns - before.at_ns == 1_000_000_000
    assert before.at_ns == BEGAN_NS
    assert worker_cores((before, after)) == 0.75
