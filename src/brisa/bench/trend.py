"""Whether something that is measured over time grows: a robust line, and what counts as flat.

The values are gathered in windows whose medians are taken, so that a moment's peak does not count;
the line through them is that of Theil and Sen, the median of the slopes between all pairs (Sen,
"Estimates of the regression coefficient based on Kendall's tau", JASA 63, 1968). Up to 29 % of
the points may be off without moving it.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

WINDOW_S = 10.0
SETTLE_SHARE = 0.2
"""The part of a run that is left out at its start: pools, caches and allocators fill once."""

FLAT_SHARE = 0.02
FLAT_MB = 4.0
"""Flat is what grows, along the line and over the time looked at, by no more than this share of its
median, or by this much where that is more: an allocator's pages come and go by some MB."""

Point = tuple[float, float]
"""Seconds and a value."""


@dataclass(frozen=True, slots=True)
class Trend:
    """``growth`` is what the line rises by over ``span_s``; ``median`` and ``peak`` are of the
    values themselves. All but times in the values' unit."""

    median: float
    peak: float
    slope_per_h: float
    growth: float
    span_s: float

    @property
    def flat(self) -> bool:
        """It does not grow. What shrinks is flat."""
        return self.growth <= max(FLAT_SHARE * self.median, FLAT_MB)


def trend(points: Sequence[Point], duration_s: float) -> Trend | None:
    """The trend of a run of ``duration_s``; ``None`` where there is too little to see one."""
    settled = [point for point in points if point[0] >= SETTLE_SHARE * duration_s]
    windows = window_medians(settled)
    if len(windows) < 3:
        return None
    span_s = windows[-1][0] - windows[0][0]
    slope_per_s = theil_sen(windows)
    values = [value for _, value in settled]
    return Trend(
        median=statistics.median(values),
        peak=max(values),
        slope_per_h=slope_per_s * 3600,
        growth=slope_per_s * span_s,
        span_s=span_s,
    )


def window_medians(points: Sequence[Point]) -> list[Point]:
    """The median time and value of each window that has points, in the order of time."""
    windows: dict[int, list[Point]] = {}
    for point in points:
        windows.setdefault(int(point[0] // WINDOW_S), []).append(point)
    return [
        (statistics.median(at for at, _ in inside), statistics.median(value for _, value in inside))
        for _, inside in sorted(windows.items())
    ]


def theil_sen(points: Sequence[Point]) -> float:
    """The median slope between two points. Raises ``ValueError`` for fewer than two times."""
    slopes = [
        (after - before) / (later_s - earlier_s)
        for (earlier_s, before), (later_s, after) in combinations(points, 2)
        if later_s != earlier_s
    ]
    if not slopes:
        raise ValueError("a slope needs two points in time")
    return statistics.median(slopes)
