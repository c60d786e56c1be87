"""One utterance as it arrives at a listener: what has come of it, and where the ear is."""

from __future__ import annotations

import asyncio
from typing import Protocol

from brisa.bench.pcm_answer import BadAnswer, PcmAnswer, Sink
from brisa.bench.playhead import Playhead
from brisa.clock import Clock

_BYTES_PER_SAMPLE = 2
_DEFAULT_RATE_HZ = 24_000


class Answer(Protocol):
    """What a transport makes of the bytes that arrive (:class:`PcmAnswer`)."""

    status: int
    headers: dict[str, str]
    body_bytes: int
    complete: bool

    def feed(self, data: bytes) -> int: ...


class PcmStream(asyncio.Protocol):
    """One request; ``done`` is set when there is nothing more to come, ``sink`` shown the audio."""

    def __init__(self, clock: Clock, done: asyncio.Event, sink: Sink | None = None) -> None:
        self.answer: Answer = PcmAnswer(sink)
        self.sink = sink
        self.playhead: Playhead | None = None
        self.answered_ns: int | None = None
        self.last_ns = 0
        self.done = done
        self._clock = clock
        self._counted_bytes = 0

    def data_received(self, data: bytes) -> None:
        now_ns = self._clock.now_ns()
        if self.answered_ns is None:
            self.answered_ns = now_ns
        try:
            if self.answer.feed(data) and self.answer.status == 200:
                self._hear(now_ns)
        except BadAnswer:
            self.done.set()
        if self.answer.complete:
            self.done.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.done.set()

    def _hear(self, now_ns: int) -> None:
        if self.playhead is None:
            rate = self.answer.headers.get("x-sample-rate", "")
            self.playhead = Playhead(int(rate) if rate.isdecimal() else _DEFAULT_RATE_HZ)
        whole_bytes = self.answer.body_bytes - self.answer.body_bytes % _BYTES_PER_SAMPLE
        self.playhead.arrived(now_ns, (whole_bytes - self._counted_bytes) // _BYTES_PER_SAMPLE)
        self._counted_bytes = whole_bytes
        self.last_ns = now_ns
