"""A connection without a network: what a client says goes in, what it is sent comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from brisa.audio.encoders.table import find_format
from brisa.clock import SystemClock
from brisa.engines.base import Engine
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.metrics import Metrics
from brisa.transports.asgi import ClientLeft
from brisa.transports.encoding import EncodingThreads
from brisa.transports.gate import StreamGate
from brisa.transports.loading import VoiceLoads
from brisa.transports.sound import Sound
from brisa.transports.talk.connection import Connection
from brisa.transports.talk.protocol import (
    Action,
    Cancel,
    Close,
    End,
    Ending,
    Flush,
    Key,
    Open,
    Push,
    Send,
    Started,
    TalkOrder,
    TalkProtocol,
)
from brisa.transports.talk.services import TalkLimits, TalkServices
from brisa.types import Cancelled, Finished, SpeechSettings

DEADLINE_S = 20.0


class MemoryChannel:
    """The two ends of a connection in one process; ``stalled`` holds what is sent back."""

    def __init__(self) -> None:
        self._incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.sent: asyncio.Queue[str | bytes] = asyncio.Queue()
        self.closed: tuple[int, str] | None = None
        self.room = asyncio.Event()
        self.room.set()
        self.gone = False

    def say(self, *messages: str | bytes) -> None:
        for message in messages:
            self._incoming.put_nowait(message)

    def leave(self) -> None:
        self.gone = True
        self.room.set()
        self._incoming.put_nowait(None)

    async def next(self) -> str | bytes:
        return await asyncio.wait_for(self.sent.get(), DEADLINE_S)

    async def receive(self) -> str | bytes | None:
        return await self._incoming.get()

    async def send(self, message: str | bytes) -> None:
        await self.room.wait()
        if self.gone:
            raise ClientLeft
        self.sent.put_nowait(message)

    async def close(self, code: int, reason: str) -> None:
        await self.room.wait()
        self.closed = (code, reason)


class Parrot:
    """The least protocol: ``open K``, ``say K TEXT``, ``flush K``, ``end K``, ``stop K``, ``bye``.

    Every event comes back as ``NAME K ...``, and audio as bytes after its line.
    """

    transport = "parrot"
    idle_timeout_s = 600.0

    def __init__(self, voice: str = "scripted", format_name: str = "pcm") -> None:
        spec = find_format(format_name)
        settings = SpeechSettings(voice=voice, sample_rate_hz=spec.default_sample_rate_hz)
        self._order = TalkOrder(settings, spec)

    def opened(self, now_ns: int) -> Sequence[Action]:
        return [Send("hello")]

    def received(self, message: str | bytes, now_ns: int) -> Sequence[Action]:
        verb, _, rest = str(message).partition(" ")
        key, _, text = rest.partition(" ")
        simple = {"flush": Flush, "end": End, "open": None, "say": None}
        if verb == "open":
            return [Open(key, self._order)]
        if verb == "say":
            return [Push(key, text)]
        if verb == "stop":
            return [Cancel(key), Send(f"stopping {key}")]
        if verb == "bye":
            return [Send("farewell"), Close(1000, "bye")]
        return [simple[verb](key)] if verb in simple else [Send(f"what {verb}")]

    def started(self, key: Key, started: Started) -> Sequence[Action]:
        return [Send(f"started {key} {started.settings.voice}")]

    def sounded(self, key: Key, sound: Sound) -> Sequence[Action]:
        return [Send(f"sounded {key} {sound.start_sample} {sound.samples}"), Send(sound.data)]

    def ended(self, key: Key, ending: Ending) -> Sequence[Action]:
        match ending.outcome:
            case Finished():
                how = "finished"
            case Cancelled():
                how = "cancelled"
            case error:
                how = error.code
        return [Send(f"ended {key} {how} {ending.sent_samples}")]

    def flooded(self) -> Sequence[Action]:
        return [Send("flooded")]

    def idle(self) -> Sequence[Action]:
        return [Close(1000, "idle")]


Talk = Callable[[MemoryChannel, TalkServices], Awaitable[None]]


def talk(
    engine: Engine,
    scenario: Talk,
    *,
    protocol: Callable[[], TalkProtocol] = Parrot,
    limits: TalkLimits | None = None,
    max_streams: int = 100,
    voice: str = "scripted",
    **service: Any,
) -> MemoryChannel:
    """Run ``scenario`` at one end of a connection whose other end speaks with ``engine``.

    Fails if the connection leaves a task, a place or a stream behind.
    """

    async def main() -> MemoryChannel:
        options = SynthesizerOptions(threads=1, **service)
        synthesizer = Synthesizer(options, engines={voice: engine})
        encoding = EncodingThreads(1)
        encoding.start()
        services = TalkServices(
            synthesizer,
            StreamGate(max_streams),
            Metrics("0"),
            encoding,
            VoiceLoads(synthesizer),
            SystemClock(),
        )
        channel = MemoryChannel()
        try:
            before = len(asyncio.all_tasks())
            async with asyncio.timeout(3 * DEADLINE_S), asyncio.TaskGroup() as group:
                bounds = limits or TalkLimits()
                connection = Connection(channel, protocol(), services, bounds)
                task = group.create_task(connection.run())
                await scenario(channel, services)
                channel.leave()
                await task
            assert len(asyncio.all_tasks()) == before
            assert services.gate.active == 0
        finally:
            encoding.close()
            synthesizer.close()
        return channel

    return asyncio.run(main())
