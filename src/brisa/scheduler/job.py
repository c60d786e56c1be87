"""What the scheduler knows of a job: its class, its state, and what its next step needs.

::

                 wake, due           take              done(more)
    IDLE ◀──▶ WAITING ─────▶ READY ───────▶ RUNNING ────────────▶ READY
      │  wake                  ▲              │  │ wake
      └────────────────────────┤              │  ▼
                               └───────────── │ RUNNING_WOKEN
                                 done(any)    │  │
    IDLE ◀── done(idle) ──────────────────────┘  │ remove
    WAITING ◀── done(wait) ───── RUNNING         ▼
    GONE ◀── remove ── IDLE, WAITING, READY    LEAVING ── done ──▶ GONE

A job that is removed while somebody steps it is ``LEAVING`` until that step is given back, so that
it is neither taken nor admitted a second time meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, Generic, TypeVar

JobT = TypeVar("JobT")
"""Anything hashable by identity or value."""

DEFAULT_PRIORITY: Final = 50
MAX_PRIORITY: Final = 99


class JobClass(IntEnum):
    """Who goes first whatever the deadlines: a listener before a file."""

    LIVE = 0
    BULK = 1


class JobState(Enum):
    """Where a job stands; see the drawing above."""

    IDLE = "idle"
    WAITING = "waiting"
    READY = "ready"
    RUNNING = "running"
    RUNNING_WOKEN = "running_woken"
    LEAVING = "leaving"
    GONE = "gone"


class Event(Enum):
    """What can happen to a job."""

    WAKE = "wake"
    DUE = "due"
    TAKE = "take"
    DONE_MORE = "done_more"
    DONE_WAIT = "done_wait"
    DONE_IDLE = "done_idle"
    REMOVE = "remove"


TRANSITIONS: Final[dict[tuple[JobState, Event], JobState]] = {
    (JobState.IDLE, Event.WAKE): JobState.READY,
    (JobState.WAITING, Event.WAKE): JobState.READY,
    (JobState.WAITING, Event.DUE): JobState.READY,
    (JobState.READY, Event.WAKE): JobState.READY,
    (JobState.READY, Event.DUE): JobState.READY,
    (JobState.RUNNING, Event.WAKE): JobState.RUNNING_WOKEN,
    (JobState.RUNNING_WOKEN, Event.WAKE): JobState.RUNNING_WOKEN,
    (JobState.LEAVING, Event.WAKE): JobState.LEAVING,
    (JobState.READY, Event.TAKE): JobState.RUNNING,
    (JobState.RUNNING, Event.DONE_MORE): JobState.READY,
    (JobState.RUNNING, Event.DONE_WAIT): JobState.WAITING,
    (JobState.RUNNING, Event.DONE_IDLE): JobState.IDLE,
    (JobState.RUNNING_WOKEN, Event.DONE_MORE): JobState.READY,
    (JobState.RUNNING_WOKEN, Event.DONE_WAIT): JobState.READY,
    (JobState.RUNNING_WOKEN, Event.DONE_IDLE): JobState.READY,
    (JobState.LEAVING, Event.DONE_MORE): JobState.GONE,
    (JobState.LEAVING, Event.DONE_WAIT): JobState.GONE,
    (JobState.LEAVING, Event.DONE_IDLE): JobState.GONE,
    (JobState.IDLE, Event.REMOVE): JobState.GONE,
    (JobState.WAITING, Event.REMOVE): JobState.GONE,
    (JobState.READY, Event.REMOVE): JobState.GONE,
    (JobState.RUNNING, Event.REMOVE): JobState.LEAVING,
    (JobState.RUNNING_WOKEN, Event.REMOVE): JobState.LEAVING,
    (JobState.LEAVING, Event.REMOVE): JobState.LEAVING,
}


@dataclass(frozen=True, slots=True)
class Need:
    """What a job's next step is.

    ``deadline_ns`` is when its listener reaches the safety margin; of a bulk job, whatever puts the
    bulk jobs in order. ``first``: nothing of the stream has been produced yet. ``place`` is the
    worker that holds the stream's state, ``None`` where any may step it. Until ``ahead_until_ns``,
    if there is one, the listener holds enough, and the step is for a worker that nobody else wants.
    Steps of one ``kind`` may share a batch of up to ``batch_max``; ``weight`` is the cost relative
    to a typical step of the kind (:class:`brisa.engines.base.StepCost`).
    """

    deadline_ns: int
    first: bool = False
    kind: str = ""
    batch_max: int = 1
    weight: float = 1.0
    place: int | None = None
    ahead_until_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a job is served, for all of its life.

    ``priority`` 0 to 99 shifts its deadlines (:mod:`brisa.scheduler.policy`). ``client_key`` says
    whose share it counts against; ``None`` is nobody's. ``engine`` names whose speed it costs.
    ``expected_audio_ns`` is how long it will be, if that is known. Raises ``ValueError`` for a
    priority out of range.
    """

    job_class: JobClass = JobClass.LIVE
    priority: int = DEFAULT_PRIORITY
    client_key: str | None = None
    engine: str = ""
    expected_audio_ns: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.priority <= MAX_PRIORITY:
            raise ValueError("a priority is a number from 0 to 99")


@dataclass(slots=True, eq=False)
class Entry(Generic[JobT]):
    """One job in the table. ``ticket`` is that of its place in a queue, 0 where it is in none."""

    job: JobT
    terms: Terms
    number: int
    state: JobState = JobState.IDLE
    need: Need = Need(0)
    order: int = 0
    ticket: int = 0
    heard: bool = False
    spent_ns: int = 0
    produced_ns: int = 0

    def advance(self, event: Event) -> JobState:
        """The state after ``event``. Raises ``RuntimeError`` for what cannot happen in this one."""
        state = TRANSITIONS.get((self.state, event))
        if state is None:
            raise RuntimeError(f"{event} cannot happen to a job that is {self.state}")
        self.state = state
        return state

    @property
    def running(self) -> bool:
        """Somebody has taken the job and not given it back."""
        return self.state in (JobState.RUNNING, JobState.RUNNING_WOKEN, JobState.LEAVING)
