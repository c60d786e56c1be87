"""Who may stream: the cap on concurrent streams, and the way out when the server stops.

One gate serves every transport. It is touched on the event loop only, so it needs no lock. It is
also where a stream is counted against what its caller is allowed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from brisa.clock import Clock, SystemClock
from brisa.errors import Overloaded, ShuttingDown, Unavailable
from brisa.transports.clients import caller

RETRY_AFTER_S = 1.0
"""A stream that is heard as it is made ends within seconds; asking again sooner gains nothing."""

DRAIN_RETRY_AFTER_S = 5.0
"""By then a balancer sends the client elsewhere, or the next process listens."""


@dataclass(eq=False, slots=True)
class Ticket:
    """The right to one stream, held by the task that serves it."""

    task: asyncio.Task[object]
    broken: bool = False


class StreamGate:
    """Admits up to ``max_streams`` streams at a time, none while draining."""

    def __init__(self, max_streams: int, clock: Clock | None = None) -> None:
        if max_streams < 1:
            raise ValueError("a server that admits no stream cannot serve")
        self.max_streams = max_streams
        self._clock = clock or SystemClock()
        self._draining = False
        self._tickets: set[Ticket] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def active(self) -> int:
        """Streams that hold a ticket."""
        return len(self._tickets)

    @property
    def draining(self) -> bool:
        """No stream is admitted any more."""
        return self._draining

    @contextmanager
    def admit(self, characters: int = 0) -> Iterator[Ticket]:
        """A ticket for the calling task until the block is left; ``characters`` of text are to be
        spoken as far as it is known.

        Raises ``Overloaded``, ``ShuttingDown``, ``LimitReached`` and ``InvalidKey``, before
        anything has been done for the stream. One that the block refuses with ``Unavailable`` has
        cost its caller no characters.
        """
        if self._draining:
            raise draining_error()
        if len(self._tickets) >= self.max_streams:
            message = f"All {self.max_streams} streams are taken; try again shortly."
            raise Overloaded(message, retry_after_s=RETRY_AFTER_S, reason="streams")
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a stream is served by a task")
        client = caller()
        client.begin(characters, self._clock.now_ns())
        ticket = Ticket(task)
        self._tickets.add(ticket)
        self._idle.clear()
        try:
            yield ticket
        except Unavailable:
            client.refund(characters, self._clock.now_ns())
            raise
        finally:
            client.end()
            self._tickets.discard(ticket)
            if not self._tickets:
                self._idle.set()

    def start_draining(self) -> None:
        """Refuse new streams from here on; those that run go on."""
        self._draining = True

    async def wait_idle(self) -> None:
        """Return when no stream holds a ticket."""
        await self._idle.wait()

    def break_all(self) -> int:
        """Cut the streams that still run, by cancelling their tasks; how many there were."""
        for ticket in self._tickets:
            ticket.broken = True
            ticket.task.cancel()
        return len(self._tickets)


def draining_error() -> ShuttingDown:
    """What a request is told while the server drains."""
    message = "The server is shutting down and takes no new streams."
    return ShuttingDown(message, retry_after_s=DRAIN_RETRY_AFTER_S)
