"""What is made of a long run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from brisa.bench.listeners import Run, Target
from brisa.bench.listening import Heard, HeardGap
from brisa.bench.process_use import ProcessUse, Sample
from brisa.bench.soak import Look, Watcher
from brisa.bench.soak_report import soak_lines, soak_plot, soak_report
from brisa.clock import NS_PER_S, ManualClock
from unit.bench.listening_samples import BEGAN_NS, refused, run_of, spoken

pytestmark = pytest.mark.unit

DURATION_S = 100
FACTS: dict[str, Any] = {"load": 0.8, "capacity": 5, "engine": "tiny", "machine": {}}


def long_run(heard: list[Heard], server_mb_per_s: float = 0.0) -> Run:
    run = run_of(heard)
    samples = tuple(
        Sample(
            at_ns=BEGAN_NS + at_s * NS_PER_S,
            server=ProcessUse(0.1 * at_s, 100.0 + server_mb_per_s * at_s),
            workers={7: ProcessUse(0.2 * at_s, 50.0), 8: ProcessUse(0.2 * at_s, 60.0)},
            generator=ProcessUse(0.1 * at_s, 30.0 + at_s),
            machine_cpu_s=1.0 * at_s,
        )
        for at_s in range(DURATION_S)
    )
    plan = msgspec.structs.replace(run.plan, duration_s=float(DURATION_S), count=4)
    return replace(run, plan=plan, samples=samples)


def watcher() -> Watcher:
    seen = Watcher(Target("brisa", "127.0.0.1", 1, 50), ManualClock())
    seen.looks += [Look(5.0, 3.0, 4, 0), Look(10.0, 21.5, 4, 1)]
    reason = 'brisa_refused_total{reason="capacity"}'
    seen.before = {
        reason: 1.0,
        'brisa_refused_total{reason="share"}': 2.0,
        'brisa_underruns_total{cause="engine_late"}': 2.0,
    }
    seen.after = {
        reason: 4.0,
        'brisa_refused_total{reason="share"}': 2.0,
        'brisa_underruns_total{cause="engine_late"}': 3.0,
        'brisa_underruns_total{cause="client_slow"}': 4.0,
        "brisa_event_loop_blocked_total": 1.0,
    }
    return seen


def test_a_quiet_run_has_no_shortfall() -> None:
    report = soak_report(long_run([spoken(0, 0, 30.0)]), watcher(), FACTS)
    assert report["shortfalls"] == []
    assert report["memory_mb"]["workers"]["median"] == 110.0
    # The generator keeps what it has heard; that is not the server's.
    assert report["memory_mb"]["generator"]["flat"] is False
    assert (report["server_underruns"], report["loop_blocked"]) == (5.0, 1.0)
    assert (report["worst_loop_lag_ms"], report["most_degraded"]) == (21.5, 1)
    assert report["refused_by_reason"] == {"capacity": 3.0}
    assert "refused for want of: capacity 3" in soak_lines(report)
    assert "verdict: flat memory, no gap" in soak_lines(report)


def test_every_shortfall_is_named() -> None:
    heard = [
        spoken(0, 0, 30.0, gaps=(HeardGap(1.0, 2.0),)),
        spoken(0, 1, 30.0, outcome="incomplete"),
        refused(1, 0, began_ms=1.0, answered_ms=2.0),
    ]
    report = soak_report(long_run(heard, server_mb_per_s=0.1), watcher(), FACTS)
    assert report["shortfalls"] == [
        "memory of server grew by 7 MB", "1 gaps", "1 refused", "1 cut",
    ]  # fmt: skip


def test_a_run_too_short_to_tell_is_none_that_passed() -> None:
    run = long_run([spoken(0, 0, 30.0)])
    report = soak_report(replace(run, samples=run.samples[:30]), watcher(), FACTS)
    assert report["shortfalls"][0] == "memory of server not known for long enough"
    assert "| server | - |" in "\n".join(soak_lines(report))


def test_it_can_be_plotted() -> None:
    report = soak_report(long_run([spoken(0, 0, 30.0)]), watcher(), FACTS)
    tree = ElementTree.fromstring(soak_plot(report))
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}polyline"))) == 6
