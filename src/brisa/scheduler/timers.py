"""When jobs want to be looked at again though nothing happens to them: decided without clock."""

from __future__ import annotations

import heapq
from typing import Generic, TypeVar

JobT = TypeVar("JobT")
"""Anything hashable by identity or value."""


class Timers(Generic[JobT]):
    """At most one time for each job. Not thread-safe; whoever keeps it holds a lock."""

    def __init__(self) -> None:
        self._due_ns: dict[JobT, int] = {}
        self._heap: list[tuple[int, int, JobT]] = []
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._due_ns)

    @property
    def next_due_ns(self) -> int | None:
        """The earliest time there is."""
        while self._heap and self._due_ns.get(self._heap[0][2]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def set(self, job: JobT, due_ns: int | None) -> None:
        """The job's time is ``due_ns`` instead of any it had; ``None`` takes it away."""
        if due_ns is None:
            self._due_ns.pop(job, None)
        elif self._due_ns.get(job) != due_ns:
            self._due_ns[job] = due_ns
            self._sequence += 1
            heapq.heappush(self._heap, (due_ns, self._sequence, job))
        if len(self._heap) > 2 * len(self._due_ns) + 8:
            self._compact()

    def take_due(self, now_ns: int) -> list[JobT]:
        """The jobs whose time has come, in its order; they have none any more."""
        due = []
        while (next_ns := self.next_due_ns) is not None and next_ns <= now_ns:
            job = heapq.heappop(self._heap)[2]
            del self._due_ns[job]
            due.append(job)
        return due

    def _compact(self) -> None:
        """Entries that were overtaken must not hold on to jobs that are gone."""
        self._heap = [entry for entry in self._heap if self._due_ns.get(entry[2]) == entry[0]]
        heapq.heapify(self._heap)
