"""What a worker may be, what may happen to it, and when it is given up; pure.

::

    BACKING_OFF ─SPAWNED─▶ STARTING ─GREETED─▶ LOADING ─LOADED─▶ READY ─DRAIN─▶ DRAINING
         ▲                    │                   │                │               │
         └────BACK_OFF──── DEAD ◀────EXITED───────┴────────────────┴───────────────┘

A worker that was drained stays ``DEAD`` if it is not wanted again. Time is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from brisa.clock import NS_PER_S

BEATS_MISSED_MAX = 3
FIRST_DELAY_NS = NS_PER_S // 10
LAST_DELAY_NS = 10 * NS_PER_S
HEALTHY_NS = 30 * NS_PER_S
"""Ready for this long, a worker's earlier failures are forgotten."""


class State(Enum):
    """What a worker is."""

    BACKING_OFF = "backing_off"
    STARTING = "starting"
    LOADING = "loading"
    READY = "ready"
    DRAINING = "draining"
    DEAD = "dead"


class Event(Enum):
    """What happens to a worker."""

    SPAWNED = "spawned"
    GREETED = "greeted"
    LOADED = "loaded"
    DRAIN = "drain"
    EXITED = "exited"
    BACK_OFF = "back_off"


TRANSITIONS: dict[tuple[State, Event], State] = {
    (State.BACKING_OFF, Event.SPAWNED): State.STARTING,
    (State.STARTING, Event.GREETED): State.LOADING,
    (State.STARTING, Event.EXITED): State.DEAD,
    (State.LOADING, Event.LOADED): State.READY,
    (State.LOADING, Event.EXITED): State.DEAD,
    (State.READY, Event.DRAIN): State.DRAINING,
    (State.READY, Event.EXITED): State.DEAD,
    (State.DRAINING, Event.EXITED): State.DEAD,
    (State.DEAD, Event.BACK_OFF): State.BACKING_OFF,
}


class Overdue(Enum):
    """Why a worker is given up though its process exists."""

    START = "did not start in time"
    LOAD = "did not load a voice in time"
    BEATS = "missed its beats"


@dataclass(frozen=True, slots=True)
class Limits:
    """Times after which a worker is given up."""

    start_ns: int
    load_ns: int
    beat_interval_ns: int

    @property
    def silence_ns(self) -> int:
        """How long a worker may be silent."""
        return BEATS_MISSED_MAX * self.beat_interval_ns


class Lifecycle:
    """One worker's state, its clocks and its restarts."""

    def __init__(self, limits: Limits, due_ns: int, failures: int = 0) -> None:
        """Backing off until ``due_ns``, which for a first start is the present."""
        self.state = State.BACKING_OFF
        self.failures = failures
        self._limits = limits
        self._since_ns = due_ns
        self._beat_at_ns = due_ns
        self._due_ns = due_ns
        self._load_since_ns: int | None = None

    def advance(self, event: Event, now_ns: int) -> None:
        """Go where the table leads. Raises ``ValueError`` for an event the state does not have."""
        target = TRANSITIONS.get((self.state, event))
        if target is None:
            raise ValueError(f"a worker that is {self.state.value} cannot be {event.value}")
        if event is Event.EXITED:
            self.failures = self._failures_with_one_more(now_ns)
        if event is Event.BACK_OFF:
            self._due_ns = now_ns + self.delay_ns
        self.state = target
        self._since_ns = now_ns
        self._beat_at_ns = now_ns
        if event in (Event.SPAWNED, Event.EXITED):
            self._load_since_ns = None

    @property
    def alive(self) -> bool:
        """A process exists."""
        return self.state not in (State.BACKING_OFF, State.DEAD)

    @property
    def delay_ns(self) -> int:
        """How long the next restart waits: doubled with every failure, within bounds."""
        doublings = min(max(self.failures - 1, 0), 20)
        return min(FIRST_DELAY_NS << doublings, LAST_DELAY_NS)

    def beat(self, now_ns: int) -> None:
        """A sign of life."""
        self._beat_at_ns = now_ns

    def loading(self, since_ns: int | None, now_ns: int) -> None:
        """The oldest load that is being waited for began then; ``None``: there is none."""
        if since_ns is None and self._load_since_ns is not None:
            self._beat_at_ns = now_ns
        self._load_since_ns = since_ns

    def successor(self, now_ns: int) -> Lifecycle:
        """That of a worker which is to take this one's place; having to is a failure."""
        failures = self._failures_with_one_more(now_ns)
        following = Lifecycle(self._limits, now_ns, failures)
        following._due_ns = now_ns + following.delay_ns
        return following

    def start_due(self, now_ns: int) -> bool:
        """A process is to be started."""
        return self.state is State.BACKING_OFF and now_ns >= self._due_ns

    def overdue(self, now_ns: int) -> Overdue | None:
        """Why the worker's process is to be killed, if it is.

        While a voice is loaded silence is allowed: that code may hold the interpreter for long.
        """
        limits = self._limits
        if self.state is State.STARTING:
            return Overdue.START if now_ns - self._since_ns > limits.start_ns else None
        if not self.alive:
            return None
        if self._load_since_ns is not None:
            return Overdue.LOAD if now_ns - self._load_since_ns > limits.load_ns else None
        return Overdue.BEATS if now_ns - self._beat_at_ns > limits.silence_ns else None

    def next_look_ns(self, now_ns: int) -> int | None:
        """When :meth:`start_due` or :meth:`overdue` may change by time alone."""
        if self.state is State.DEAD:
            return None
        if self.state is State.BACKING_OFF:
            return self._due_ns
        return now_ns + self._limits.beat_interval_ns

    def _failures_with_one_more(self, now_ns: int) -> int:
        healthy = self.state is State.READY and now_ns - self._since_ns >= HEALTHY_NS
        return 1 if healthy else self.failures + 1
