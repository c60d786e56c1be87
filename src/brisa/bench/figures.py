"""Percentiles and spreads of measured values."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least ``percent`` of them do not exceed (nearest rank)."""
    if not values:
        raise ValueError("no values, no percentile")
    rank = max(1, math.ceil(percent / 100 * len(values)))
    return sorted(values)[rank - 1]


def latency_figures(values_ms: Sequence[float]) -> dict[str, float]:
    """p50, p95 and max, in milliseconds."""
    return {
        "p50": round(statistics.median(values_ms), 2),
        "p95": round(percentile(values_ms, 95), 2),
        "max": round(max(values_ms), 2),
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    """The median and the extremes, to four significant digits."""
    figures = {"median": statistics.median(values), "min": min(values), "max": max(values)}
    return {name: float(f"{value:.4g}") for name, value in figures.items()}
