"""A queue of ready jobs by their number, the lowest first; leaving it costs nothing.

What leaves stays in the heap as a number until it comes to the top or the dead outnumber the
living. Numbers alone: a place that was given up must not hold on to a job that is gone.
"""

from __future__ import annotations

import heapq
from typing import Generic

from brisa.scheduler.job import Entry, JobT


class ReadyQueue(Generic[JobT]):
    """One lane. An entry is in at most one queue; its ``order`` is set by whoever puts it there."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._living: dict[int, Entry[JobT]] = {}  # by ticket

    def __len__(self) -> int:
        return len(self._living)

    def push(self, entry: Entry[JobT], ticket: int) -> None:
        """Put the entry in; equal numbers go by ticket, which is not 0 and its own."""
        entry.ticket = ticket
        self._living[ticket] = entry
        heapq.heappush(self._heap, (entry.order, ticket))

    def head(self) -> Entry[JobT]:
        """The entry that goes first. Raises ``IndexError`` of an empty queue."""
        heap = self._heap
        while heap[0][1] not in self._living:
            heapq.heappop(heap)
        return self._living[heap[0][1]]

    def pop_head(self) -> Entry[JobT]:
        """Take the head out. Raises ``IndexError`` of an empty queue."""
        entry = self.head()
        heapq.heappop(self._heap)
        del self._living[entry.ticket]
        entry.ticket = 0
        return entry

    def discard(self, entry: Entry[JobT]) -> None:
        """Take an entry out that is in this queue."""
        del self._living[entry.ticket]
        entry.ticket = 0
        if len(self._heap) > 2 * len(self._living) + 16:
            self._heap = [item for item in self._heap if item[1] in self._living]
            heapq.heapify(self._heap)
