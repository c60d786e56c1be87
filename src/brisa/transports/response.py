"""The response that carries a stream: headers with the first audio, the final chunk at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NoReturn

from starlette.types import Send

from brisa.audio.encoders.table import FormatSpec
from brisa.clock import NS_PER_MS, Clock
from brisa.errors import BrisaError
from brisa.service.listener import LIVE, Listener
from brisa.telemetry.attribution import attribute
from brisa.telemetry.metrics import StreamRecord
from brisa.transports.errors import StreamBroken
from brisa.transports.sound import Sound
from brisa.transports.stall import StallWatch
from brisa.types import SpeechSettings


def bare(sound: Sound) -> bytes:
    """The audio and nothing else."""
    return sound.data


@dataclass(frozen=True, slots=True)
class Framing:
    """How encoded audio lies in the body; ``RAW`` is as it is.

    ``piece`` is what a sound becomes, nothing if it waits for the next; ``end`` is what follows a
    finished stream, given the seconds of audio. ``media_type`` ``None`` is the format's own.
    """

    media_type: str | None = None
    piece: Callable[[Sound], bytes] = bare
    end: Callable[[float], bytes] = lambda audio_s: b""


RAW = Framing()

DEGRADED_HEADER = "x-brisa-degraded"


@dataclass(frozen=True, slots=True)
class Order:
    """What to speak and how it travels. ``settings.sample_rate_hz`` is set; ``bitrate_bps``
    ``None`` is the format's own default. ``rate_asked``: the rate is what the request asked for.
    ``listener`` is who hears it. ``degraded`` says what is less than was asked for, as its header
    has it. ``headers`` are the wire's own."""

    text: str
    settings: SpeechSettings
    format: FormatSpec
    sample_rate_hz: int
    bitrate_bps: int | None = None
    framing: Framing = RAW
    rate_asked: bool = False
    listener: Listener = LIVE
    degraded: str = ""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class SpeechResponse:
    """The response as it goes out: nothing yet, started, finished.

    ``record`` is told what becomes of it. A client that takes nothing for ``stall_timeout_s`` loses
    its stream.
    """

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
        self._stall = StallWatch(stall_timeout_s)
        self._started = False
        self._finished = False
        self.record = record

    async def write(self, body: bytes) -> None:
        """Audio; the first of it takes the headers with it."""
        timeline = self.record.timeline
        if not self._started:
            if timeline is not None:
                timeline.encoded(self._clock.now_ns())
            await self._start()
        await self._put({"type": "http.response.body", "body": body, "more_body": True})
        if timeline is not None and timeline.sent_ns is None:
            timeline.sent(self._clock.now_ns())
        self.record.sent(self._order.format.name, len(body))

    async def finish(self, body: bytes) -> None:
        """The final chunk: all of it was sent. A framing may have kept everything for it."""
        if not self._started:
            await self._start()
        await self._put({"type": "http.response.body", "body": body, "more_body": False})
        self._finished = True
        self.record.finished()

    def fail(self, error: BrisaError) -> None:
        """Raise ``error``, or cut the connection if it is too late for an answer."""
        if self._finished:
            return
        if not self._started:
            self.record.refused(error)
            raise error
        self.cut(error.code)

    def cut(self, code: str) -> NoReturn:
        """Break the connection."""
        self.record.failed(code)
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
            "server-timing": server_timing(self.record),
        }
        fields |= self._order.headers
        if self._order.degraded:
            fields[DEGRADED_HEADER] = self._order.degraded
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields.items()]
        await self._put({"type": "http.response.start", "status": 200, "headers": raw})

    async def _put(self, message: dict[str, object]) -> None:
        """Write, waiting for the client no longer than it may stall."""
        self._stall.begin()
        try:
            await self._send(message)
        except asyncio.CancelledError:
            if not self._stall.claim():
                raise
            self.cut("client_stalled")
        finally:
            self._stall.end()

    def close(self) -> None:
        """Stop watching the client."""
        self._stall.close()


def server_timing(record: StreamRecord) -> str:
    """Where the time to the first audio went, as browsers and their tools show it."""
    timeline = record.timeline
    stages = () if timeline is None else attribute(timeline, record.accepted_ns)
    return ", ".join(f"{stage.name};dur={stage.span_ns / NS_PER_MS:.1f}" for stage in stages)
