"""A simulated plan in real time: the real service, an engine that sleeps, listeners that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from brisa.bench.arrivals import ramp_s, start_offsets_s, think_s
from brisa.bench.paced_engine import VOICE, WORD, WORD_S, PacedEngine
from brisa.bench.playhead import Playhead
from brisa.bench.simulate_plan import RATE_HZ, SEGMENT_S, SimulationPlan
from brisa.bench.utterances import utterances
from brisa.clock import NS_PER_S, Clock
from brisa.engines.base import Engine
from brisa.service.options import SynthesizerOptions
from brisa.service.speech import Speech
from brisa.service.synthesizer import Synthesizer
from brisa.types import SpeechSettings

_SEGMENT_WORDS = round(SEGMENT_S / WORD_S)


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one listener heard of one request."""

    asked_ns: int
    playhead: Playhead


class Hall:
    """The listeners of one run; ``heard`` is what they have heard."""

    def __init__(
        self,
        plan: SimulationPlan,
        synthesizer: Synthesizer,
        clock: Clock,
        lengths_s: Sequence[float],
    ) -> None:
        self.heard: list[Utterance] = []
        self._plan = plan
        self._synthesizer = synthesizer
        self._clock = clock
        self._began_ns = clock.now_ns()
        self._over_ns = self._began_ns + round(plan.duration_s * NS_PER_S)
        self._lengths_s = lengths_s

    async def listen(self, index: int, offset_s: float) -> None:
        """As a listener of the simulation: ask, hear to the end, think, ask again."""
        random = Random(self._plan.seed * 1_000_003 + index)
        await self._sleep_until(self._began_ns + round(offset_s * NS_PER_S))
        turn = 0
        while self._clock.now_ns() < self._over_ns:
            seed = (self._plan.seed * 1_000_003 + index) * 10_007 + turn + 1
            heard = await self._hear(random.choice(self._lengths_s), seed)
            self.heard.append(heard)
            pause_ns = round(think_s(random) * NS_PER_S)
            await self._sleep_until(heard.playhead.runs_dry_ns + pause_ns)
            turn += 1

    async def _hear(self, length_s: float, seed: int) -> Utterance:
        asked_ns = self._clock.now_ns()
        heard = Utterance(asked_ns, Playhead(RATE_HZ))
        async with (
            self._synthesizer.open(SpeechSettings(voice=VOICE, seed=seed)) as speech,
            asyncio.TaskGroup() as group,
        ):
            group.create_task(self._feed(speech, length_s, asked_ns))
            async for chunk in speech:
                heard.playhead.arrived(self._clock.now_ns(), len(chunk.pcm_t))
        return heard

    async def _feed(self, speech: Speech, length_s: float, asked_ns: int) -> None:
        """The text, segment by segment, some times as fast as it is spoken."""
        left, segment = max(round(length_s / WORD_S), 1), 0
        while left:
            at_s = segment * SEGMENT_S / self._plan.text_pace
            await self._sleep_until(asked_ns + round(at_s * NS_PER_S))
            words = min(left, _SEGMENT_WORDS)
            speech.push(" ".join([WORD] * words) + " ")
            speech.flush()
            left, segment = left - words, segment + 1
        speech.end()

    async def _sleep_until(self, at_ns: int) -> None:
        await asyncio.sleep(max(at_ns - self._clock.now_ns(), 0) / NS_PER_S)


def hear(
    plan: SimulationPlan, clock: Clock, lengths_s: Sequence[float] = ()
) -> tuple[list[Utterance], int]:
    """What was heard, and what the engine worked once all listeners had come, in ns.

    Threads stand for workers; listeners are on an event loop of the calling thread, and choose
    among ``lengths_s``, by default those of the simulation.
    """
    lengths_s = lengths_s or [utterance.audio_s for utterance in utterances()]
    engine = PacedEngine(plan, clock)
    options = SynthesizerOptions(
        threads=plan.workers,
        policy=plan.policy,
        pre_buffer_ms=0,
        first_audio_target_ms=float(plan.first_audio_target_ms),
        clause_pause_ms=0,
        sentence_pause_ms=0,
        paragraph_pause_ms=0,
    )
    engines = {VOICE: cast(Engine, engine)}
    with Synthesizer(options, engines=engines, clock=clock) as synthesizer:
        return asyncio.run(_listen(plan, synthesizer, engine, clock, lengths_s))


async def _listen(
    plan: SimulationPlan,
    synthesizer: Synthesizer,
    engine: PacedEngine,
    clock: Clock,
    lengths_s: Sequence[float],
) -> tuple[list[Utterance], int]:
    hall = Hall(plan, synthesizer, clock, lengths_s)
    ramp_ends_s = ramp_s(plan.duration_s)
    offsets_s = start_offsets_s(plan.arrivals, plan.listeners, ramp_ends_s, Random(plan.seed))

    async def busy_ns() -> int:
        await asyncio.sleep(ramp_ends_s)
        before_ns = engine.busy_ns
        await asyncio.sleep(plan.duration_s - ramp_ends_s)
        return engine.busy_ns - before_ns

    async with asyncio.TaskGroup() as group:
        busy = group.create_task(busy_ns())
        for index, offset_s in enumerate(offsets_s):
            group.create_task(hall.listen(index, offset_s))
    return hall.heard, busy.result()
