"""The socket, the clock and the tasks around a client's protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from brisa.client.dial import NoSocket, Target, dial
from brisa.client.errors import ClientBroke
from brisa.client.events import Connected, Event, Resumed
from brisa.client.options import ClientOptions
from brisa.client.protocol import ClientProtocol
from brisa.clock import NS_PER_S, SystemClock

_FAREWELL_S: Final = 1.0
_ABNORMAL: Final = 1006
"""The close code of RFC 6455 for a connection that ended without one."""


class Connection:
    """Serves ``protocol`` over one socket after another; :meth:`run` it once, in a task of its own.

    ``take`` is called with every event. Nothing is read while ``is_full`` says so; whoever makes
    room sets :attr:`room`, and whoever has said something :attr:`said`.
    """

    def __init__(
        self,
        protocol: ClientProtocol,
        target: Target,
        options: ClientOptions,
        clock: SystemClock,
        *,
        take: Callable[[Event], None],
        is_full: Callable[[], bool],
    ) -> None:
        self.said = asyncio.Event()
        self.room = asyncio.Event()
        self._protocol = protocol
        self._target = target
        self._options = options
        self._clock = clock
        self._take = take
        self._is_full = is_full
        self._greeted = asyncio.Event()

    async def run(self) -> None:
        """Until the connection is given up, or until it is cancelled, which takes leave."""
        protocol = self._protocol
        try:
            while (dial_at_ns := protocol.dial_at_ns) is not None:
                await asyncio.sleep(self._span_s(dial_at_ns))
                protocol.dialled()
                try:
                    socket = await dial(self._target, self._attempt_s())
                except NoSocket as error:
                    protocol.closed(error.reason, self._now_ns(), fatal=error.fatal)
                else:
                    await self._converse(socket)
                self._tell()
        except Exception:
            # The safety net: whoever waits for an utterance learns of a bug, too.
            protocol.give_up(ClientBroke("The client has a bug; leaving it raises what it is."))
            raise
        finally:
            protocol.close(self._now_ns())
            self._tell()

    async def _converse(self, socket: ClientConnection) -> None:
        protocol = self._protocol
        protocol.opened(self._now_ns())
        try:
            async with asyncio.TaskGroup() as group:
                speaking = group.create_task(self._speak(socket))
                # Not the end of speaking is the end: what had come before is still to be heard.
                ends = [group.create_task(self._hear(socket)), group.create_task(self._watch())]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                for task in (speaking, *ends):
                    task.cancel()
        except asyncio.CancelledError:
            await self._take_leave(socket)
            raise
        finally:
            socket.transport.abort()
        protocol.closed(_closing(socket), self._now_ns(), code=socket.close_code)

    async def _hear(self, socket: ClientConnection) -> None:
        protocol = self._protocol
        with suppress(ConnectionClosed):
            while protocol.hang_up is None:
                protocol.received(await socket.recv(), self._now_ns())
                self.said.set()
                self._tell()
                if self._is_full():
                    await self._wait_for_room()

    async def _speak(self, socket: ClientConnection) -> None:
        protocol = self._protocol
        with suppress(ConnectionClosed):
            while True:
                self.said.clear()
                for message in protocol.outgoing(self._now_ns()):
                    await socket.send(message)
                at_ns = protocol.outgoing_at_ns()
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if at_ns is None else self._span_s(at_ns)):
                        await self.said.wait()

    async def _watch(self) -> None:
        protocol = self._protocol
        longest_s = self._options.line.heartbeat_s
        while protocol.hang_up is None:
            self._greeted.clear()
            at_ns = protocol.tick_at_ns()
            span_s = longest_s if at_ns is None else min(self._span_s(at_ns), longest_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(span_s):
                    await self._greeted.wait()
            protocol.tick(self._now_ns())
            self._tell()

    async def _take_leave(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(_FAREWELL_S):
                for message in self._protocol.close(self._now_ns()):
                    await socket.send(message)
                await socket.close()

    async def _wait_for_room(self) -> None:
        self._protocol.hold_back(True, self._now_ns())
        while self._is_full():
            self.room.clear()
            await self.room.wait()
        self._protocol.hold_back(False, self._now_ns())

    def _attempt_s(self) -> float:
        at_ns = self._protocol.tick_at_ns()
        most_s = self._options.open_timeout_s
        return most_s if at_ns is None else min(self._span_s(at_ns), most_s)

    def _span_s(self, at_ns: int) -> float:
        return max(at_ns - self._now_ns(), 0) / NS_PER_S

    def _now_ns(self) -> int:
        return self._clock.now_ns()

    def _tell(self) -> None:
        for event in self._protocol.events():
            if isinstance(event, Connected | Resumed):
                self._greeted.set()  # and with it the length of a silence that means something
            self._take(event)


def _closing(socket: ClientConnection) -> str:
    if socket.close_code is None or socket.close_code == _ABNORMAL:
        return "it broke"
    reason = f" ({socket.close_reason})" if socket.close_reason else ""
    return f"the server closed it with {socket.close_code}{reason}"
