"""Encoders off the event loop.

MP3, Opus and AAC cost 5 to 14 ms of CPU per second of audio (measured with PyAV at 24 kHz). Fifty
streams with two seconds waiting each would hold the loop for the better part of a second, and every
new request with it. So codecs run in a small pool of threads, where libav gives up the interpreter
lock while it works, in slices of :data:`SLICE_MS`, so that a stream whose first bytes are due waits
for slices and not for whole chunks. Bare samples, WAV and G.711 cost less than the way to a thread
and are made in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from threading import Barrier

import numpy as np

from brisa.audio.encoders.base import Encoder, EncoderOptions
from brisa.audio.encoders.table import FormatSpec, make_encoder
from brisa.service.speech import Speech
from brisa.transports.gather import batches
from brisa.transports.sound import Sound
from brisa.types import Finished, PcmInt16

SLICE_MS = 200
"""Audio per call of a codec, so that a stream whose first bytes are due does not wait long."""

BATCH_MS = 200
"""What lies ready goes together up to this, and a chunk more: a write costs as much as the way
through a chunk."""


class StreamEncoder:
    """The encoder of one stream, awaitable; one call at a time."""

    def __init__(self, encoder: Encoder, threads: ThreadPoolExecutor | None) -> None:
        self._encoder = encoder
        self._threads = threads
        self._slice_samples = encoder.sample_rate_hz * SLICE_MS // 1000
        self._running: Future[bytes] | None = None
        self.sample_rate_hz = encoder.sample_rate_hz
        self.batch_samples = encoder.sample_rate_hz * BATCH_MS // 1000

    async def encode(self, pcm_t: PcmInt16) -> bytes:
        """As :meth:`Encoder.encode`."""
        if self._threads is None:
            return self._encoder.encode(pcm_t)
        pieces = [
            await self._run(
                partial(self._encoder.encode, pcm_t[start : start + self._slice_samples])
            )
            for start in range(0, len(pcm_t), self._slice_samples)
        ]
        return b"".join(pieces)

    async def flush(self) -> bytes:
        """As :meth:`Encoder.flush`."""
        return await self._run(self._encoder.flush)

    def close(self) -> None:
        """Free the codec, once the call that may still be running in a thread has returned."""
        if self._running is None:
            self._encoder.close()
        else:
            self._running.add_done_callback(lambda _: self._encoder.close())

    async def _run(self, call: Callable[[], bytes]) -> bytes:
        if self._threads is None:
            return call()
        self._running = self._threads.submit(call)
        encoded = await asyncio.wrap_future(self._running)
        self._running = None
        return encoded


class EncodingThreads:
    """Owns the threads; :meth:`start` it first, and close it when no stream is left."""

    def __init__(self, threads: int = 2) -> None:
        self._count = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="brisa-encode")

    def start(self) -> None:
        """Have all threads running, so that no request waits for one to start."""
        met = Barrier(self._count + 1)
        for _ in range(self._count):
            self._threads.submit(met.wait)
        met.wait()

    @asynccontextmanager
    async def encoder(
        self, spec: FormatSpec, sample_rate_hz: int, bitrate_bps: int | None = None
    ) -> AsyncIterator[StreamEncoder]:
        """A fresh encoder until the block is left; ``bitrate_bps`` ``None`` is the default one.

        Raises ``OutOfRange`` for a rate the format does not have and ``MissingExtra``.
        """
        in_place = spec.extra is None
        make = partial(make_encoder, spec.name, sample_rate_hz, EncoderOptions(bitrate_bps))
        encoder = StreamEncoder(
            make() if in_place else await self._made_in_thread(make),
            None if in_place else self._threads,
        )
        try:
            yield encoder
        finally:
            encoder.close()

    def close(self) -> None:
        """End the threads after what they are doing."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _made_in_thread(self, make: Callable[[], Encoder]) -> Encoder:
        # The first encoder of a kind imports its library, which takes tens of milliseconds.
        making = self._threads.submit(make)
        try:
            return await asyncio.wrap_future(making)
        except asyncio.CancelledError:
            making.add_done_callback(_close_unclaimed)
            raise


def _close_unclaimed(making: Future[Encoder]) -> None:
    if not making.cancelled() and making.exception() is None:
        making.result().close()


async def encoded(speech: Speech, encoder: StreamEncoder) -> AsyncGenerator[Sound, None]:
    """A stream as sounds, its tail included if it finished. Raises what the stream raises.

    Some have words and no bytes, which a codec keeps for the next, and the last may have bytes of
    no samples.
    """
    end_sample = 0
    async for batch in batches(speech, encoder.batch_samples):
        pcm_t = batch.pieces_t[0] if len(batch.pieces_t) == 1 else np.concatenate(batch.pieces_t)
        data = await encoder.encode(pcm_t)
        yield Sound(data, batch.start_sample, batch.samples, speech.sample_rate_hz, batch.words)
        end_sample = batch.start_sample + batch.samples
    if isinstance(speech.outcome, Finished) and (tail := await encoder.flush()):
        yield Sound(tail, end_sample, 0, speech.sample_rate_hz)
