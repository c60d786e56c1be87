"""What a run of listeners amounts to: figures as plain data, in all and second by second."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from brisa.bench.figures import percentile
from brisa.bench.listeners import Run
from brisa.bench.listening import Heard
from brisa.bench.process_use import ProcessUse, Sample
from brisa.clock import NS_PER_MS, NS_PER_S

_MS_PER_S = 1000
MAX_LAG_MS = 20.0
"""A load generator that woke up later than this measured itself as much as the server."""


def run_figures(run: Run) -> dict[str, Any]:
    """Everything about one run.

    ``first_audio_ms`` are those of all requests that got some; ``first_turn_ms`` those of each
    listener's first request (the burst itself, where all come at once). A gap is an underrun.
    """
    heard, rows = run.result.heard, per_second(run)
    spoken = [item for item in heard if item.first_audio_ms is not None]
    return {
        "name": run.target.name,
        "transport": run.plan.transport,
        "seed": run.plan.seed,
        "requests": len(heard),
        "first_audio_ms": quantiles([_first_ms(item) for item in spoken]),
        "first_turn_ms": quantiles([_first_ms(item) for item in spoken if item.turn == 0]),
        **gap_figures(heard),
        **outcome_figures(heard),
        "audio_s": round(sum(item.audio_s for item in heard), 1),
        "bulk_audio_s": run.result.bulk_audio_s,
        "live": live_figures([row["live"] for row in rows], run.plan.duration_s),
        **use_figures(run),
        "generator": generator_figures(run),
        "server": run.account,
        "per_second": rows,
    }


def quantiles(values_ms: Sequence[float]) -> dict[str, float] | None:
    """p50, p95, p99 and max in milliseconds, of nearest ranks; ``None`` of nothing."""
    if not values_ms:
        return None
    figures = {f"p{share}": percentile(values_ms, share) for share in (50, 95, 99)}
    return {name: round(value, 1) for name, value in (figures | {"max": max(values_ms)}).items()}


def gap_figures(heard: Sequence[Heard]) -> dict[str, Any]:
    """Gaps, the utterances that had some, the longest and their sum."""
    lengths_ms = [gap.length_ms for item in heard for gap in item.gaps]
    return {
        "gaps": len(lengths_ms),
        "utterances_with_gaps": sum(bool(item.gaps) for item in heard),
        "longest_gap_ms": round(max(lengths_ms, default=0.0), 1),
        "gaps_total_ms": round(sum(lengths_ms), 1),
    }


def outcome_figures(heard: Sequence[Heard]) -> dict[str, Any]:
    """How requests ended, and how soon a refusal came."""
    names = ("complete", "incomplete", "refused", "failed")
    figures: dict[str, Any] = {name: sum(item.outcome == name for item in heard) for name in names}
    refusals_ms = [
        item.answered_ms
        for item in heard
        if item.outcome == "refused" and item.answered_ms is not None
    ]
    return figures | {"refused_after_ms": quantiles(refusals_ms)}


def live_figures(counts: Sequence[int], duration_s: float) -> dict[str, float]:
    """Listeners who were waiting for audio or hearing it, once all had come (see arrivals)."""
    asking = counts[: max(int(duration_s), 1)]
    settled = asking[len(asking) // 4 :] or [0]
    return {"mean": round(statistics.mean(settled), 1), "max": max(settled)}


def use_figures(run: Run) -> dict[str, Any]:
    """Cores in use on average and the most memory, over the run's own time."""
    samples = timely(run)
    known = [sample.server for sample in samples if sample.server is not None]
    audio_s = sum(item.audio_s for item in run.result.heard)
    return {
        "server_cores": mean_cores([(sample.at_ns, sample.server) for sample in samples]),
        "worker_cores": _rounded(worker_cores(samples)) if known else None,
        "server_rss_mb": round(max((use.rss_mb for use in known), default=0.0), 1) or None,
        "worker_rss_mb": (
            round(max(sum(use.rss_mb for use in item.workers.values()) for item in samples), 1)
            if known
            else None
        ),
        "cpu_ms_per_audio_s": cpu_ms_per_audio_s(run.samples, audio_s),
        "other_cores": other_cores(samples),
    }


def cpu_ms_per_audio_s(samples: Sequence[Sample], audio_s: float) -> float | None:
    """Processor time of server and workers for a second of audio delivered."""
    cores = mean_cores([(sample.at_ns, sample.server) for sample in samples])
    if cores is None or not audio_s:
        return None
    return round((cores + worker_cores(samples)) * _span_s(samples) * _MS_PER_S / audio_s, 2)


