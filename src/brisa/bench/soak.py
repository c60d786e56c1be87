"""The scenario ``soak``: most of what a server can do, for long; memory must not grow.

Listeners as in the scenario ``listeners``, a share of those whom the server can serve. Meanwhile
memory is sampled every second and the server is asked every few seconds how late its event loop
ran.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from brisa.bench.inspection import labelled, metrics_of, status_of
from brisa.bench.listeners import Target
from brisa.clock import NS_PER_S, Clock
from brisa.errors import EngineFailed

LOOK_EVERY_NS = 5 * NS_PER_S


@dataclass(frozen=True, slots=True)
class Look:
    """What a server said of itself ``at_s`` after the start of the load; ``lag_ms`` is the worst of
    its event loop since the look before, roughly."""

    at_s: float
    lag_ms: float
    streams: int
    degradation_level: int


class Watcher:
    """Looks at a server around a load. ``looks`` is what it saw, ``before`` and ``after`` are the
    server's metrics at both ends."""

    def __init__(self, server: Target, clock: Clock) -> None:
        self.looks: list[Look] = []
        self.before: dict[str, float] = {}
        self.after: dict[str, float] = {}
        self._server = server
        self._clock = clock
        self._over = threading.Event()

    @contextmanager
    def around(self, began_ns: int) -> Iterator[None]:
        """Looks by a thread of its own while the block lasts."""
        self.before = metrics_of(self._server.host, self._server.port)
        thread = threading.Thread(target=self._work, args=(began_ns,), name="bench-soak")
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
        self.after = metrics_of(self._server.host, self._server.port)

    def counted(self, name: str) -> float:
        """What a counter rose by during the load; all of its labels together."""
        total = 0.0
        for sample, value in self.after.items():
            if sample == name or sample.startswith(f"{name}{{"):
                total += value - self.before.get(sample, 0.0)
        return total

    def counted_by(self, name: str, label: str) -> dict[str, float]:
        """The same by the values of a label, those that did not rise left out."""
        before = labelled(self.before, name, label)
        after = labelled(self.after, name, label)
        risen = {value: count - before.get(value, 0.0) for value, count in after.items()}
        return {value: count for value, count in risen.items() if count}

    def _work(self, began_ns: int) -> None:
        due_ns = began_ns + LOOK_EVERY_NS
        while not self._over.wait(max(due_ns - self._clock.now_ns(), 0) / NS_PER_S):
            due_ns += LOOK_EVERY_NS
            with suppress(EngineFailed):  # too busy to say how it is; the listeners tell
                self._look(began_ns)

    def _look(self, began_ns: int) -> None:
        report = status_of(self._server.host, self._server.port)
        at_s = (self._clock.now_ns() - began_ns) / NS_PER_S
        self.looks.append(
            Look(
                round(at_s, 2),
                round(report.loop_lag_ms or 0.0, 2),
                report.stream_count.total,
                report.degradation_level,
            )
        )
