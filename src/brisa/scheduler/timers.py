"""When jobs want to be looked at again though nothing happens to them: decided without clock."""

from __future__ import annotations

import heapq
from typing import Generic, TypeVar

JobT = TypeVar("JobT")
"""Anything hashable by identity or value."""


class Timers(Generic[JobT]):
    """At most one time for each job. Not thread-safe; whoever keeps it holds a lock."""

    def __init__(self) -> None:
        self._entries: dict[JobT, tuple[int, int]] = {}  # its time and number
        self._jobs: dict[int, JobT] = {}  # by number
        # Numbers alone: an entry that was overtaken must not hold on to a job that is gone.
        self._heap: list[tuple[int, int]] = []
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def next_due_ns(self) -> int | None:
        """The earliest time there is."""
        while self._heap and self._heap[0][1] not in self._jobs:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def set(self, job: JobT, due_ns: int | None) -> None:
        """The job's time is ``due_ns`` instead of any it had; ``None`` takes it away."""
        before = self._entries.get(job)
        if before is not None and before[0] == due_ns:
            return
        if before is not None:
            del self._entries[job], self._jobs[before[1]]
        if due_ns is not None:
            self._sequence += 1
            self._entries[job] = (due_ns, self._sequence)
            self._jobs[self._sequence] = job
            heapq.heappush(self._heap, (due_ns, self._sequence))
        if len(self._heap) > 2 * len(self._entries) + 8:
            self._heap = sorted(self._entries.values())

    def take_due(self, now_ns: int) -> list[JobT]:
        """The jobs whose time has come, in its order; they have none any more."""
        due = []
        while (next_ns := self.next_due_ns) is not None and next_ns <= now_ns:
            job = self._jobs.pop(heapq.heappop(self._heap)[1])
            del self._entries[job]
            due.append(job)
        return due
