"""The threads of a worker that listeners wait for, with the policy that the plan has for them.

They are the one that steps and, of the same urgency, those that carry its messages: on a worker's
own core a real-time thread leaves no time to ordinary ones, so answers would wait for the end of
the next step, and beats would be missed while the worker is at its best. Threads that load voices
stay ordinary, as they compute for longer than a real-time thread may.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from brisa.clock import SystemClock
from brisa.placement.applied import Applied
from brisa.placement.apply import settle_thread
from brisa.placement.plan import ThreadPlacement
from brisa.placement.scheduling import Breather

_TASKS = Path("/proc/self/task")
_ZEROMQ = "ZMQbg"
"""How the threads of libzmq call themselves."""


class Urgency:
    """Of one worker process, settled by its main thread."""

    def __init__(self, placement: ThreadPlacement) -> None:
        self._placement = placement
        self._realtime = False
        self._clock = SystemClock()
        self._breather = Breather()

    def settle_stepping(self) -> tuple[Applied, ...]:
        """The calling thread steps: give it its policy; what became of that."""
        steps = [step for step in settle_thread(self._placement) if step.what != "cores"]
        self._realtime = any(
            step.what == "policy" and step.got.startswith(self._placement.policy) for step in steps
        )
        return tuple(steps)

    def settle_messengers(self, *thread_ids: int | None) -> None:
        """These threads and the I/O threads of ZeroMQ carry messages. To be called when they
        run."""
        if self._placement.realtime or self._placement.nice:
            for thread_id in (*filter(None, thread_ids), *_io_threads()):
                settle_thread(self._placement, thread_id)

    def rest(self) -> None:
        """After every step. Of threads of one priority each runs until it waits or yields."""
        if self._realtime:
            os.sched_yield()
            self._breather.rest(self._clock.now_ns())


def _io_threads() -> Iterator[int]:
    """Native ids; none where they cannot be told."""
    if sys.platform != "linux":
        return
    for task in _TASKS.iterdir():
        try:
            name = (task / "comm").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended
        if name.startswith(_ZEROMQ):
            yield int(task.name)
