"""Which job is stepped next: the ready table, decided without clock or lock.

Every job is in one state of a small table. Whoever runs jobs holds one lock around these calls;
nothing here blocks, waits or reads time. Among ready jobs the one with the earliest playout
deadline goes first (earliest deadline first is optimal on one processor as long as all deadlines
can be met: Liu and Layland, 1973); equal deadlines go in order of arrival.

::

              wake              take               done(more)
    IDLE ───────────▶ READY ───────────▶ RUNNING ────────────▶ READY
      ▲                 ▲                  │ │ wake
      │                 │ done(no more)    │ ▼
      │                 └────────────── RUNNING_WOKEN
      └──────────────────────────────────┘ done(no more)
"""

from __future__ import annotations

import heapq
from enum import Enum
from typing import Generic, TypeVar

JobT = TypeVar("JobT")
"""Anything hashable by identity or value."""


class JobState(Enum):
    """Where a job stands; see the drawing above."""

    IDLE = "idle"
    READY = "ready"
    RUNNING = "running"
    RUNNING_WOKEN = "running_woken"


class Event(Enum):
    """What can happen to a job."""

    WAKE = "wake"
    TAKE = "take"
    DONE_MORE = "done_more"
    DONE_IDLE = "done_idle"


TRANSITIONS: dict[tuple[JobState, Event], JobState] = {
    (JobState.IDLE, Event.WAKE): JobState.READY,
    (JobState.READY, Event.WAKE): JobState.READY,
    (JobState.READY, Event.TAKE): JobState.RUNNING,
    (JobState.RUNNING, Event.WAKE): JobState.RUNNING_WOKEN,
    (JobState.RUNNING_WOKEN, Event.WAKE): JobState.RUNNING_WOKEN,
    (JobState.RUNNING, Event.DONE_MORE): JobState.READY,
    (JobState.RUNNING_WOKEN, Event.DONE_MORE): JobState.READY,
    (JobState.RUNNING, Event.DONE_IDLE): JobState.IDLE,
    (JobState.RUNNING_WOKEN, Event.DONE_IDLE): JobState.READY,
}


class ReadyTable(Generic[JobT]):
    """Jobs, their states and the order of the ready ones."""

    def __init__(self) -> None:
        self._states: dict[JobT, JobState] = {}
        self._heaps: dict[int | None, list[tuple[int, int, JobT]]] = {None: []}
        self._entries: dict[JobT, int] = {}
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._states)

    def add(self, job: JobT) -> None:
        """Admit a job, idle. Raises ``ValueError`` if it is already there."""
        if job in self._states:
            raise ValueError("job added twice")
        self._states[job] = JobState.IDLE

    def state(self, job: JobT) -> JobState | None:
        """The job's state, or ``None`` if it is not in the table."""
        return self._states.get(job)

    def jobs(self) -> list[JobT]:
        """Every job in the table, in order of arrival."""
        return list(self._states)

    def is_running(self, job: JobT) -> bool:
        """True while somebody has taken the job and not given it back."""
        return self._states.get(job) in (JobState.RUNNING, JobState.RUNNING_WOKEN)

    def wake(self, job: JobT, deadline_ns: int, place: int | None = None) -> bool:
        """Something changed for the job. True if it has just become ready to be taken.

        ``place`` is where alone it can be stepped; ``None`` is anywhere.
        A job that is not in the table any more is left alone: a wake may cross its removal.
        """
        before = self._states.get(job)
        if before is None:
            return False
        after = self._advance(job, Event.WAKE)
        if before is JobState.IDLE and after is JobState.READY:
            self._enqueue(job, deadline_ns, place)
            return True
        return False

    def take(self, place: int | None = None) -> JobT | None:
        """The ready job with the earliest deadline, which is running from then on.

        With a ``place``, of those that can be stepped there.
        """
        heaps = [self._heaps[key] for key in {None, place} if self._top(key)]
        if not heaps:
            return None
        _, _, job = heapq.heappop(min(heaps))
        del self._entries[job]
        self._advance(job, Event.TAKE)
        return job

    def done(self, job: JobT, *, more: bool, deadline_ns: int, place: int | None = None) -> bool:
        """The job's step is over; ``more`` says it could be stepped again at once.

        True if it is ready again. A job removed while it ran stays removed.
        """
        if job not in self._states:
            return False
        after = self._advance(job, Event.DONE_MORE if more else Event.DONE_IDLE)
        if after is JobState.READY:
            self._enqueue(job, deadline_ns, place)
            return True
        return False

    def remove(self, job: JobT) -> None:
        """Forget the job, in whatever state; unknown jobs are ignored."""
        self._states.pop(job, None)
        self._entries.pop(job, None)

    def _advance(self, job: JobT, event: Event) -> JobState:
        state = TRANSITIONS.get((self._states[job], event))
        if state is None:
            raise RuntimeError(f"{event} cannot happen to a job that is {self._states[job]}")
        self._states[job] = state
        return state

    def _enqueue(self, job: JobT, deadline_ns: int, place: int | None) -> None:
        self._sequence += 1
        self._entries[job] = self._sequence
        heap = self._heaps.setdefault(place, [])
        heapq.heappush(heap, (deadline_ns, self._sequence, job))

    def _top(self, place: int | None) -> bool:
        """Whether there is a ready job; entries that were overtaken are dropped from the top."""
        heap = self._heaps.get(place, [])
        while heap and self._entries.get(heap[0][2]) != heap[0][1]:
            heapq.heappop(heap)
        return bool(heap)
