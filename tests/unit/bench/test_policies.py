"""Two kinds of runs side by side, as figures and as an order."""

from __future__ import annotations

from typing import Any

import pytest

from brisa.bench.playhead import Playhead
from brisa.bench.policies import figures, order, policies_lines, pooled, simulated_figures
from brisa.bench.policies_real import Utterance
from brisa.bench.simulate_plan import RATE_HZ, SimulationPlan
from brisa.clock import NS_PER_MS, NS_PER_S

pytestmark = pytest.mark.unit

PLAN = SimulationPlan(listeners=2, workers=2, duration_s=8.0)


def heard(first_ms: int, *gaps_ms: int) -> Utterance:
    """A second of audio before each gap and after the last."""
    playhead = Playhead(RATE_HZ)
    playhead.arrived(first_ms * NS_PER_MS, RATE_HZ)
    for gap_ms in gaps_ms:
        playhead.arrived(playhead.runs_dry_ns + gap_ms * NS_PER_MS, RATE_HZ)
    return Utterance(0, playhead)


def test_gaps_of_a_frame_count() -> None:
    found = figures(PLAN, [heard(50, 19, 20, 300), heard(70, 5), heard(90)], 6 * NS_PER_S)
    assert (found["underruns"], found["streams_with_underruns"]) == (2, 1)
    assert (found["longest_gap_ms"], found["first_audio_p99_ms"]) == (300.0, 90.0)
    # Six seconds by two workers, in the six after the ramp.
    assert found["utilisation"] == 0.5


def test_a_run_without_gaps() -> None:
    assert figures(PLAN, [heard(50)], 0)["longest_gap_ms"] == 0.0


def test_runs_are_pooled_and_ordered() -> None:
    calm = figures(PLAN, [heard(50)], 0) | {"policy": "edf"}
    rough = figures(PLAN, [heard(90, 30)], 0) | {"policy": "rr"}
    rows = [pooled([rough, rough]), pooled([calm, calm])]
    assert (rows[0]["underruns"], rows[0]["streams"], rows[0]["longest_gap_ms"]) == (2, 2, 30.0)
    assert order(rows, "underruns") == ["edf", "rr"]


def test_the_simulation_is_made_the_same_figures() -> None:
    plan = SimulationPlan(listeners=8, load=0.95, duration_s=8.0, arrivals="burst", policy="rr")
    found = simulated_figures(plan)
    assert found["streams"] > 8
    assert 0.5 < found["utilisation"] <= 1.05
    assert found == simulated_figures(plan)


def test_it_is_told_to_people() -> None:
    row = figures(PLAN, [heard(50)], 0)
    report: dict[str, Any] = {
        "simulated": [row],
        "real": [row],
        "orders": {"underruns": {"simulated": ["edf", "rr"], "real": ["rr", "edf"]}},
        "agree": {"underruns": False},
    }
    lines = policies_lines(report)
    assert lines[2].startswith("| edf | simulated | 0 | 0 of 1 |")
    assert lines[-1] == "underruns: simulation (edf < rr) and real run (rr < edf) do not agree"
