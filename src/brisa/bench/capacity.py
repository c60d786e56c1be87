"""The scenario ``capacity``: the most listeners whom a server serves in time and without a gap.

The number doubles until a run fails, and is then halved in on, between the most that passed and the
fewest that failed, until the two are close or the steps are used up. A step is a whole run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

CLOSE = 0.05
"""The search ends when the fewest that failed are at most this share above the most that passed."""


@dataclass(slots=True)
class CapacitySearch:
    """Which number to try next: ``next_count``, then ``record`` what came of it.

    ``first`` is tried first and ``most`` is never passed; ``steps`` bounds the runs.
    """

    first: int
    most: int
    steps: int
    passed: int = 0
    failed: int | None = None
    tried: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.most or self.steps < 1:
            raise ValueError("a search begins within its bounds")

    def next_count(self) -> int | None:
        """The number of listeners to try, or ``None`` when the search is over."""
        if len(self.tried) >= self.steps or self.closed:
            return None
        if not self.tried:
            return self.first
        if self.failed is None:
            return min(2 * self.passed, self.most)
        return (self.passed + self.failed) // 2

    def record(self, count: int, *, passed: bool) -> None:
        """What came of a run with ``count``."""
        self.tried.append(count)
        if passed:
            self.passed = max(self.passed, count)
        else:
            self.failed = count if self.failed is None else min(self.failed, count)

    @property
    def closed(self) -> bool:
        """The answer is known as closely as the search goes; else it ran out of steps."""
        return self.passed >= self.most or self._is_close()

    def _is_close(self) -> bool:
        if self.failed is None:
            return False
        return self.failed - self.passed <= max(1, round(CLOSE * self.passed))


def shortfalls(figures: dict[str, Any], target_ms: float) -> list[str]:
    """Why a run does not count as served: every reason, in a word or two; none if it does."""
    first = figures["first_audio_ms"]
    found = []
    if first is None or first["p99"] > target_ms:
        found.append("first audio")
    for name, text in (
        ("gaps", "gaps"),
        ("refused", "refused"),
        ("failed", "failed"),
        ("incomplete", "cut"),
    ):
        if figures[name]:
            found.append(text)
    return found


def capacity_lines(report: dict[str, Any]) -> list[str]:
    """The report for people: a row for each step, then the answer."""
    target_ms = report["target_ms"]
    lines = ["listeners   p50 ms   p99 ms   gaps  longest ms  cores  workers  verdict"]
    lines += [step_line(step) for step in report["steps"]]
    last = "" if report["closed"] else " (the steps were used up; it may be more)"
    lines.append(
        f"capacity: {report['capacity']} listeners without a gap and with p99 of the first audio "
        f"within {target_ms:g} ms{last}"
    )
    if any(step["generator"]["lagged"] for step in report["steps"]):
        lines.append("warning: the load generator itself was late in some runs; see the JSON")
    return lines


def step_line(step: dict[str, Any]) -> str:
    first = step["first_audio_ms"] or {"p50": float("nan"), "p99": float("nan")}
    cores, workers = step["server_cores"], step["worker_cores"]
    return (
        f"{step['listeners']:9}{first['p50']:9.0f}{first['p99']:9.0f}{step['gaps']:7}"
        f"{step['longest_gap_ms']:12.0f}{_known(cores):>7}{_known(workers):>9}  "
        + (", ".join(step["shortfalls"]) or "served")
    )


def _known(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
