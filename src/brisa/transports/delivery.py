"""A stream of speech as the body of an HTTP response.

The order is what the promises rest on: a place is taken before anything is done (P6); the headers
go out with the first encoded audio, so that every failure before it is an ordinary answer; the
final chunk goes out only after ``Finished``, so that a truncated stream never looks complete (P3);
a client that leaves is noticed while nothing is being written to it, and cancels (P5).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import NoReturn, cast

from starlette.types import Receive, Send

from brisa.audio.encoders.table import FormatSpec
from brisa.clock import Clock, SystemClock
from brisa.errors import BrisaError, EngineFailed
from brisa.service.speech import Speech
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics, StreamRecord
from brisa.transports.asgi import ClientLeft, DisconnectWatch
from brisa.transports.encoding import EncodingThreads, StreamEncoder
from brisa.transports.errors import StreamBroken
from brisa.transports.gate import StreamGate, Ticket, draining_error
from brisa.types import Finished, PcmChunk, SpeechSettings

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Framing:
    """How encoded audio lies in the body; ``RAW`` is as it is.

    ``piece`` wraps what an encoder gave; ``end`` is what follows a finished stream, given the
    seconds of audio.
    """

    media_type: str | None = None
    piece: Callable[[bytes], bytes] = bytes
    end: Callable[[float], bytes] = lambda audio_s: b""


RAW = Framing()


@dataclass(frozen=True, slots=True)
class Order:
    """What to speak and how it travels. ``settings.sample_rate_hz`` is set."""

    text: str
    settings: SpeechSettings
    format: FormatSpec
    sample_rate_hz: int
    framing: Framing = RAW


class Delivery:
    """Serves orders of one transport; ``transport`` is its label in the metrics.

    ``stall_timeout_s`` is how long a client may take nothing of what is ready for it before its
    stream is broken: a listener who paused keeps its place so long and no longer.
    """

    def __init__(
        self,
        transport: str,
        synthesizer: Synthesizer,
        gate: StreamGate,
        encoding: EncodingThreads,
        metrics: Metrics,
        *,
        stall_timeout_s: float,
        clock: Clock | None = None,
    ) -> None:
        self._transport = transport
        self._synthesizer = synthesizer
        self._gate = gate
        self._encoding = encoding
        self._metrics = metrics
        self._stall_timeout_s = stall_timeout_s
        self._clock = clock or SystemClock()

    @contextmanager
    def recording(self) -> Iterator[StreamRecord]:
        """Counts what becomes of one request, from before its body is read."""
        now_ns = self._clock.now_ns()
        # A client that left before its request was complete has cancelled it.
        with self._metrics.stream(self._transport, now_ns) as record, suppress(ClientLeft):
            yield record

    async def deliver(
        self, order: Order, record: StreamRecord, receive: Receive, send: Send
    ) -> None:
        """Speak ``order`` into the response.

        Raises a ``BrisaError`` while an answer is still possible and ``StreamBroken`` after that;
        returns quietly when the client left.
        """
        with self._gate.admit() as ticket, self._metrics.active(self._transport):
            response = _Response(order, send, record, self._clock, self._stall_timeout_s)
            async with _breakable(ticket, response):
                await self._serve(order, receive, response)

    async def _serve(self, order: Order, receive: Receive, response: _Response) -> None:
        async with self._encoding.encoder(order.format, order.sample_rate_hz) as encoder:
            await self._load(order.settings.voice)
            speech = self._synthesizer.speak(order.text, order.settings)
            response.record.timeline = speech.timeline
            async with speech, DisconnectWatch(receive, speech.cancel):
                async with aclosing(encoded(speech, encoder)) as pieces:
                    async for piece in pieces:
                        await response.write(order.framing.piece(piece))
                if isinstance(speech.outcome, Finished):
                    await response.finish(order.framing.end(speech.timeline.audio_s))

    async def _load(self, voice: str) -> None:
        if not self._synthesizer.is_loaded(voice):
            await asyncio.to_thread(self._synthesizer.load, voice)


@asynccontextmanager
async def _breakable(ticket: Ticket, response: _Response) -> AsyncIterator[None]:
    """An error, or the cut at the end of a drain: an answer if there was none, else a cut."""
    try:
        yield
    except asyncio.CancelledError:
        if not ticket.broken:
            raise
        ticket.task.uncancel()
        response.fail(draining_error())
    except BrisaError as error:
        response.fail(error)


class _Response:
    """The response as it goes out: nothing yet, started, finished."""

    def __init__(
        self,
        order: Order,
        send: Send,
        record: StreamRecord,
        clock: Clock,
        stall_timeout_s: float,
    ) -> None:
        self._order = order
        self._send = send
        self._clock = clock
        self._stall_timeout_s = stall_timeout_s
        self._started = False
        self.record = record

    async def write(self, body: bytes) -> None:
        if not self._started:
            await self._start()
        await self._put({"type": "http.response.body", "body": body, "more_body": True})
        self.record.sent(self._order.format.name, len(body))

    async def finish(self, body: bytes) -> None:
        await self._put({"type": "http.response.body", "body": body, "more_body": False})
        self.record.finished()

    def fail(self, error: BrisaError) -> None:
        """Raise ``error``, or cut the connection if it is too late for an answer."""
        if not self._started:
            self.record.refused(error.code)
            raise error
        self.cut(error.code)

    def cut(self, code: str) -> NoReturn:
        """Break the connection."""
        self.record.failed(code)
        logger.warning("a stream was broken", extra={"code": code})
        raise StreamBroken(code) from None

    async def _start(self) -> None:
        self._started = True
        self.record.first_audio(self._clock.now_ns())
        media_type = self._order.framing.media_type or self._order.format.media_type
        fields = {
            "content-type": media_type,
            "cache-control": "no-store",
            # nginx gathers a body before it passes it on, unless told so (only "no" is understood).
            "x-accel-buffering": "no",
            "x-sample-rate": str(self._order.sample_rate_hz),
            "x-channels": "1",
        }
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields.items()]
        await self._put({"type": "http.response.start", "status": 200, "headers": raw})

    async def _put(self, message: dict[str, object]) -> None:
        """Write, waiting for the client no longer than it may stall."""
        try:
            async with asyncio.timeout(self._stall_timeout_s):
                await self._send(message)
        except TimeoutError:
            self.cut("client_stalled")


async def encoded(speech: Speech, encoder: StreamEncoder) -> AsyncGenerator[bytes, None]:
    """The bytes of a stream, tail included if it finished.

    Raises what the stream raises, and ``EngineFailed`` for a stream that finished without a sample:
    an empty file would tell the listener that all is well.
    """
    chunks = cast(AsyncGenerator[PcmChunk, None], aiter(speech))
    async with aclosing(chunks):
        async for chunk in chunks:
            for start in range(0, chunk.pcm_t.shape[0], encoder.slice_samples):
                slice_t = chunk.pcm_t[start : start + encoder.slice_samples]
                if piece := await encoder.encode(slice_t):
                    yield piece
    if isinstance(speech.outcome, Finished):
        if not speech.outcome.samples:
            raise EngineFailed("The voice made no sound of this text.")
        if tail := await encoder.flush():
            yield tail
