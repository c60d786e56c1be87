"""In which order ready jobs go.

Four lanes: listeners who have heard nothing yet, listeners who are hearing, bulk, and listeners who
hold as much as their look-ahead. A lane is ordered by a number, the lowest first.

**Earliest deadline first** (the policy of the house). The number is the playout deadline, shifted:

- by priority, ``(50 - priority)`` points of 5 ms for a live job and of 1 s for a bulk one. A shift,
  not an order of its own: the highest priority is served as if its listener ran dry a quarter of
  a second sooner, and can never let somebody else starve;
- by 20 ms for a job of a client who has more than a fair share of the live streams: among deadlines
  that are about equal it yields.

Between the head of the first lane and that of the second the earlier deadline wins, but for two
cases. A first step, which may be long, is put off if a listener would fall due before it ends. And
a first sound that is late already waits until nobody would within 200 ms more: it is worse with
every millisecond, but a gap is heard as a fault at once. So in overload listeners who are hearing
go on hearing, with a cushion, and what there is too little of is first sounds.

Bulk comes when neither lane has anything; and what is left of the workers goes into listeners who
hold enough, up to the most that may be made ahead, against bad times.

Earliest deadline first meets every deadline that can be met, on one processor and with preemption
(Liu and Layland, 1973; Dertouzos, 1974). Steps are not preempted, so whoever is next waits for at
most one step.

**First come first served**: the job that came first until it is finished, and nothing is held back.
**Round robin**: each ready job one step in turn. Both know the classes, neither knows deadlines;
they exist to be compared with.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, Literal

from brisa.scheduler.job import DEFAULT_PRIORITY, Entry, JobClass

PolicyName = Literal["edf", "fifo", "rr"]

LIVE_SHIFT_NS: Final = 5_000_000
BULK_SHIFT_NS: Final = 1_000_000_000
YIELD_NS: Final = 20_000_000
CUSHION_NS: Final = 200_000_000


class Lane(IntEnum):
    """The queues, in the order of the classes."""

    FIRST = 0
    HEARING = 1
    BULK = 2
    AHEAD = 3


@dataclass(frozen=True, slots=True)
class Policy:
    """How the lanes are ordered; ``holds_back``: streams are made ahead to a bound.

    ``knows_time``: deadlines and look-aheads count.
    """

    name: PolicyName
    holds_back: bool = True
    knows_time: bool = False

    def lane(self, entry: Entry[Any]) -> Lane:
        """Where a job that is ready stands."""
        if entry.terms.job_class is JobClass.BULK:
            return Lane.BULK
        if self.knows_time and entry.need.ahead_until_ns is not None:
            return Lane.AHEAD
        return Lane.FIRST if entry.need.first else Lane.HEARING

    def order(self, entry: Entry[Any], turn: int, *, yields: bool) -> int:
        """The job's number in its lane; ``turn`` counts how often any job became ready."""
        if self.name == "fifo":
            return entry.number
        if self.name == "rr":
            return turn
        return entry.need.deadline_ns + shift_ns(entry) + (YIELD_NS if yields else 0)

    def hearing_goes_first(
        self, first_order: int, hearing_order: int, now_ns: int, first_step_ns: int
    ) -> bool:
        """Of the heads of the first two lanes, the second goes.

        ``first_step_ns`` is what a step of the first lane's head takes.
        """
        if self.knows_time:
            ends_ns = now_ns + first_step_ns
            late = now_ns >= first_order
            return hearing_order <= (ends_ns + CUSHION_NS if late else max(first_order, ends_ns))
        return hearing_order < first_order


def shift_ns(entry: Entry[Any]) -> int:
    """What the job's priority takes off its deadlines (negative) or adds to them."""
    points = DEFAULT_PRIORITY - entry.terms.priority
    bulk = entry.terms.job_class is JobClass.BULK
    return points * (BULK_SHIFT_NS if bulk else LIVE_SHIFT_NS)


POLICIES: Final[dict[PolicyName, Policy]] = {
    "edf": Policy("edf", knows_time=True),
    "fifo": Policy("fifo", holds_back=False),
    "rr": Policy("rr"),
}
