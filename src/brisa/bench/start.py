"""The scenario ``start``: what a new process takes, and what a new server's first listener waits.

Every figure is of child processes that run one at a time, several times over; a server's first
request is compared with the later ones of the same process. All traffic is on loopback.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from brisa.bench.children import (
    ServerProcess,
    command_ms,
    first_byte_ms,
    request_first_byte_ms,
    started_server,
)
from brisa.bench.machine import rss_mb
from brisa.clock import Clock

_TEXT = "The first words of a new process are worth a measurement of their own."
_BRISA = ("-m", "brisa")

Tick = Callable[[int, int], None]
"""Called with the processes that have ended and those in all."""


@dataclass(frozen=True, slots=True)
class StartCounts:
    """``commands`` processes of each kind, ``servers`` servers, ``requests`` to each of them after
    its first one."""

    commands: int = 7
    servers: int = 3
    requests: int = 20

    @property
    def processes(self) -> int:
        return 3 * self.commands + self.servers


@dataclass(frozen=True, slots=True)
class ServerRun:
    """One server: start to ready, its first request and the later ones, its memory then and
    after them (``None`` where the system does not say)."""

    ready_ms: float
    first_request_ms: float
    later_requests_ms: tuple[float, ...]
    rss_ready_mb: float | None
    rss_after_mb: float | None

    @property
    def later_request_ms(self) -> float:
        return statistics.median(self.later_requests_ms)

    @property
    def first_to_later_ratio(self) -> float:
        return self.first_request_ms / self.later_request_ms


@dataclass(slots=True)
class StartTimes:
    """What was measured, in the order in which it was."""

    python_ms: list[float] = field(default_factory=list)
    help_ms: list[float] = field(default_factory=list)
    say_first_audio_ms: list[float] = field(default_factory=list)
    servers: list[ServerRun] = field(default_factory=list)


def measure_start(
    counts: StartCounts,
    clock: Clock,
    options: Sequence[str] = (),
    tick: Tick = lambda done, total: None,
) -> StartTimes:
    """Run the children by turns, after one command that is not counted and fills the caches.

    ``options`` go to every ``say`` and ``serve``. Raises ``EngineFailed`` if a child fails.
    """
    say = (*_BRISA, "say", _TEXT, "--out", "-", "--format", "pcm", "--quiet", *options)
    first_byte_ms(say, clock)
    times = StartTimes()
    done = 0
    for _ in range(counts.commands):
        times.python_ms.append(command_ms(("-c", "pass"), clock))
        times.help_ms.append(command_ms((*_BRISA, "--help"), clock))
        times.say_first_audio_ms.append(first_byte_ms(say, clock))
        done += 3
        tick(done, counts.processes)
    for _ in range(counts.servers):
        times.servers.append(_measure_server(counts.requests, clock, options))
        done += 1
        tick(done, counts.processes)
    return times


def _measure_server(requests: int, clock: Clock, options: Sequence[str]) -> ServerRun:
    with started_server(clock, options) as server:
        rss_ready_mb = rss_mb(server.pid)
        first_ms = _request_ms(server, clock)
        later_ms = tuple(_request_ms(server, clock) for _ in range(requests))
        rss_after_mb = rss_mb(server.pid)
    return ServerRun(server.ready_ms, first_ms, later_ms, rss_ready_mb, rss_after_mb)


def _request_ms(server: ServerProcess, clock: Clock) -> float:
    return request_first_byte_ms(server.host, server.port, _TEXT, clock)
