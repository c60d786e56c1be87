"""The stream buffer between synthesis and whoever listens, bounded in milliseconds of audio.

One writer (the pool thread that steps the stream) and one reader, which may be a thread
(:meth:`ChunkChannel.get`) or a coroutine (:meth:`ChunkChannel.aget`). It closes exactly once, with
an outcome (P3); what was buffered before the close is still read. A reader that stops reading stops
the writer being scheduled, it never blocks it: of a step that does not fit, the rest waits beside
the buffer. Only when the next step comes before it found room is the buffer's ``overflow`` asked
what is to become of it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

from brisa.audio.buffer import AudioBuffer, take
from brisa.audio.buffer_options import Overflow
from brisa.service.chunk_marks import ChunkMarks
from brisa.types import Outcome, PcmChunk, PcmInt16

_NOTHING_T: Final = np.zeros(0, np.int16)


class ChunkChannel:
    """Bounded, closeable, thread-safe stream of chunks.

    ``buffer`` is owned by the channel. ``first_samples`` are gathered before the first is read.
    ``on_taken`` is told, in the reader's thread, how many samples the reader has got.
    """

    def __init__(
        self,
        buffer: AudioBuffer,
        *,
        first_samples: int = 0,
        on_taken: Callable[[int], None] = lambda samples: None,
    ) -> None:
        self._buffer = buffer
        self._rest: deque[PcmInt16] = deque()
        self._rest_samples = 0
        self._marks = ChunkMarks()
        self._chunk_samples = max(1, buffer.options.chunk_ms * buffer.sample_rate_hz // 1000)
        self._first_samples = min(first_samples, buffer.capacity_samples)
        self._lossless = buffer.options.overflow is Overflow.PAUSE
        self._read_samples = 0
        self._on_taken = on_taken
        self._outcome: Outcome | None = None
        self._changed = threading.Condition()
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    @property
    def sample_rate_hz(self) -> int:
        """The rate of every chunk."""
        return self._buffer.sample_rate_hz

    @property
    def capacity_samples(self) -> int:
        """The buffer's size; a step may lie beside it on top of that."""
        return self._buffer.capacity_samples

    @property
    def buffered_samples(self) -> int:
        """Audio that waits to be read, in and beside the buffer."""
        return self._buffer.fill_samples + self._rest_samples

    @property
    def buffered_ms(self) -> float:
        """As :attr:`buffered_samples`, in milliseconds."""
        return self.buffered_samples * 1000.0 / self.sample_rate_hz

    @property
    def lost_samples(self) -> int:
        """What overflowing has dropped, or taken away by speeding up."""
        counters = self._buffer.counters
        return counters.dropped_samples + counters.stretched_samples

    @property
    def outcome(self) -> Outcome | None:
        """How the stream ended, or ``None`` while it has not."""
        return self._outcome

    def put(self, chunk: PcmChunk) -> None:
        """Add a chunk; dropped if the channel has been closed meanwhile (a cancel won)."""
        with self._changed:
            if self._outcome is not None:
                return
            if self._rest and self._buffer.options.overflow is not Overflow.PAUSE:
                self._force()
            self._marks.add(chunk)
            self._rest.append(chunk.pcm_t)
            self._rest_samples += chunk.pcm_t.shape[0]
            self._fill()
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
                self._rest.clear()
                self._rest_samples = 0
                take(self._buffer, self._buffer.fill_samples)
            self._notify()
            return True

    def get(self) -> PcmChunk | None:
        """The next chunk, waiting for it; ``None`` after the last one."""
        with self._changed:
            while not self._readable() and self._outcome is None:
                self._changed.wait()
            chunk = self._take()
        return self._told(chunk)

    async def aget(self) -> PcmChunk | None:
        """As :meth:`get`, for a coroutine. Cancelling it loses nothing."""
        while True:
            with self._changed:
                if self._readable() or self._outcome is not None:
                    chunk = self._take()
                    break
                loop = asyncio.get_running_loop()
                waiter: asyncio.Future[None] = loop.create_future()
                self._waiters.append((loop, waiter))
            await waiter
        return self._told(chunk)

    def get_ready(self) -> PcmChunk | None:
        """The next chunk if one need not be waited for."""
        with self._changed:
            chunk = self._take() if self._readable() else None
        return self._told(chunk)

    def _told(self, chunk: PcmChunk | None) -> PcmChunk | None:
        if chunk is not None:
            self._on_taken(chunk.pcm_t.shape[0])
        return chunk

    def _readable(self) -> bool:
        return self._buffer.fill_samples >= max(self._first_samples, 1)

    def _take(self) -> PcmChunk | None:
        start = self._read_samples + (0 if self._lossless else self.lost_samples)
        to_next = self._marks.samples_to_next_segment(start) or self._chunk_samples
        pcm_t = take(self._buffer, min(self._chunk_samples, to_next))
        samples = len(pcm_t)
        if not samples:
            return None
        self._first_samples = 0
        self._read_samples += samples
        if self._rest:
            self._fill()
        segment, words = self._marks.take(start, start + samples)
        pcm_t.setflags(write=False)
        # What was dropped or sped up counts in ``start``, so places in the stream stay true.
        return PcmChunk(pcm_t, self.sample_rate_hz, start, segment, words)

    def _fill(self) -> None:
        """Move as much of what waits into the buffer as fits."""
        while self._rest and (room := self._buffer.free_samples) > 0:
            pcm_t = self._rest.popleft()
            taken = self._buffer.write(pcm_t[:room])
            self._rest_samples -= taken
            if taken < pcm_t.shape[0]:
                self._rest.appendleft(pcm_t[taken:])
            if not taken:
                return

    def _force(self) -> None:
        """Write all that waits, as the buffer's overflow has it; what it refuses waits on."""
        waiting_t = np.concatenate(self._rest) if self._rest else _NOTHING_T
        taken = self._buffer.write(waiting_t)
        self._rest.clear()
        if taken < waiting_t.shape[0]:
            self._rest.append(waiting_t[taken:])
        self._rest_samples = waiting_t.shape[0] - taken

    def _notify(self) -> None:
        if not self._readable() and self._outcome is None:
            return
        self._changed.notify_all()
        waiters, self._waiters = self._waiters, []
        for loop, waiter in waiters:
            # A loop that was closed has no reader left to wake.
            if not loop.is_closed():
                loop.call_soon_threadsafe(_wake, waiter)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
