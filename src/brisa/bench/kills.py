"""The scenario ``kills``: workers are killed under listeners, who must hear nothing of it.

During a load, one worker after another gets SIGKILL, evenly spread over the time in which requests
are made; the victim is the one that has lived longest, so each has had its share of the streams.
If no other worker is ready, which is another fault, a kill waits for one, until the next is due.
The bytes that every listener got are compared with those of the same request made to the same
server while nothing else happened.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2s

from brisa.bench.arrivals import ramp_s
from brisa.bench.inspection import ready_workers, status_of
from brisa.bench.listeners import Target
from brisa.bench.listening import LoadPlan
from brisa.bench.utterances import Utterance
from brisa.bench.worker_pids import worker_pids
from brisa.clock import NS_PER_S, Clock
from brisa.errors import EngineFailed

_REFERENCE_TIMEOUT_S = 60.0
_LOOK_S = 0.05


@dataclass(frozen=True, slots=True)
class Kill:
    """A worker that was killed ``at_ns``, ``waited_ns`` later than it was due; ``left`` are those
    that were ready then but for itself. ``pid`` ``None``: there was none to kill."""

    at_ns: int
    pid: int | None
    left: int
    waited_ns: int = 0


def kill_times_s(duration_s: float, count: int) -> list[float]:
    """When, after the start of the load: once all listeners have come, at equal distances, the
    last one so that it has as much time as the others before the load is over."""
    first_s = ramp_s(duration_s)
    step_s = (duration_s - first_s) / count
    return [first_s + index * step_s for index in range(count)]


def references(
    host: str,
    port: int,
    texts: Sequence[Utterance],
    tick: Callable[[float], None] = lambda share: None,
) -> list[str]:
    """The digest of each utterance's samples, asked for alone and one after another.

    Raises ``EngineFailed`` if the server does not speak one.
    """
    found = []
    for index, utterance in enumerate(texts):
        found.append(_reference(host, port, utterance.text))
        tick((index + 1) / len(texts))
    return found


def _reference(host: str, port: int, text: str) -> str:
    body = json.dumps({"input": text, "response_format": "pcm"})
    connection = http.client.HTTPConnection(host, port, timeout=_REFERENCE_TIMEOUT_S)
    try:
        connection.request("POST", "/v1/audio/speech", body, {"content-type": "application/json"})
        response = connection.getresponse()
        samples = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise EngineFailed("A server broke off an answer; see brisa doctor.") from error
    finally:
        connection.close()
    if response.status != 200 or not samples:
        raise EngineFailed("A server refused to speak; see brisa doctor.")
    return blake2s(samples).hexdigest()


class Killer:
    """Kills workers of a server during one load; ``kills`` is what it has done."""

    def __init__(self, server: Target, plan: LoadPlan, count: int, clock: Clock) -> None:
        """``server`` is one of ours."""
        self.kills: list[Kill] = []
        self._server = server
        self._times_s = kill_times_s(plan.duration_s, count)
        self._interval_ns = round((plan.duration_s - self._times_s[0]) / count * NS_PER_S)
        self._clock = clock
        self._over = threading.Event()

    @contextmanager
    def around(self, began_ns: int) -> Iterator[None]:
        """At work while the block lasts, by a thread of its own."""
        thread = threading.Thread(target=self._work, args=(began_ns,), name="bench-kills")
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _work(self, began_ns: int) -> None:
        for time_s in self._times_s:
            due_ns = began_ns + round(time_s * NS_PER_S)
            if self._over.wait(max(due_ns - self._clock.now_ns(), 0) / NS_PER_S):
                return
            ready = self._ready(due_ns + self._interval_ns * 9 // 10)
            self.kills.append(self._kill(due_ns, ready))

    def _ready(self, until_ns: int) -> set[int]:
        """The workers that are ready, once there are two of them or when time is up."""
        while True:
            ready = self._ready_now()
            if len(ready) > 1 or self._clock.now_ns() >= until_ns or self._over.wait(_LOOK_S):
                return ready

    def _ready_now(self) -> set[int]:
        with suppress(EngineFailed):  # a server that is too busy to say how it is
            report = status_of(self._server.host, self._server.port)
            return {worker.pid for worker in ready_workers(report) if worker.pid}
        return set()

    def _kill(self, due_ns: int, ready: set[int]) -> Kill:
        assert self._server.pid is not None
        victim = next((pid for pid in worker_pids(self._server.pid) if pid in ready), None)
        at_ns = self._clock.now_ns()
        if victim is not None:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                victim = None
        return Kill(at_ns, victim, len(ready - {victim}), at_ns - due_ns)
