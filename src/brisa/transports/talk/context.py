"""One stream of speech within a connection, from its order to its one end (P3).

A place is taken before anything is done for it (P6). The task that speaks it is also the one that
tells how it ended, so that nothing about it comes after that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress

from brisa.audio.playout import Playout
from brisa.errors import BrisaError
from brisa.service.speech import Speech
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.metrics import StreamRecord
from brisa.transports.asgi import ClientLeft
from brisa.transports.clients import caller, heard_by_caller
from brisa.transports.encoding import StreamEncoder, encoded
from brisa.transports.errors import internal_error
from brisa.transports.gate import draining_error
from brisa.transports.sound import Sound
from brisa.transports.talk.feed import Feed
from brisa.transports.talk.protocol import Ending, Started, TalkOrder
from brisa.transports.talk.services import TalkServices
from brisa.types import Cancelled, Finished

logger = logging.getLogger(__name__)

OnStarted = Callable[[Started], Awaitable[None]]
OnSounded = Callable[[Sound], Awaitable[None]]


class Context:
    """Speaks ``order``; ``on_started`` and ``on_sounded`` are awaited, and may raise
    :class:`~brisa.transports.asgi.ClientLeft`."""

    def __init__(
        self,
        order: TalkOrder,
        transport: str,
        services: TalkServices,
        on_started: OnStarted,
        on_sounded: OnSounded,
    ) -> None:
        self._order = order
        self._transport = transport
        self._services = services
        self._on_started = on_started
        self._on_sounded = on_sounded
        client, clock = caller(), services.clock
        self._feed = Feed(
            services.synthesizer.options.max_text_chars,
            spend=lambda characters: client.say(characters, clock.now_ns()),
        )
        self._speech: Speech | None = None
        self._ear: Playout | None = None
        self._record: StreamRecord | None = None
        self._sent_samples = 0
        self._left = asyncio.Event()

    def push(self, text: str) -> None:
        """More text."""
        self._feed.push(text)

    def flush(self) -> None:
        """Speak what there is."""
        self._feed.flush()

    def end(self) -> None:
        """No more text."""
        self._feed.end()

    def cancel(self) -> None:
        """Stop at once."""
        self._left.set()
        if self._speech is not None:
            self._speech.cancel()

    def broken(self, code: str) -> None:
        """Its connection is about to be cut, and that is why."""
        if self._record is not None:
            self._record.failed(code)

    async def run(self) -> Ending:
        """Speak it; how it ended. Raises ``ClientLeft``."""
        services = self._services
        now_ns = services.clock.now_ns()
        # A client that left has cancelled it, which is what is counted of what nothing is said of.
        with services.metrics.stream(self._transport, now_ns) as record, suppress(ClientLeft):
            self._record = record
            outcome: Finished | Cancelled | BrisaError
            try:
                outcome = await self._admitted(record)
            except BrisaError as error:
                outcome = error
            except ClientLeft:
                raise
            except Exception as error:  # noqa: BLE001 - the client must be told, and others go on
                log_bug(logger, "a context raised", error)
                outcome = internal_error()
            if self._left.is_set():
                outcome = self._cancelled()
            self._note(outcome, record)
            return self._ending(outcome)
        raise ClientLeft

    async def _admitted(self, record: StreamRecord) -> Finished | Cancelled:
        services = self._services
        with services.gate.admit() as ticket, services.metrics.active(self._transport):
            try:
                return await self._encoded(record)
            except asyncio.CancelledError:
                if not ticket.broken:
                    raise
                ticket.task.uncancel()
                raise draining_error() from None

    async def _encoded(self, record: StreamRecord) -> Finished | Cancelled:
        order = self._order
        rate_hz = order.settings.sample_rate_hz or order.format.default_sample_rate_hz
        encoding = self._services.encoding.encoder(order.format, rate_hz, order.bitrate_bps)
        async with encoding as encoder:
            return await self._speak(encoder, record)

    async def _speak(self, encoder: StreamEncoder, record: StreamRecord) -> Finished | Cancelled:
        synthesizer, order = self._services.synthesizer, self._order
        less = synthesizer.lessened(order.settings, rates_hz=())
        if not await self._loaded(less.settings.voice):
            return self._cancelled()
        listener = heard_by_caller(order.listener)
        async with synthesizer.open(less.settings, listener=listener) as speech:
            record.timeline = speech.timeline
            self._opened(speech)
            if self._left.is_set():
                return self._cancelled()
            await self._on_started(Started(less.settings, less.notes))
            async with aclosing(encoded(speech, encoder)) as sounds:
                async for sound in sounds:
                    # All may have been made by now, so that there was nothing to cancel.
                    if self._left.is_set():
                        return self._cancelled()
                    await self._deliver(sound, speech, record)
            outcome = speech.outcome
            return outcome if isinstance(outcome, Finished) else self._cancelled()

    async def _loaded(self, voice: str) -> bool:
        """False if it was cancelled meanwhile: a load takes seconds."""
        if not self._services.synthesizer.is_loaded(voice):
            load = self._services.loads.start(voice)
            leaving = asyncio.get_running_loop().create_task(self._left.wait())
            try:
                await asyncio.wait((load, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
            if not self._left.is_set():
                load.result()
        return not self._left.is_set()

    def _opened(self, speech: Speech) -> None:
        now_ns = self._services.clock.now_ns()
        self._speech = speech
        self._ear = Playout(speech.sample_rate_hz, 0, 0, arrived_ns=now_ns, first_audio_target_ms=0)
        self._feed.open(speech)

    async def _deliver(self, sound: Sound, speech: Speech, record: StreamRecord) -> None:
        clock, first = self._services.clock, not self._sent_samples
        if first:
            record.first_audio(clock.now_ns())
            speech.timeline.encoded(clock.now_ns())
        await self._on_sounded(sound)
        if first:
            speech.timeline.sent(clock.now_ns())
        record.sent(self._order.format.name, len(sound.data))
        self._sent_samples = sound.end_sample
        if self._ear is not None and sound.samples:
            self._ear.produced(sound.samples, clock.now_ns())
        speech.accepted(sound.samples)

    def _cancelled(self) -> Cancelled:
        return Cancelled(self._sent_samples, self._rate_hz)

    def _note(self, outcome: Finished | Cancelled | BrisaError, record: StreamRecord) -> None:
        if isinstance(outcome, Finished):
            record.finished()
        elif isinstance(outcome, BrisaError):
            if self._sent_samples:
                record.failed(outcome.code)
            else:
                record.refused(outcome)

    def _ending(self, outcome: Finished | Cancelled | BrisaError) -> Ending:
        heard_samples = 0
        if self._ear is not None:
            heard_samples = self._ear.playhead_samples(self._services.clock.now_ns())
        return Ending(outcome, self._sent_samples, heard_samples, self._rate_hz)

    @property
    def _rate_hz(self) -> int:
        if self._speech is not None:
            return self._speech.sample_rate_hz
        return self._order.settings.sample_rate_hz or self._order.format.default_sample_rate_hz
