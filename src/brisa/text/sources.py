"""Where text that is waiting to be spoken came from, kept no longer than the text itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from brisa.text.span_map import Run, SpanMap


class SourceRuns:
    """The runs of a text that grows at its end and is taken from its beginning.

    Places are offsets in the whole derived text.
    """

    def __init__(self) -> None:
        self._runs: deque[Run] = deque()
        self._start = 0  # of the first run

    def add(self, runs: Iterable[Run]) -> None:
        """The next stretch of the text."""
        for run in runs:
            last = self._runs[-1] if self._runs else None
            if last and last.verbatim and run.verbatim and last.end == run.start:
                length = last.length + run.length
                self._runs[-1] = Run(length, last.start, run.end, verbatim=True)
            elif run.length:
                self._runs.append(run)

    def take(self, start: int, end: int) -> SpanMap:
        """The map of ``start``..``end``; what lies before ``end`` is forgotten."""
        self.forget(start)
        taken: list[Run] = []
        while self._runs and self._start < end:
            run = self._pop(end - self._start)
            taken.append(run)
        return SpanMap(taken)

    def forget(self, start: int) -> None:
        """What lies before ``start`` will not be asked for."""
        while self._runs and self._start < start:
            self._pop(start - self._start)

    def _pop(self, most: int) -> Run:
        run = self._runs.popleft()
        if run.length > most:
            parts = SpanMap([run])
            self._runs.extendleft(parts.slice(most, run.length).runs)
            run = parts.slice(0, most).runs[0]
        self._start += run.length
        return run
