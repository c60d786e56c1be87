"""Where the characters of a derived text come from in the text it was made of.

Clean-up and normalisation change text; word timings, captions and highlights must still point at
what the caller wrote. A :class:`SpanMap` is that link, and maps compose: spoken to cleaned, cleaned
to source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Run:
    """The next ``length`` characters of the derived text, made of ``start``..``end`` of the source.

    ``verbatim``: character by character the same stretch (``length == end - start``). Otherwise
    every part of the run stands for the whole stretch; an insertion has ``start == end``.
    """

    length: int
    start: int
    end: int
    verbatim: bool = False


class SpanMap:
    """Runs in order, covering a derived text from its first character to its last."""

    __slots__ = ("_ends", "runs")

    def __init__(self, runs: Iterable[Run]) -> None:
        self.runs = tuple(run for run in runs if run.length)
        self._ends = tuple(accumulate(run.length for run in self.runs))

    @classmethod
    def identity(cls, length: int, start: int = 0) -> SpanMap:
        """Of a text that stands unchanged at ``start`` of its source."""
        return cls([Run(length, start, start + length, verbatim=True)])

    @property
    def length(self) -> int:
        """Characters of the derived text."""
        return self._ends[-1] if self._ends else 0

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """The smallest stretch of the source that ``start < end`` of the derived text stands for.

        An empty range gives the (empty) place where it stands.
        """
        found = self.slice(start, max(start, end)).runs
        if found:
            return min(run.start for run in found), max(run.end for run in found)
        at = bisect_right(self._ends, start)
        if at < len(self.runs):
            place = self.runs[at].start
        else:
            place = self.runs[-1].end if self.runs else 0
        return place, place

    def slice(self, start: int, end: int) -> SpanMap:
        """The map of ``derived[start:end]``."""
        found: list[Run] = []
        index = bisect_right(self._ends, start)
        while index < len(self.runs):
            run = self.runs[index]
            run_start = self._ends[index] - run.length
            if run_start >= end:
                break
            low, high = max(start, run_start), min(end, self._ends[index])
            found.append(_part(run, low - run_start, high - run_start))
            index += 1
        return SpanMap(found)

    def then(self, outer: SpanMap) -> SpanMap:
        """The map to the source of ``outer``, of whose derived text this one's source is."""
        runs: list[Run] = []
        for run in self.runs:
            if run.verbatim:
                runs += outer.slice(run.start, run.end).runs
            else:
                start, end = outer.source_span(run.start, run.end)
                runs.append(Run(run.length, start, end))
        return SpanMap(runs)

    def __add__(self, other: SpanMap) -> SpanMap:
        """The map of this one's text followed by the other's, of the same source."""
        return SpanMap((*self.runs, *other.runs))

    def __eq__(self, other: object) -> bool:
        """Equal as to every character, however the runs are cut."""
        return isinstance(other, SpanMap) and _joined(self.runs) == _joined(other.runs)

    def __hash__(self) -> int:
        return hash(tuple(_joined(self.runs)))

    def __repr__(self) -> str:
        return f"SpanMap({list(self.runs)!r})"


def _part(run: Run, low: int, high: int) -> Run:
    if not run.verbatim:
        return Run(high - low, run.start, run.end)
    return Run(high - low, run.start + low, run.start + high, verbatim=True)


def _joined(runs: Iterable[Run]) -> list[Run]:
    joined: list[Run] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last and last.verbatim and run.verbatim and last.end == run.start:
            joined[-1] = Run(last.length + run.length, last.start, run.end, verbatim=True)
        elif (
            last
            and not last.verbatim
            and not run.verbatim
            and (last.start, last.end)
            == (
                run.start,
                run.end,
            )
        ):
            joined[-1] = Run(last.length + run.length, run.start, run.end)
        else:
            joined.append(run)
    return joined
