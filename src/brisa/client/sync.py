"""A client without coroutines: the other one, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from ssl import SSLContext
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, Unpack

from brisa.client.aio import AsyncClient
from brisa.client.errors import ConnectionFailed
from brisa.client.events import ConnectionEvent
from brisa.client.feeder import Feeder
from brisa.client.options import ClientOptions, StartOptions
from brisa.client.results import Cancellation, Chunk
from brisa.client.utterance import AsyncUtterance
from brisa.errors import BrisaError
from brisa.types import Outcome

T = TypeVar("T")


class Utterance:
    """As :class:`~brisa.client.utterance.AsyncUtterance`, for any thread; one of them iterates."""

    def __init__(self, inner: AsyncUtterance, client: Client) -> None:
        self._inner = inner
        self._client = client

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; ``None`` while it has not."""
        return self._inner.outcome

    @property
    def error(self) -> BrisaError | None:
        """What the outcome ``Failed`` is about."""
        return self._inner.error

    @property
    def voice(self) -> str | None:
        """The voice that speaks it, once it has started."""
        return self._inner.voice

    @property
    def sample_rate_hz(self) -> int | None:
        """Of its audio, once it has started."""
        return self._inner.sample_rate_hz

    @property
    def degraded(self) -> tuple[str, ...]:
        """What is less than was asked for."""
        return self._inner.degraded

    def push(self, text: str) -> None:
        """More text; see :meth:`AsyncUtterance.push`."""
        self._client.call(lambda: self._inner.push(text))

    def flush(self) -> None:
        """Speak what there is."""
        self._client.call(self._inner.flush)

    def end(self) -> None:
        """No more text."""
        self._client.call(self._inner.end)

    def playhead(self, sample: int, *, paused: bool = False) -> None:
        """The listener has heard up to ``sample``."""
        self._client.call(lambda: self._inner.playhead(sample, paused=paused))

    def cancel(self, played_sample: int | None = None) -> Cancellation:
        """Stop, and what was heard; see :meth:`AsyncUtterance.cancel`."""
        return self._client.wait(self._inner.cancel(played_sample))

    def drop(self) -> None:
        """Stop, without an answer."""
        self._client.call(self._inner.drop)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Chunk:
        chunk = self._client.wait(_next(self._inner))
        if chunk is None:
            raise StopIteration
        return chunk


class Client:
    """As :class:`~brisa.client.aio.AsyncClient`, for ``with``, loops and threads.

    ``on_event`` is called in the client's own thread.
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
        self._inner = AsyncClient(
            url,
            api_key,
            options=options,
            on_event=on_event,
            ssl_context=ssl_context,
            proxy=proxy,
        )
        self._entered: Future[None] = Future()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None

    @property
    def session(self) -> str | None:
        """The server's name for this client's session."""
        return self._inner.session

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._main, name="brisa-client", daemon=True)
        self._thread.start()
        try:
            self._entered.result()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cancel what still runs, and leave."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        with suppress(ConnectionFailed):  # its loop has ended
            if self._leave is not None:
                self.call(self._leave.set)
        thread.join()

    def start(self, **options: Unpack[StartOptions]) -> Utterance:
        """Begin an utterance; see :meth:`AsyncClient.start`."""
        return Utterance(self.call(lambda: self._inner.start(**options)), self)

    def say(self, text: str | Iterable[str], **options: Unpack[StartOptions]) -> Iterator[Chunk]:
        """The audio of ``text``, whole or in pieces as they come; a thread takes the pieces.

        Left early, the utterance is cancelled, and the thread ends with the next piece. Where
        ``text`` raises, it is cancelled too, and that is raised here.
        """
        utterance = self.start(**options)
        feeder = Feeder(utterance, text)
        feeder.start()
        try:
            yield from utterance
            feeder.finish()
        finally:
            feeder.left = True
            if utterance.outcome is None:
                utterance.drop()

    def call(self, function: Callable[[], T]) -> T:
        """What ``function`` returns in the client's thread. Raises ``ConnectionFailed`` where that
        has ended."""

        async def called() -> T:
            return function()

        return self.wait(called())

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What ``coroutine`` returns in the client's thread, as :meth:`call`."""
        loop = self._loop
        try:
            if loop is None:
                raise RuntimeError
            future = asyncio.run_coroutine_threadsafe(coroutine, loop)
        except RuntimeError:
            coroutine.close()
            raise ConnectionFailed("The client is closed.") from None
        try:
            return future.result()
        except CancelledError:
            raise ConnectionFailed("The client is closed.") from None
        except BaseException:
            future.cancel()
            raise

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that entered
            if not self._entered.done():
                self._entered.set_exception(error)

    async def _run(self) -> None:
        self._leave = asyncio.Event()
        async with self._inner:
            self._loop = asyncio.get_running_loop()
            self._entered.set_result(None)
            await self._leave.wait()
            self._loop = None


async def _next(utterance: AsyncUtterance) -> Chunk | None:
    """``StopAsyncIteration`` does not pass through a future."""
    return await anext(utterance, None)
