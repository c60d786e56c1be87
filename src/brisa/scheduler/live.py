"""The live streams there are: how many of each engine wait or are heard, and when they will end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brisa.scheduler.demand import Demands
from brisa.scheduler.job import Entry, JobClass
from brisa.scheduler.totals import Load


class LiveStreams:
    """Counts that are kept up as streams come, are first heard and go."""

    def __init__(self, demands: Demands) -> None:
        self._demands = demands
        self._counts: dict[str, list[int]] = {}
        self._began_ns: dict[Entry[Any], int] = {}

    def __len__(self) -> int:
        return len(self._began_ns)

    def enter(self, entry: Entry[Any], now_ns: int) -> None:
        """A live stream begins; bulk ones are left out."""
        if entry.terms.job_class is JobClass.LIVE:
            self._counts.setdefault(entry.terms.engine, [0, 0])[0] += 1
            self._began_ns[entry] = now_ns

    def heard(self, entry: Entry[Any]) -> None:
        """The stream has its first audio."""
        if entry in self._began_ns:
            counts = self._counts[entry.terms.engine]
            counts[0] -= 1
            counts[1] += 1

    def leave(self, entry: Entry[Any]) -> None:
        """The stream is over, however."""
        if self._began_ns.pop(entry, None) is None:
            return
        counts = self._counts[entry.terms.engine]
        counts[entry.heard] -= 1
        if counts == [0, 0]:
            del self._counts[entry.terms.engine]

    def loads(self) -> list[Load]:
        """The counts."""
        return [Load(engine, *counts) for engine, counts in self._counts.items()]

    def ends_ns(self, now_ns: int) -> Iterator[tuple[int, float]]:
        """When each stream is expected to have been produced, and the share that frees.

        A stream that is longer than expected is taken to end within a second.
        """
        for entry, began_ns in self._began_ns.items():
            demand = self._demands.of(entry.terms.engine)
            length_ns = entry.terms.expected_audio_ns or demand.utterance_ns
            yield max(began_ns + length_ns, now_ns + 1_000_000_000), demand.rtf
