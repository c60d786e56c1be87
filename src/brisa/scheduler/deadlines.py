"""A queue of ready jobs by their number, the lowest first; leaving it costs nothing.

An entry that leaves stays in the heap until it comes to the top or the dead outnumber the living;
it is told from a living one by its ticket.
"""

from __future__ import annotations

import heapq
from typing import Generic

from brisa.scheduler.job import Entry, JobT


class ReadyQueue(Generic[JobT]):
    """One lane. An entry is in at most one queue; its ``order`` is set by whoever puts it there."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Entry[JobT]]] = []
        self._living = 0

    def __len__(self) -> int:
        return self._living

    def push(self, entry: Entry[JobT], ticket: int) -> None:
        """Put the entry in; equal numbers go by ticket, which is not 0 and its own."""
        entry.ticket = ticket
        self._living += 1
        heapq.heappush(self._heap, (entry.order, ticket, entry))

    def head(self) -> Entry[JobT]:
        """The entry that goes first. Raises ``IndexError`` of an empty queue."""
        heap = self._heap
        while heap[0][2].ticket != heap[0][1]:
            heapq.heappop(heap)
        return heap[0][2]

    def pop_head(self) -> Entry[JobT]:
        """Take the head out. Raises ``IndexError`` of an empty queue."""
        entry = self.head()
        heapq.heappop(self._heap)
        entry.ticket = 0
        self._living -= 1
        return entry

    def discard(self, entry: Entry[JobT]) -> None:
        """Take an entry out that is in this queue."""
        entry.ticket = 0
        self._living -= 1
        if len(self._heap) > 2 * self._living + 16:
            self._heap = [item for item in self._heap if item[2].ticket == item[1]]
            heapq.heapify(self._heap)
