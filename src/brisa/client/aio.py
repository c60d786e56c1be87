"""A client for coroutines: the socket, the clock and the tasks around the protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable
from contextlib import suppress
from random import Random
from ssl import SSLContext
from types import TracebackType
from typing import Final, Literal, Self, Unpack

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from brisa.client.address import stream_url
from brisa.client.dial import NoSocket, Target, dial
from brisa.client.errors import ClientBroke
from brisa.client.events import Connected, ConnectionEvent, Ended, GaveUp, Sounded, Started
from brisa.client.options import ClientOptions, StartOptions, start_fields
from brisa.client.protocol import ClientProtocol
from brisa.client.results import Chunk
from brisa.client.utterance import AsyncUtterance
from brisa.clock import NS_PER_S, SystemClock

_FAREWELL_S: Final = 1.0


class AsyncClient:
    """Talks to the server at ``url``, over as many connections one after another as it takes.

    ``url`` is as in :func:`~brisa.client.address.stream_url`. Entered with ``async with``, which
    raises ``ConnectionFailed`` or ``AccessDenied`` if there is no server or no way in; left, it
    cancels what still runs. ``on_event`` is told how the connection fares, in the event loop.
    ``ssl_context`` replaces the usual one; ``proxy`` is ``True`` for that of the environment, a
    URL, or ``None``. One event loop, any number of its tasks.
    """

    def __init__(
        self,
        url: str,
        api_key: str | None = None,
        *,
        options: ClientOptions | None = None,
        on_event: Callable[[ConnectionEvent], None] | None = None,
        ssl_context: SSLContext | None = None,
        proxy: str | Literal[True] | None = True,
    ) -> None:
        self._target = Target(stream_url(url), api_key, ssl_context, proxy)
        self._options = options or ClientOptions()
        self._on_event = on_event
        self._clock = SystemClock()
        self._protocol = ClientProtocol(self._options.line, Random(), self._clock.now_ns())
        self._utterances: dict[int, AsyncUtterance] = {}
        self._said = asyncio.Event()
        self._room = asyncio.Event()
        self._agreed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._greeted: asyncio.Future[None] | None = None

    @property
    def session(self) -> str | None:
        """The server's name for this client's session, for its logs; ``None`` without one."""
        return self._protocol.session

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._greeted = loop.create_future()
        self._task = loop.create_task(self._run())
        try:
            await self._greeted
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Cancel what still runs, and leave."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
            if not task.cancelled():
                task.result()

    def start(self, **options: Unpack[StartOptions]) -> AsyncUtterance:
        """Begin an utterance; see :class:`~brisa.client.options.StartOptions`.

        Raises ``ConnectionFailed`` where the connection was given up, and ``InvalidRequest``.
        """
        key = self._protocol.start(start_fields(options))
        utterance = AsyncUtterance(
            key, self._protocol.utterances, said=self._said.set, room=self._room.set
        )
        self._utterances[key] = utterance
        self._said.set()
        return utterance

    async def say(
        self, text: str | Iterable[str] | AsyncIterable[str], **options: Unpack[StartOptions]
    ) -> AsyncIterator[Chunk]:
        """The audio of ``text``, whole or in pieces as they come; ``options`` are those of
        :meth:`start`.

        Cancelled if the loop over it is left early and the iterator closed, and where ``text``
        raises, which is then raised here.
        """
        utterance = self.start(**options)
        feeding = asyncio.get_running_loop().create_task(_feed(utterance, text))
        try:
            async for chunk in utterance:
                yield chunk
            await feeding
        finally:
            utterance.drop()
            feeding.cancel()
            await asyncio.wait([feeding])
            if not feeding.cancelled():
                feeding.exception()  # raised above, or of no interest any more

    # The connection, in one task.

    async def _run(self) -> None:
        protocol = self._protocol
        try:
            while (dial_at_ns := protocol.dial_at_ns) is not None:
                await self._until(dial_at_ns)
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
                tasks = [
                    group.create_task(self._hear(socket)),
                    group.create_task(self._speak(socket)),
                    group.create_task(self._watch()),
                ]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
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
                self._said.set()
                self._tell()
                if self._is_full():
                    await self._wait_for_room()

    async def _speak(self, socket: ClientConnection) -> None:
        protocol = self._protocol
        with suppress(ConnectionClosed):
            while True:
                self._said.clear()
                for message in protocol.outgoing(self._now_ns()):
                    await socket.send(message)
                at_ns = protocol.outgoing_at_ns()
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if at_ns is None else self._span_s(at_ns)):
                        await self._said.wait()

    async def _watch(self) -> None:
        protocol = self._protocol
        longest_s = self._options.line.heartbeat_s
        while protocol.hang_up is None:
            self._agreed.clear()
            at_ns = protocol.tick_at_ns()
            span_s = longest_s if at_ns is None else min(self._span_s(at_ns), longest_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(span_s):
                    await self._agreed.wait()
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
            self._room.clear()
            await self._room.wait()
        self._protocol.hold_back(False, self._now_ns())

    def _is_full(self) -> bool:
        most_s = self._options.max_buffer_s
        return any(
            utterance.buffered_samples > most_s * (utterance.sample_rate_hz or 1)
            for utterance in self._utterances.values()
        )

    def _attempt_s(self) -> float:
        at_ns = self._protocol.tick_at_ns()
        most_s = self._options.open_timeout_s
        return most_s if at_ns is None else min(self._span_s(at_ns), most_s)

    async def _until(self, at_ns: int) -> None:
        await asyncio.sleep(self._span_s(at_ns))

    def _span_s(self, at_ns: int) -> float:
        return max(at_ns - self._now_ns(), 0) / NS_PER_S

    def _now_ns(self) -> int:
        return self._clock.now_ns()

    def _tell(self) -> None:
        for event in self._protocol.events():
            match event:
                case Started() | Sounded():
                    if event.key in self._utterances:
                        self._utterances[event.key].take(event)
                case Ended():
                    if event.key in self._utterances:
                        self._utterances.pop(event.key).take(event)
                case _:
                    self._tell_of_connection(event)

    def _tell_of_connection(self, event: ConnectionEvent) -> None:
        self._agreed.set()  # on how long silence may last, among others
        greeted = self._greeted
        if greeted is not None and not greeted.done():
            match event:
                case Connected():
                    greeted.set_result(None)
                case GaveUp():
                    greeted.set_exception(event.error)
        if self._on_event is not None:
            # What it raises is the event loop's to report, and breaks no connection.
            asyncio.get_running_loop().call_soon(self._on_event, event)


async def _feed(utterance: AsyncUtterance, text: str | Iterable[str] | AsyncIterable[str]) -> None:
    try:
        if isinstance(text, AsyncIterable):
            async for piece in text:
                utterance.push(piece)
        else:
            for piece in [text] if isinstance(text, str) else text:
                utterance.push(piece)
    except Exception:
        utterance.drop()
        raise
    utterance.end()


def _closing(socket: ClientConnection) -> str:
    if socket.close_code is None or socket.close_code == _ABNORMAL:
        return "it broke"
    reason = f" ({socket.close_reason})" if socket.close_reason else ""
    return f"the server closed it with {socket.close_code}{reason}"


_ABNORMAL: Final = 1006
