"""The ready jobs: a queue for each lane of the policy and each place a job may be stepped at.

A job whose state lies in one worker stands in that worker's queues, any other in those all workers
take from. Within a lane the earlier of the two heads goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from brisa.scheduler.batching import SCAN_FACTOR, compatible
from brisa.scheduler.deadlines import ReadyQueue
from brisa.scheduler.job import Entry, JobT, Need
from brisa.scheduler.policy import Lane, Policy


class Lanes(Generic[JobT]):
    """Where a job stands follows from its ``terms`` and ``need``, which stay while it stands.

    ``step_ns`` says what a step is expected to take.
    """

    def __init__(self, policy: Policy, step_ns: Callable[[Need], int]) -> None:
        self._policy = policy
        self._step_ns = step_ns
        self._queues: dict[tuple[Lane, int | None], ReadyQueue[JobT]] = {}
        self._turn = 0

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    def push(self, entry: Entry[JobT], *, yields: bool) -> None:
        """The job is ready. Equal ones go in the order in which they became so."""
        self._turn += 1
        entry.order = self._policy.order(entry, self._turn, yields=yields)
        self._queue(entry).push(entry, self._turn)

    def discard(self, entry: Entry[JobT]) -> None:
        """The job is not ready any more; it is in a queue."""
        self._queue(entry).discard(entry)

    def pop(self, now_ns: int, worker: int) -> Entry[JobT] | None:
        """The job that goes next on ``worker``."""
        queue = (
            self._urgent(now_ns, worker)
            or self._lane(Lane.BULK, worker)
            or self._lane(Lane.AHEAD, worker)
        )
        return None if queue is None else queue.pop_head()

    def pop_company(
        self, leader: Entry[JobT], size: int, now_ns: int, worker: int
    ) -> list[Entry[JobT]]:
        """The most urgent jobs that make the leader's batch one of ``size`` at most.

        Only of its lane, where the first two count as one. No more than a few times ``size`` are
        looked at.
        """
        lane = self._policy.lane(leader)
        urgent = lane in (Lane.FIRST, Lane.HEARING)
        found: list[Entry[JobT]] = []
        passed: list[tuple[Entry[JobT], int]] = []
        scans = SCAN_FACTOR * size
        while len(found) < size - 1 and len(found) + len(passed) < scans:
            queue = self._urgent(now_ns, worker) if urgent else self._lane(lane, worker)
            if queue is None:
                break
            ticket = queue.head().ticket
            entry = queue.pop_head()
            if compatible(leader.need, entry.need) and len(found) + 2 <= entry.need.batch_max:
                found.append(entry)
                size = min(size, entry.need.batch_max)
            else:
                passed.append((entry, ticket))
        for entry, ticket in passed:
            self._queue(entry).push(entry, ticket)
        return found

    def _urgent(self, now_ns: int, worker: int) -> ReadyQueue[JobT] | None:
        first, hearing = self._lane(Lane.FIRST, worker), self._lane(Lane.HEARING, worker)
        if first is None or hearing is None:
            return first or hearing
        orders = first.head().order, hearing.head().order
        step_ns = self._step_ns(first.head().need)
        return hearing if self._policy.hearing_goes_first(*orders, now_ns, step_ns) else first

    def _lane(self, lane: Lane, worker: int) -> ReadyQueue[JobT] | None:
        """Of the lane's two queues for ``worker``, the one with the earlier head."""
        shared, own = self._queues.get((lane, None)), self._queues.get((lane, worker))
        if not own:
            return shared or None
        if not shared:
            return own
        return own if _before(own.head(), shared.head()) else shared

    def _queue(self, entry: Entry[JobT]) -> ReadyQueue[JobT]:
        key = self._policy.lane(entry), entry.need.place
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = ReadyQueue()
        return queue


def _before(one: Entry[JobT], other: Entry[JobT]) -> bool:
    return (one.order, one.ticket) < (other.order, other.ticket)
