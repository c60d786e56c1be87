"""The stream buffer between synthesis and whoever listens, bounded in milliseconds of audio.

One writer (the pool thread that steps the stream) and one reader, which may be a thread
(:meth:`get`) or a coroutine (:meth:`aget`). It closes exactly once, with an outcome (P3); what was
buffered before the close is still read. A reader that stops reading stops the writer being
scheduled (``has_room``), it never blocks it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable

from brisa.types import Outcome, PcmChunk


class ChunkChannel:
    """Bounded, closeable, thread-safe queue of chunks.

    ``high_ms`` is where the writer should stop being scheduled, ``low_ms`` where ``on_low`` is
    called, from the reader's thread, to have it scheduled again.
    """

    def __init__(self, *, low_ms: float, high_ms: float, on_low: Callable[[], None]) -> None:
        self._low_ms = low_ms
        self._high_ms = high_ms
        self._on_low = on_low
        self._chunks: deque[PcmChunk] = deque()
        self._buffered_ms = 0.0
        self._full = False
        self._outcome: Outcome | None = None
        self._changed = threading.Condition()
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    @property
    def buffered_ms(self) -> float:
        """Audio that is waiting to be read."""
        return self._buffered_ms

    @property
    def outcome(self) -> Outcome | None:
        """How the stream ended, or ``None`` while it has not."""
        return self._outcome

    def has_room(self) -> bool:
        """False from the high mark until the reader has drained it to the low mark."""
        return not self._full and self._outcome is None

    def put(self, chunk: PcmChunk) -> None:
        """Add a chunk; dropped if the channel has been closed meanwhile (a cancel won)."""
        with self._changed:
            if self._outcome is not None:
                return
            self._chunks.append(chunk)
            self._buffered_ms += chunk.duration_ms
            self._full = self._full or self._buffered_ms >= self._high_ms
            self._notify()

    def close(self, outcome: Outcome, *, discard: bool = False) -> bool:
        """End the stream; the first close wins. ``discard`` drops what was not read.

        True if this call was the one that ended it.
        """
        with self._changed:
            if self._outcome is not None:
                return False
            self._outcome = outcome
            if discard:
                self._chunks.clear()
                self._buffered_ms = 0.0
            self._notify()
            return True

    def get(self) -> PcmChunk | None:
        """The next chunk, waiting for it; ``None`` after the last one."""
        with self._changed:
            while not self._chunks and self._outcome is None:
                self._changed.wait()
            chunk, drained = self._take()
        if drained:
            self._on_low()
        return chunk

    async def aget(self) -> PcmChunk | None:
        """As :meth:`get`, for a coroutine. Cancelling it loses nothing."""
        while True:
            with self._changed:
                if self._chunks or self._outcome is not None:
                    chunk, drained = self._take()
                    break
                loop = asyncio.get_running_loop()
                waiter: asyncio.Future[None] = loop.create_future()
                self._waiters.append((loop, waiter))
            await waiter
        if drained:
            self._on_low()
        return chunk

    def _take(self) -> tuple[PcmChunk | None, bool]:
        if not self._chunks:
            return None, False
        chunk = self._chunks.popleft()
        self._buffered_ms = self._buffered_ms - chunk.duration_ms if self._chunks else 0.0
        drained = self._full and self._buffered_ms <= self._low_ms
        if drained:
            self._full = False
        return chunk, drained

    def _notify(self) -> None:
        self._changed.notify_all()
        waiters, self._waiters = self._waiters, []
        for loop, waiter in waiters:
            # A loop that was closed has no reader left to wake.
            if not loop.is_closed():
                loop.call_soon_threadsafe(_wake, waiter)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
