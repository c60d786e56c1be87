"""Watches over the steps that run: what takes too long is concealed from who would hear it.

A step is *late* when it has run longer than its limit. Just before that its stream begins to be
looked at, and whenever its listener holds less than two frames a piece of filler is put in, to be
heard once the step is late (:class:`brisa.service.outlet.Outlet`), until the step is done or the
filler has faded away. After that the listener hears silence, and the silence is counted as one: a
filler puts off, it does not hide.

A step whose worker was lost is being repeated elsewhere, with the same samples, and what is heard
is to be the same too; so it gets 300 ms more. A stream that nobody listens to while it is made is
never watched.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final, Protocol

from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.engines.base import SpeechStream
from brisa.service.outlet import RESERVE_MS

RESERVE_NS: Final = RESERVE_MS * NS_PER_MS
MOVED_GRACE_MS: Final = 300
"""How long a segment that lost its worker may take to be as far as it was."""


class Concealable(Protocol):
    """A stream with a listener."""

    def conceal(self, now_ns: int, late_at_ns: int) -> int | None:
        """See :meth:`brisa.service.outlet.Outlet.conceal`."""


@dataclass(slots=True)
class _Step:
    """A step that runs. ``look_ns`` is when it is looked at, ``None`` never again."""

    stream: SpeechStream
    place: int | None
    deaths: int
    late_at_ns: int
    look_ns: int | None
    moved: bool = False


class StepWatch:
    """A thread over the steps that run. Start with :meth:`start`, stop with :meth:`close`.

    Steps are told from any thread, one of a stream at a time. ``limit_ms`` is how long one may
    take.
    """

    def __init__(self, clock: Clock, limit_ms: int) -> None:
        self._clock = clock
        self._limit_ns = limit_ms * NS_PER_MS
        self._steps: dict[Concealable, _Step] = {}
        self._bell = threading.Condition(threading.Lock())
        self._parked = False
        self._idle = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="brisa-concealment", daemon=True)

    def start(self) -> None:
        """Watch."""
        self._thread.start()

    def close(self) -> None:
        """Watch no more."""
        with self._bell:
            self._closing = True
            self._bell.notify()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def parked(self) -> bool:
        """It waits for a step to begin, however long that takes."""
        return self._parked

    def began(self, owner: Concealable, stream: SpeechStream, now_ns: int) -> None:
        """A step of ``stream``, which ``owner`` has a listener for, begins."""
        late_at_ns = now_ns + self._limit_ns
        look_ns = max(late_at_ns - RESERVE_NS, now_ns)
        step = _Step(stream, stream.place, _deaths(stream), late_at_ns, look_ns)
        with self._bell:
            self._steps[owner] = step
            if self._parked:
                self._bell.notify()

    def ended(self, owner: Concealable) -> None:
        """It is over; harmless if none runs."""
        with self._bell:
            self._steps.pop(owner, None)

    def look(self, now_ns: int) -> None:
        """Have concealed what is late by now, or about to be."""
        with self._bell:
            due = [item for item in self._steps.items() if _is_due(item[1], now_ns)]
        for owner, step in due:
            if not step.moved and _has_moved(step):
                step.moved = True
                step.late_at_ns = now_ns + MOVED_GRACE_MS * NS_PER_MS
                step.look_ns = step.late_at_ns - RESERVE_NS
            else:
                step.look_ns = owner.conceal(now_ns, step.late_at_ns)

    def next_look_ns(self) -> int | None:
        """When :meth:`look` has something to do, as things stand."""
        with self._bell:
            return self._next_look_ns()

    def _next_look_ns(self) -> int | None:
        times_ns = (step.look_ns for step in self._steps.values() if step.look_ns is not None)
        return min(times_ns, default=None)

    def _run(self) -> None:
        while self._wait():
            self.look(self._clock.now_ns())

    def _wait(self) -> bool:
        """Until there may be something to look at; false when there never will be.

        It never waits longer than until a step that begins meanwhile is to be looked at; unless no
        step ran for so long, when the next one to begin wakes it.
        """
        with self._bell:
            look_ns = self._next_look_ns()
            longest_ns = max(self._limit_ns - RESERVE_NS, NS_PER_MS)
            waits_ns: int | None = longest_ns
            if look_ns is not None:
                waits_ns = min(max(look_ns - self._clock.now_ns(), 0), longest_ns)
            elif self._idle:
                waits_ns = None
            self._parked, self._idle = waits_ns is None, look_ns is None
            if not self._closing:
                self._bell.wait(None if waits_ns is None else waits_ns / NS_PER_S)
            self._parked = False
            return not self._closing


def _is_due(step: _Step, now_ns: int) -> bool:
    return step.look_ns is not None and step.look_ns <= now_ns


def _deaths(stream: SpeechStream) -> int:
    """How many workers the segment has killed; those of this process kill none."""
    deaths: int = getattr(stream, "deaths", 0)
    return deaths


def _has_moved(step: _Step) -> bool:
    """The worker that held the segment was lost under the step."""
    left = step.place is not None and step.stream.place != step.place
    return left or _deaths(step.stream) != step.deaths


def open_watch(clock: Clock, limit_ms: int | None) -> StepWatch | None:
    """A watch that has begun; ``None`` where a step may take as long as it likes."""
    if limit_ms is None:
        return None
    watch = StepWatch(clock, limit_ms)
    watch.start()
    return watch
