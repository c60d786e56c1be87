"""What a server counted of itself between the beginning and the end of a load.

Its histograms are compared, so only what happened in between counts. Quantiles are interpolated
within a bucket, as Prometheus does it.
"""

from __future__ import annotations

import re
from typing import Any

from brisa.bench.inspection import labelled
from brisa.telemetry.attribution import STAGES

Samples = dict[str, float]

_MS_PER_S = 1000.0
_LABEL = re.compile(r'(\w+)="([^"]*)"')


class Histogram:
    """A histogram's growth: ``count``, ``sum`` and the counts up to each bound."""

    def __init__(self, before: Samples, after: Samples, name: str, **labels: str) -> None:
        self._bounds: list[tuple[float, float]] = []
        self.count = self.sum = 0.0
        for key, value in after.items():
            metric, _, rest = key.partition("{")
            if not metric.startswith(name):
                continue
            found = dict(_LABEL.findall(rest))
            bound = found.pop("le", None)
            if found != labels:
                continue
            grown = value - before.get(key, 0.0)
            if metric == f"{name}_bucket" and bound is not None:
                self._bounds.append((float(bound), grown))
            elif metric == f"{name}_count":
                self.count = grown
            elif metric == f"{name}_sum":
                self.sum = grown
        self._bounds.sort()

    @property
    def mean(self) -> float:
        """0 of nothing."""
        return self.sum / self.count if self.count else 0.0

    def quantile(self, share: float) -> float | None:
        """``None`` of nothing; the greatest finite bound for what lies beyond it."""
        if not self.count:
            return None
        rank, low, below = share * self.count, 0.0, 0.0
        for bound, up_to in self._bounds:
            if up_to >= rank and up_to > below:
                if bound == float("inf"):
                    break
                return low + (bound - low) * (rank - below) / (up_to - below)
            below = up_to
            if bound != float("inf"):
                low = bound
        return low


def account(before: Samples, after: Samples) -> dict[str, Any]:
    """Where the time to the first audio went, the event loop's lateness, silences by cause.

    ``attribution`` has the mean and the p95 of each stage that occurred, in milliseconds.
    """
    stages = {}
    for name in STAGES:
        spans = Histogram(before, after, "brisa_stage_seconds", stage=name)
        if spans.count:
            stages[name] = _mean_and_p95_ms(spans)
    lag = Histogram(before, after, "brisa_event_loop_lag_seconds")
    return {
        "attribution": stages,
        "event_loop": {
            "lag_p99_ms": _ms(lag.quantile(0.99)),
            "blocked": round(_grown(before, after, "brisa_event_loop_blocked_total")),
        },
        "underruns": _underruns(before, after),
    }


def account_lines(name: str, found: dict[str, Any]) -> list[str]:
    """The account for people."""
    stages = found["attribution"]
    spans = ", ".join(f"{stage} {figures['mean_ms']:.1f}" for stage, figures in stages.items())
    total_ms = sum(figures["mean_ms"] for figures in stages.values())
    lines = [f"{name}, ms to the first audio on average: {spans}; in all {total_ms:.1f}"]
    loop = found["event_loop"]
    if loop["lag_p99_ms"] is not None:
        lines.append(
            f"{name}, event loop late by p99 {loop['lag_p99_ms']:.1f} ms, "
            f"more than 20 ms {loop['blocked']} times"
        )
    return lines


def _underruns(before: Samples, after: Samples) -> dict[str, int]:
    then = labelled(before, "brisa_underruns_total", "cause")
    now = labelled(after, "brisa_underruns_total", "cause")
    return {cause: round(count - then.get(cause, 0.0)) for cause, count in now.items()}


def _grown(before: Samples, after: Samples, name: str) -> float:
    return after.get(name, 0.0) - before.get(name, 0.0)


def _mean_and_p95_ms(spans: Histogram) -> dict[str, float | None]:
    return {"mean_ms": _ms(spans.mean), "p95_ms": _ms(spans.quantile(0.95))}


def _ms(value_s: float | None) -> float | None:
    return None if value_s is None else round(value_s * _MS_PER_S, 2)
