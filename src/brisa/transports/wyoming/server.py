"""Wyoming on a TCP port of its own: owns the connections, and keeps the menu."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from brisa.clock import NS_PER_S
from brisa.errors import Overloaded
from brisa.telemetry.bugs import log_bug
from brisa.transports.clients import Client, calling
from brisa.transports.talk.connection import Connection
from brisa.transports.talk.services import TalkLimits, TalkServices
from brisa.transports.talk.tcp import READ_BYTES, TcpChannel
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.events import EventLimits, event_bytes
from brisa.transports.wyoming.menu import Program
from brisa.transports.wyoming.menu_keeper import MenuKeeper
from brisa.transports.wyoming.protocol import WyomingProtocol
from brisa.types import TextOptions

logger = logging.getLogger(__name__)

SILENT_NS: Final = NS_PER_S
"""Whoever has just come is about to say something; after this it makes room for others."""

_BACKLOG: Final = 512

READS: Final = TalkLimits(contexts=1, messages_per_s=5000, burst=100_000)
"""An event may come in three reads; how many events are taken is the protocol's to say."""


@dataclass(frozen=True, slots=True)
class WyomingBounds:
    """``connections`` at a time; ``queue_bytes`` of a client's audio that wait for it here;
    ``data_bytes`` of an event; ``stall_timeout_s``: how long a client may take nothing."""

    connections: int = 128
    queue_bytes: int = 1 << 14
    data_bytes: int = 2 << 20
    stall_timeout_s: float = 300.0


class WyomingServer:
    """:meth:`listen` on a socket, then serve in :meth:`running`."""

    def __init__(
        self,
        program: Program,
        services: TalkServices,
        names: VoiceNames,
        text: TextOptions,
        bounds: WyomingBounds,
    ) -> None:
        self._services = services
        self._text = text
        self._bounds = bounds
        self._menu = MenuKeeper(program, services.synthesizer, services.clock, names)
        self._listener: socket.socket | None = None
        self._closing = False
        self._connections: dict[asyncio.Task[None], WyomingProtocol] = {}
        self._events = EventLimits(data=bounds.data_bytes)

    @property
    def connections(self) -> int:
        """Those that are open."""
        return len(self._connections)

    @property
    def address(self) -> tuple[str, int] | None:
        """Where it listens."""
        if self._listener is None:
            return None
        host, port = self._listener.getsockname()[:2]
        return str(host), int(port)

    def listen(self, listener: socket.socket) -> None:
        """Serve on this bound socket, which stays its caller's."""
        self._listener = listener

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serves while the block is run, if there is a socket; cuts what is open at its end."""
        if self._listener is None:
            yield
            return
        async with asyncio.TaskGroup() as group:
            await self._menu.start(group)

            def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                self._accept(group, reader, writer)

            server = await asyncio.start_server(
                accept, sock=self._listener, limit=READ_BYTES, backlog=_BACKLOG
            )
            try:
                yield
            finally:
                self._closing = True
                server.close()
                for task in list(self._connections):
                    task.cancel()

    def _accept(
        self,
        group: asyncio.TaskGroup,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        now_ns = self._services.clock.now_ns()
        if self._closing:  # it was accepted just before
            writer.transport.abort()
            return
        full = len(self._connections) >= self._bounds.connections
        if full and not self._send_one_away(now_ns):
            _refuse(writer)
            return
        protocol = WyomingProtocol(lambda: self._menu.current, self._text, self._events)
        protocol.heard_ns = now_ns
        channel = TcpChannel(reader, writer, self._bounds.queue_bytes)
        peer = writer.get_extra_info("peername")
        client = Client(str(peer[0]) if peer else None)
        task = group.create_task(self._serve(channel, protocol, client))
        self._connections[task] = protocol
        task.add_done_callback(lambda done: self._connections.pop(done, None))

    async def _serve(self, channel: TcpChannel, protocol: WyomingProtocol, client: Client) -> None:
        calling(client)
        limits = replace(READS, stall_timeout_s=self._bounds.stall_timeout_s)
        try:
            await self._menu.freshen()
            await Connection(channel, protocol, self._services, limits).run()
            await channel.linger()
        except Exception as error:  # noqa: BLE001 - the safety net; other connections go on
            log_bug(logger, "a connection raised", error)
        finally:
            await channel.shut()

    def _send_one_away(self, now_ns: int) -> bool:
        """Make room: whoever asked for nothing, and has said nothing for longest, has to go."""
        idle = [
            (protocol.heard_ns, task)
            for task, protocol in self._connections.items()
            if not protocol.busy and now_ns - protocol.heard_ns > SILENT_NS
        ]
        if not idle:
            return False
        _, longest = min(idle, key=lambda one: one[0])
        del self._connections[longest]
        longest.cancel()
        return True


def _refuse(writer: asyncio.StreamWriter) -> None:
    error = Overloaded("All connections are taken; try again shortly.", reason="connections")
    with suppress(OSError):
        writer.write(event_bytes("error", {"text": error.message, "code": error.code}))
    writer.close()
