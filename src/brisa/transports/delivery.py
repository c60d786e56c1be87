"""A stream of speech as the body of an HTTP response.

The order is what the promises rest on: a place is taken before anything is done (P6); the headers
go out with the first encoded audio, so that every failure before it is an ordinary answer; the
final chunk goes out only after ``Finished``, so that a truncated stream never looks complete (P3);
a client that leaves is noticed while nothing is being written to it, and cancels (P5).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import replace

from starlette.types import Receive, Send

from brisa.clock import Clock, SystemClock
from brisa.errors import BrisaError
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics, StreamRecord
from brisa.transports.asgi import ClientLeft, DisconnectWatch
from brisa.transports.clients import heard_by_caller
from brisa.transports.encoding import EncodingThreads, encoded
from brisa.transports.gate import StreamGate, Ticket, draining_error
from brisa.transports.lessening import lessened
from brisa.transports.loading import VoiceLoads
from brisa.transports.response import Order, SpeechResponse
from brisa.types import Finished


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
        self._loads = VoiceLoads(synthesizer)
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
        characters = len(order.text)
        with self._gate.admit(characters) as ticket, self._metrics.active(self._transport):
            order = lessened(order, self._synthesizer)
            response = SpeechResponse(order, send, record, self._clock, self._stall_timeout_s)
            with closing(response):
                async with _breakable(ticket, response):
                    await self._serve(order, receive, response)

    async def _serve(self, order: Order, receive: Receive, response: SpeechResponse) -> None:
        async with (
            DisconnectWatch(receive) as watch,
            self._encoding.encoder(
                order.format, order.sample_rate_hz, order.bitrate_bps
            ) as encoder,
        ):
            if not await self._load(order.settings.voice, watch):
                return
            listener = heard_by_caller(replace(order.listener, reports=True))
            speech = self._synthesizer.speak(order.text, order.settings, listener=listener)
            response.record.timeline = speech.timeline
            watch.on_leave(speech.cancel)
            async with speech, aclosing(encoded(speech, encoder)) as sounds:
                async for sound in sounds:
                    # All may have been made by now, so that there is nothing to cancel.
                    if watch.left:
                        return
                    if body := order.framing.piece(sound):
                        await response.write(body)
                    speech.accepted(sound.samples)
                if isinstance(speech.outcome, Finished):
                    await response.finish(order.framing.end(speech.timeline.audio_s))

    async def _load(self, voice: str, watch: DisconnectWatch) -> bool:
        """False if the client left meanwhile: a load takes seconds, and it has a place."""
        if self._synthesizer.is_loaded(voice):
            return True
        load = self._loads.start(voice)
        if not await watch.outlasts(load):
            return False
        load.result()
        return True


@asynccontextmanager
async def _breakable(ticket: Ticket, response: SpeechResponse) -> AsyncIterator[None]:
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
