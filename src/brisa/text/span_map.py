"""Where the characters of a derived text come from in the text it was made of.

Clean-up and normalisation change text; word timings, captions and highlights must still point at
what the caller wrote. A :class:`SpanMap` is that link, and maps compose: spoken to cleaned, cleaned
to source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, repeat


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
        place = self._place(start)
        return place, place

    def _place(self, at: int) -> int:
        """Where in the source the character at ``at`` begins, or the text ends."""
        index = bisect_right(self._ends, at)
        if index == len(self.runs):
            return self.runs[-1].end if self.runs else 0
        run = self.runs[index]
        within = at - (self._ends[index] - run.length)
        return run.start + within if run.verbatim else run.start

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
        if not isinstance(other, SpanMap) or self.length != other.length:
            return False
        return self.runs == other.runs or all(
            mine == theirs
            for mine, theirs in zip(self._characters(), other._characters(), strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self._characters()))

    def _characters(self) -> Iterator[tuple[int, int]]:
        """The stretch of the source that each character stands for."""
        for run in self.runs:
            if run.verbatim:
                yield from ((at, at + 1) for at in range(run.start, run.end))
            else:
                yield from repeat((run.start, run.end), run.length)

    def __repr__(self) -> str:
        return f"SpanMap({list(self.runs)!r})"


def _part(run: Run, low: int, high: int) -> Run:
    if not run.verbatim:
        return Run(high - low, run.start, run.end)
    return Run(high - low, run.start + low, run.start + high, verbatim=True)