def timely(run: Run) -> list[Sample]:
    """The samples of the time in which requests were made."""
    over_ns = run.began_ns + round((run.plan.duration_s + 0.5) * NS_PER_S)
    return [sample for sample in run.samples if sample.at_ns <= over_ns]


def mean_cores(uses: Sequence[tuple[int, ProcessUse | None]]) -> float | None:
    """Processor seconds a second between the first and the last; ``None`` if not known."""
    known = [(at_ns, use) for at_ns, use in uses if use is not None]
    if len(known) < 2:
        return None
    (first_ns, first), (last_ns, last) = known[0], known[-1]
    return _rounded((last.cpu_s - first.cpu_s) / ((last_ns - first_ns) / NS_PER_S))


def worker_cores(samples: Sequence[Sample]) -> float:
    """The same of a server's children, of which some may have come and gone."""
    spent_s = 0.0
    for before, after in pairwise(samples):
        for pid, use in after.workers.items():
            spent_s += use.cpu_s - before.workers.get(pid, ProcessUse()).cpu_s
    return spent_s / _span_s(samples) if len(samples) > 1 else 0.0


def other_cores(samples: Sequence[Sample]) -> float | None:
    """How busy the machine was with anything but server, workers and load generator."""
    if len(samples) < 2 or samples[0].machine_cpu_s is None or samples[-1].machine_cpu_s is None:
        return None
    machine = (samples[-1].machine_cpu_s - samples[0].machine_cpu_s) / _span_s(samples)
    server = mean_cores([(item.at_ns, item.server) for item in samples]) or 0.0
    generator = mean_cores([(item.at_ns, item.generator) for item in samples]) or 0.0
    return _rounded(max(machine - server - generator - worker_cores(samples), 0.0))


def generator_figures(run: Run) -> dict[str, Any]:
    """What the load itself cost, and how late its event loop was."""
    median_ms, p99_ms, max_ms = run.result.lag_ms
    span_s = (run.result.ended_ns - run.began_ns) / NS_PER_S
    return {
        "cores": _rounded(run.result.cpu_s / span_s),
        "lag_ms": {"p50": median_ms, "p99": p99_ms, "max": max_ms},
        "lagged": max_ms > MAX_LAG_MS,
    }


def per_second(run: Run) -> list[dict[str, Any]]:
    """A row for each second from the start of the load to the end of the last utterance."""
    heard = run.result.heard
    rows = []
    for second in range(int(max((item.ended_ms for item in heard), default=0.0)) // _MS_PER_S + 1):
        start_ms, end_ms = second * _MS_PER_S, (second + 1) * _MS_PER_S
        began = [item for item in heard if start_ms <= item.began_ms < end_ms]
        firsts_ms = [_first_ms(item) for item in began if item.first_audio_ms is not None]
        rows.append(
            {
                "second": second,
                "live": sum(item.began_ms < end_ms and item.ended_ms > start_ms for item in heard),
                "requests": len(began),
                "first_audio_p50_ms": round(statistics.median(firsts_ms), 1) if firsts_ms else None,
                "first_audio_max_ms": round(max(firsts_ms), 1) if firsts_ms else None,
                "gaps": sum(start_ms <= gap.at_ms < end_ms for item in heard for gap in item.gaps),
                "not_complete": sum(item.outcome != "complete" for item in began),
                **_use_in(run, start_ms, end_ms),
            }
        )
    return rows


def _use_in(run: Run, start_ms: float, end_ms: float) -> dict[str, Any]:
    """Cores and memory between the samples of a second."""
    for before, after in pairwise(run.samples):
        at_ms = (after.at_ns - run.began_ns) / NS_PER_MS
        if start_ms < at_ms <= end_ms and after.server is not None:
            return {
                "server_cores": mean_cores(
                    [(before.at_ns, before.server), (after.at_ns, after.server)]
                ),
                "worker_cores": _rounded(worker_cores((before, after))),
                "rss_mb": round(after.rss_mb, 1),
            }
    return {}


def _first_ms(item: Heard) -> float:
    assert item.first_audio_ms is not None
    return item.first_audio_ms


def _span_s(samples: Sequence[Sample]) -> float:
    return (samples[-1].at_ns - samples[0].at_ns) / NS_PER_S


def _rounded(cores: float) -> float:
    return round(cores, 3)
