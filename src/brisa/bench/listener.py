"""One simulated listener: asks, hears in real time, thinks, asks again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2s
from random import Random

import msgspec

from brisa.bench.arrivals import think_s
from brisa.bench.listening import Heard, HeardGap, LoadPlan, Outcome
from brisa.bench.pcm_stream import Answer, PcmStream
from brisa.bench.playhead import Playhead
from brisa.bench.speech_request import speech_request
from brisa.bench.speech_socket import SpeechSocket, handshake_of, utterance_request
from brisa.bench.utterances import Utterance
from brisa.clock import NS_PER_MS, NS_PER_S, Clock

_MAX_RETRY_S = 5.0
_PATIENCE_NS = 60 * NS_PER_S
"""After that a listener gives a request up."""

_REFUSALS = (429, 503)


@dataclass(frozen=True, slots=True)
class Times:
    """The load's frame: when it began, when nobody asks any more, when everybody goes."""

    began_ns: int
    over_ns: int
    leave_ns: int


class Listener:
    """Number ``index`` of a plan's listeners; what it heard is added to ``heard``."""

    def __init__(
        self,
        index: int,
        plan: LoadPlan,
        times: Times,
        clock: Clock,
        heard: list[Heard],
    ) -> None:
        self._index = index
        self._plan = plan
        self._times = times
        self._clock = clock
        self._heard = heard
        # Arithmetic, not a hash of a tuple: the same in every process.
        self._random = Random(plan.seed * 1_000_003 + index)
        self._socket: SpeechSocket | None = None

    async def listen(self, start_ns: int, texts: Sequence[Utterance]) -> None:
        """From ``start_ns`` until the load is over."""
        try:
            await self._listen(start_ns, texts)
        finally:
            self._hang_up()

    async def _listen(self, start_ns: int, texts: Sequence[Utterance]) -> None:
        await self._sleep_until(start_ns)
        turn = 0
        while self._clock.now_ns() < self._times.over_ns:
            text = self._random.randrange(len(texts))
            heard, retry_s = await self._hear(turn, text, texts[text].text)
            self._heard.append(heard)
            turn += 1
            # All of it has arrived; once the load is over nothing is left to find out.
            ended_ns = self._times.began_ns + round(heard.ended_ms * NS_PER_MS)
            await self._sleep_until(min(ended_ns, self._times.over_ns))
            # What was not spoken is not asked for again at once, as no client should.
            pause_s = think_s(self._random) + (retry_s if heard.outcome != "complete" else 0.0)
            pause_ns = round(pause_s * NS_PER_S)
            await self._sleep_until(min(self._clock.now_ns() + pause_ns, self._times.over_ns))

    async def _hear(self, turn: int, text: int, words: str) -> tuple[Heard, float]:
        """What became of one request, and the seconds after which another makes sense."""
        digest = blake2s() if self._plan.digest else None
        sink = None if digest is None else digest.update
        stream = PcmStream(self._clock, asyncio.Event(), sink)
        began_ns = self._clock.now_ns()
        leave_ns = min(self._times.leave_ns, began_ns + _PATIENCE_NS)
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(max(leave_ns - began_ns, 0) / NS_PER_S):
                if self._plan.transport == "ws":
                    await self._converse(stream, utterance_request(self._plan, words))
                else:
                    await self._exchange(stream, speech_request(self._plan, words))
        if outcome_of(stream.answer) != "complete":
            self._hang_up()
        retry = stream.answer.headers.get("retry-after", "")
        retry_s = min(float(retry), _MAX_RETRY_S) if retry.isdecimal() else 1.0
        heard = self._record(turn, began_ns, stream)
        known = "" if digest is None else digest.hexdigest()
        return msgspec.structs.replace(heard, text=text, digest=known), retry_s

    async def _exchange(self, stream: PcmStream, request: bytes) -> None:
        loop = asyncio.get_running_loop()
        host, port = self._plan.host, self._plan.port
        transport, _ = await loop.create_connection(lambda: stream, host, port)
        try:
            transport.write(request)
            await stream.done.wait()
        finally:
            transport.close()

    async def _converse(self, stream: PcmStream, request: bytes) -> None:
        """Over the listener's own connection, which is made for its first utterance."""
        socket = self._socket
        if socket is not None and not socket.closed:
            socket.speak(stream, request)
        else:
            handshake = handshake_of(self._plan, self._random)
            socket = self._socket = SpeechSocket(handshake, stream, request)
            loop, made = asyncio.get_running_loop(), socket
            await loop.create_connection(lambda: made, self._plan.host, self._plan.port)
        await stream.done.wait()

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def _record(self, turn: int, began_ns: int, stream: PcmStream) -> Heard:
        origin_ns, playhead = self._times.began_ns, stream.playhead
        started_ns = None if playhead is None else playhead.started_ns
        ended_ns = self._clock.now_ns()
        if playhead is not None and started_ns is not None:
            ended_ns = playhead.runs_dry_ns
        return Heard(
            listener=self._index,
            turn=turn,
            began_ms=_ms(began_ns, origin_ns),
            ended_ms=_ms(ended_ns, origin_ns),
            outcome=outcome_of(stream.answer),
            status=stream.answer.status,
            answered_ms=None if stream.answered_ns is None else _ms(stream.answered_ns, began_ns),
            first_audio_ms=None if started_ns is None else _ms(started_ns, began_ns),
            received_ms=_ms(stream.last_ns, began_ns) if stream.last_ns else None,
            audio_s=_audio_s(playhead),
            gaps=tuple(
                HeardGap(_ms(gap.at_ns, origin_ns), _ms(gap.length_ns, 0))
                for gap in (playhead.gaps if playhead is not None else ())
            ),
        )

    async def _sleep_until(self, at_ns: int) -> None:
        wait_ns = at_ns - self._clock.now_ns()
        if wait_ns > 0:
            await asyncio.sleep(wait_ns / NS_PER_S)


def outcome_of(answer: Answer) -> Outcome:
    """What an answer, as far as it came, is worth to a listener."""
    if answer.status in _REFUSALS:
        return "refused"
    if answer.status != 200 or not answer.body_bytes:
        return "failed"
    return "complete" if answer.complete else "incomplete"


def _ms(at_ns: int, from_ns: int) -> float:
    return round((at_ns - from_ns) / NS_PER_MS, 3)


def _audio_s(playhead: Playhead | None) -> float:
    return 0.0 if playhead is None else round(playhead.samples / playhead.sample_rate_hz, 4)
