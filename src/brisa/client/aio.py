"""A client for coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable
from random import Random
from ssl import SSLContext
from types import TracebackType
from typing import Literal, Self, Unpack

from brisa.client.address import stream_url
from brisa.client.connection import Connection
from brisa.client.dial import Target
from brisa.client.events import (
    Connected,
    ConnectionEvent,
    Ended,
    Event,
    GaveUp,
    Sounded,
    Started,
)
from brisa.client.options import ClientOptions, StartOptions, start_fields
from brisa.client.protocol import ClientProtocol
from brisa.client.results import Chunk
from brisa.client.utterance import AsyncUtterance
from brisa.clock import SystemClock


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
        self._options = options or ClientOptions()
        self._on_event = on_event
        clock = SystemClock()
        self._protocol = ClientProtocol(self._options.line, Random(), clock.now_ns())
        self._connection = Connection(
            self._protocol,
            Target(stream_url(url), api_key, ssl_context, proxy),
            self._options,
            clock,
            take=self._take,
            is_full=self._is_full,
        )
        self._utterances: dict[int, AsyncUtterance] = {}
        self._task: asyncio.Task[None] | None = None
        self._greeted: asyncio.Future[None] | None = None

    @property
    def session(self) -> str | None:
        """The server's name for this client's session, for its logs; ``None`` without one."""
        return self._protocol.session

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._greeted = loop.create_future()
        self._task = loop.create_task(self._connection.run())
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
        connection = self._connection
        utterance = AsyncUtterance(
            key, self._protocol.utterances, said=connection.said.set, room=connection.room.set
        )
        self._utterances[key] = utterance
        connection.said.set()
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

    def _is_full(self) -> bool:
        most_s = self._options.max_buffer_s
        return any(
            utterance.buffered_samples > most_s * (utterance.sample_rate_hz or 1)
            for utterance in self._utterances.values()
        )

    def _take(self, event: Event) -> None:
        match event:
            case Started() | Sounded():
                if event.key in self._utterances:
                    self._utterances[event.key].take(event)
            case Ended():
                if event.key in self._utterances:
                    self._utterances.pop(event.key).take(event)
            case _:
                self._take_of_connection(event)

    def _take_of_connection(self, event: ConnectionEvent) -> None:
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
