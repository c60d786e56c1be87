"""The scenario ``workers``: what the way through a worker process adds to a step.

The same segments are stepped in this process and in a worker, step by step in turn, by the engine
that computes next to nothing; the difference is messages, shared memory and two threads waking.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brisa.artifacts.voices import VoiceRecord
from brisa.bench.figures import percentile
from brisa.bench.report import versions_line
from brisa.clock import NS_PER_MS, Clock
from brisa.engines.base import Engine, SegmentRequest, StepResult
from brisa.engines.scripted import SCRIPT_FILE
from brisa.engines.table import LoadRequest
from brisa.workers.inline import InlinePool
from brisa.workers.options import PoolOptions
from brisa.workers.pool import WorkerPool

CHUNK_SAMPLES = 3840
"""What one step yields: 160 ms at 24 kHz."""

TARGET_MS = 1.0
"""What the way may add in 99 of 100 steps."""

_VOICE = "scripted"
_TEXT = "Ten little words are spoken here, one by one, slowly. " * 4

Tick = Callable[[int, int], None]


def measure_way(
    steps: int, clock: Clock, tick: Tick = lambda done, total: None
) -> list[tuple[float, float]]:
    """Milliseconds of each step here and in a worker. Raises what starting a worker raises."""
    pool = WorkerPool(PoolOptions(workers=1), clock)
    own = InlinePool()
    with tempfile.TemporaryDirectory(prefix="brisa-bench-") as folder:
        try:
            pool.start()
            own.start()
            request = _voice(Path(folder))
            return _pairs(own.load(request), pool.load(request), steps, clock, tick)
        finally:
            pool.close()
            own.close()


def way_report(pairs: list[tuple[float, float]], machine: dict[str, Any]) -> dict[str, Any]:
    """Quantiles of both and of what the way added, step by step."""
    added_ms = [worker_ms - own_ms for own_ms, worker_ms in pairs]
    p99_ms = percentile(added_ms, 99)
    return {
        "scenario": "workers",
        "steps": len(pairs),
        "chunk_samples": CHUNK_SAMPLES,
        "here_ms": _quantiles([own_ms for own_ms, _ in pairs]),
        "worker_ms": _quantiles([worker_ms for _, worker_ms in pairs]),
        "added_ms": _quantiles(added_ms),
        "target_ms": TARGET_MS,
        "within_target": p99_ms <= TARGET_MS,
        "machine": machine,
    }


def way_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    machine = report["machine"]
    lines = [
        f"{machine['cpu']}, {machine['usable_cores']} cores, {' '.join(machine['flags'])}",
        f"Python {machine['python']}, " + versions_line(machine["versions"]),
        f"{report['steps']} steps of {report['chunk_samples']} samples, by turns here and there",
        "",
        f"{'ms a step':<12}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}",
    ]
    for name, label in (("here_ms", "here"), ("worker_ms", "worker"), ("added_ms", "added")):
        cells = "".join(f"{value:>9.3f}" for value in report[name].values())
        lines.append(f"{label:<12}{cells}")
    return lines


def _pairs(
    own: Engine, worker: Engine, steps: int, clock: Clock, tick: Tick
) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    while len(found) < steps:
        tick(len(found), steps)
        request = SegmentRequest(_TEXT, _VOICE, seed=len(found))
        here, there = own.open(request), worker.open(request)
        last = False
        while not last and len(found) < steps:
            own_ms, result = _timed(lambda: own.step([here])[0], clock)  # noqa: B023 - at once
            worker_ms, _ = _timed(lambda: worker.step([there])[0], clock)  # noqa: B023 - at once
            found.append((own_ms, worker_ms))
            last = result.last
    return found


def _timed(step: Callable[[], StepResult], clock: Clock) -> tuple[float, StepResult]:
    began_ns = clock.now_ns()
    result = step()
    return (clock.now_ns() - began_ns) / NS_PER_MS, result


def _quantiles(values_ms: list[float]) -> dict[str, float]:
    found = {f"p{share}": percentile(values_ms, share) for share in (50, 95, 99)}
    return {name: round(value, 4) for name, value in (found | {"max": max(values_ms)}).items()}


def _voice(folder: Path) -> LoadRequest:
    (folder / SCRIPT_FILE).write_text(json.dumps({"chunk_samples": CHUNK_SAMPLES}), "utf-8")
    record = VoiceRecord(name=_VOICE, engine="scripted", language="en-US", file="")
    return LoadRequest(record, folder, folder)
