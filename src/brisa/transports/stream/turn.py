"""One utterance of a connection, from its ``start`` to its one end (P3).

A place is taken before anything is done for it (P6). The task that speaks it is also the one that
tells how it ended, so that nothing about it comes after that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from brisa.audio.playout import Playout
from brisa.clock import NS_PER_MS, Clock
from brisa.errors import BrisaError, Unavailable
from brisa.service.speech import Speech
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.attribution import attribute
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.metrics import Metrics, StreamRecord
from brisa.transports.asgi import ClientLeft
from brisa.transports.clients import caller, heard_by_caller
from brisa.transports.errors import internal_error
from brisa.transports.gate import StreamGate, draining_error
from brisa.transports.gather import Batch, batches
from brisa.transports.loading import VoiceLoads
from brisa.transports.stream.messages import (
    PCM_S16LE,
    Cancel,
    End,
    Flush,
    Heard,
    Start,
    Text,
    word_fields,
)
from brisa.transports.stream.order import Order, StartDefaults, order_of
from brisa.transports.stream.wire import Wire
from brisa.transports.talk.feed import Feed
from brisa.types import Finished, SpeechSettings

logger = logging.getLogger(__name__)

TRANSPORT = "stream"
"""Its label in the metrics."""

_PCM_RATES_HZ = (8_000, 16_000, 24_000)
"""What an utterance may be lowered to whose start names no rate."""


@dataclass(frozen=True, slots=True)
class Speaking:
    """What all utterances of a server have in common. ``message_ms`` is the most audio that is
    gathered for one message."""

    synthesizer: Synthesizer
    gate: StreamGate
    metrics: Metrics
    loads: VoiceLoads
    defaults: StartDefaults
    clock: Clock
    message_ms: int = 300


class Turn:
    """Utterance ``number``. ``over`` is called with the number right before its end is told, and
    says whether it may be."""

    def __init__(
        self, number: int, start: Start, speaking: Speaking, wire: Wire, over: Callable[[int], bool]
    ) -> None:
        self._number = number
        self._start = start
        self._speaking = speaking
        self._wire = wire
        self._over = over
        client, clock = caller(), speaking.clock
        self._feed = Feed(
            speaking.synthesizer.options.max_text_chars,
            spend=lambda characters: client.say(characters, clock.now_ns()),
        )
        self._record: StreamRecord | None = None
        self._speech: Speech | None = None
        self._ear: Playout | None = None
        self._sent_samples = 0
        self._left = asyncio.Event()
        self._held = False
        self._told_samples: int | None = None  # how far it was played, as its cancel says

    def tell(self, message: Text | Flush | End | Cancel | Heard) -> None:
        """What the client says about it."""
        match message:
            case Text():
                self._feed.push(message.text)
            case Flush():
                self._feed.flush()
            case End():
                self._feed.end()
            case Heard():
                self._heard(message)
            case Cancel():
                self._cancel(message)

    def broken(self, code: str) -> None:
        """It is about to be cut off, and that is why."""
        if self._record is not None:
            self._record.failed(code)

    async def run(self) -> None:
        """Speak it. Ends quietly when the client has left."""
        speaking = self._speaking
        with speaking.metrics.stream(TRANSPORT, speaking.clock.now_ns()) as record:
            self._record = record
            try:
                await self._ended_by(record)
            except ClientLeft:
                return

    async def _ended_by(self, record: StreamRecord) -> None:
        try:
            await self._admitted(record)
        except BrisaError as error:
            await self._fail(error, record)
        except ClientLeft:
            raise
        except Exception as error:  # noqa: BLE001 - the client must be told, and others go on
            log_bug(logger, "an utterance raised", error)
            await self._fail(internal_error(), record)

    async def _admitted(self, record: StreamRecord) -> None:
        speaking = self._speaking
        with speaking.gate.admit() as ticket, speaking.metrics.active(TRANSPORT):
            try:
                await self._speak(order_of(self._start, speaking.defaults), record)
            except asyncio.CancelledError:
                if not ticket.broken:
                    raise
                ticket.task.uncancel()
                raise draining_error() from None

    async def _speak(self, order: Order, record: StreamRecord) -> None:
        synthesizer = self._speaking.synthesizer
        rates_hz = _PCM_RATES_HZ if order.settings.sample_rate_hz is None else ()
        less = synthesizer.lessened(order.settings, rates_hz=rates_hz)
        if not await self._loaded(less.settings.voice):
            await self._tell_cancelled()
            return
        listener = heard_by_caller(order.listener)
        async with synthesizer.open(less.settings, listener=listener) as speech:
            record.timeline = speech.timeline
            self._opened(speech)
            await self._tell_started(less.settings, speech, less.notes)
            await self._send(speech, order.words, record)
            await self._tell_end(speech, record)

    async def _loaded(self, voice: str) -> bool:
        """False if the client cancelled meanwhile: a load takes seconds."""
        if not self._speaking.synthesizer.is_loaded(voice):
            load = self._speaking.loads.start(voice)
            leaving = asyncio.get_running_loop().create_task(self._left.wait())
            try:
                await asyncio.wait((load, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
            if not self._left.is_set():
                load.result()
        return not self._left.is_set()

    def _opened(self, speech: Speech) -> None:
        now_ns = self._speaking.clock.now_ns()
        self._speech = speech
        self._ear = Playout(speech.sample_rate_hz, 0, 0, arrived_ns=now_ns, first_audio_target_ms=0)
        self._feed.open(speech)

    async def _send(self, speech: Speech, words: bool, record: StreamRecord) -> None:
        most_samples = speech.sample_rate_hz * self._speaking.message_ms // 1000
        async with aclosing(batches(speech, most_samples)) as found:
            async for batch in found:
                # All may have been made by now, so that there was nothing to cancel.
                if self._left.is_set():
                    return
                if words and batch.words:
                    fields = word_fields(batch.words)
                    await self._wire.event("words", utterance=self._number, words=fields)
                await self._send_audio(batch, speech, record)

    async def _send_audio(self, batch: Batch, speech: Speech, record: StreamRecord) -> None:
        clock = self._speaking.clock
        if not self._sent_samples:
            record.first_audio(clock.now_ns())
            speech.timeline.encoded(clock.now_ns())
        size_bytes = await self._wire.audio(self._number, batch.start_sample, batch.pieces_t)
        if not self._sent_samples:
            speech.timeline.sent(clock.now_ns())
        record.sent(PCM_S16LE, size_bytes)
        self._sent_samples = batch.start_sample + batch.samples
        if self._ear is not None:
            self._ear.produced(batch.samples, clock.now_ns())
        speech.accepted(batch.samples)

    def _heard(self, message: Heard) -> None:
        speech, ear, now_ns = self._speech, self._ear, self._speaking.clock.now_ns()
        if speech is None or ear is None or not self._sent_samples:
            return
        sample = min(message.sample, self._sent_samples)
        ear.acknowledged(sample, now_ns)
        speech.acknowledged(sample)
        held = message.paused is True
        if held and not self._held:
            ear.paused(now_ns)
            speech.paused()
        elif self._held and not held:
            ear.resumed(now_ns)
            speech.resumed()
        self._held = held

    def _cancel(self, message: Cancel) -> None:
        if message.sample is not None:
            self._told_samples = max(message.sample, 0)
            self._heard(Heard(self._told_samples, paused=True))
        self._left.set()
        if self._speech is not None:
            self._speech.cancel()

    async def _tell_started(
        self, settings: SpeechSettings, speech: Speech, degraded: tuple[str, ...]
    ) -> None:
        fields: dict[str, object] = {"degraded": degraded} if degraded else {}
        await self._wire.event(
            "started",
            utterance=self._number,
            voice=settings.voice,
            format=PCM_S16LE,
            sample_rate=speech.sample_rate_hz,
            **fields,
        )

    async def _tell_end(self, speech: Speech, record: StreamRecord) -> None:
        outcome = speech.outcome
        if self._left.is_set() or not isinstance(outcome, Finished):
            await self._tell_cancelled()
        elif self._over(self._number):
            await self._wire.event(
                "finished",
                utterance=self._number,
                samples=outcome.samples,
                dropped_chars=outcome.dropped_chars,
                attribution_ms={
                    stage.name: round(stage.span_ns / NS_PER_MS, 2)
                    for stage in attribute(speech.timeline)
                },
            )
            record.finished()

    async def _tell_cancelled(self) -> None:
        ear, now_ns = self._ear, self._speaking.clock.now_ns()
        heard_samples = ear.playhead_samples(now_ns) if ear is not None else 0
        if self._told_samples is not None:
            # The ear does not go back where it was thought to be further.
            heard_samples = min(self._told_samples, self._sent_samples)
        if self._over(self._number):
            await self._wire.event(
                "cancelled",
                utterance=self._number,
                samples=self._sent_samples,
                heard_sample=heard_samples,
            )

    async def _fail(self, error: BrisaError, record: StreamRecord) -> None:
        if self._left.is_set():
            await self._tell_cancelled()
            return
        if self._sent_samples:
            record.failed(error.code)
        else:
            record.refused(error)
        if self._over(self._number):
            fields = failure_fields(error) | {"samples": self._sent_samples}
            await self._wire.event("failed", utterance=self._number, **fields)


def failure_fields(error: BrisaError) -> dict[str, object]:
    """What a client is told of an error."""
    fields: dict[str, object] = {
        "code": error.code,
        "message": error.message,
        "param": error.param,
        "retryable": error.retryable,
    }
    if isinstance(error, Unavailable):
        fields["retry_after_s"] = error.retry_after_s
    return fields
