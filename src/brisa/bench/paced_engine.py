"""An engine whose steps take as long as those of the simulation, and say nothing worth hearing.

A word is :data:`WORD_S` of silence. What a step takes is slept, so it takes no processor, and is
drawn as in :mod:`brisa.bench.simulate_stream`: the first step of a segment is dearer, all vary.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from brisa.bench.simulate_plan import RATE_HZ, SimulationPlan
from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.engines.base import Capabilities, SegmentRequest, StepCost, StepResult, Voice

VOICE = "paced"
WORD = "la"
WORD_S = 0.1
_WORD_SAMPLES = round(WORD_S * RATE_HZ)


@dataclass(slots=True)
class PacedStream:
    """One segment: how far it is, and whence its step times are drawn."""

    total_samples: int
    costs: Random
    produced_samples: int = 0

    @property
    def place(self) -> None:
        return None

    @property
    def next_cost(self) -> StepCost:
        return StepCost("step" if self.produced_samples else "front")


class PacedEngine:
    """One voice, :data:`VOICE`. ``busy_ns`` is what all steps took together."""

    name = VOICE

    def __init__(self, plan: SimulationPlan, clock: Clock) -> None:
        self.busy_ns = 0
        self._plan = plan
        self._clock = clock
        self._counting = threading.Lock()

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(sample_rate_hz=RATE_HZ, languages=("en",))

    @property
    def fingerprint(self) -> str:
        return f"paced-{self._plan!r}"

    def voices(self) -> tuple[Voice, ...]:
        return (Voice(VOICE, "en-US", self.name),)

    def open(self, request: SegmentRequest) -> PacedStream:
        samples = len(request.text.split()) * _WORD_SAMPLES
        return PacedStream(samples, Random(request.seed * 1009 + request.segment))

    def step(self, streams: Sequence[PacedStream]) -> list[StepResult]:
        began_ns = self._clock.now_ns()
        results, cost_ns = [], 0
        for stream in streams:
            cost_ns += self._cost_ns(stream)
            results.append(self._yielded(stream))
        time.sleep(cost_ns / NS_PER_S)
        with self._counting:
            self.busy_ns += self._clock.now_ns() - began_ns
        return results

    def warm_up(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to free."""

    def _cost_ns(self, stream: PacedStream) -> int:
        plan = self._plan
        work_ms = self._samples(stream) * 1000 / RATE_HZ
        if not stream.produced_samples:
            work_ms += (plan.first_factor - 1) * plan.chunk_ms
        noise = math.exp(stream.costs.gauss(0.0, plan.jitter) - plan.jitter**2 / 2)
        return round(work_ms * plan.engine_rtf * noise * NS_PER_MS)

    def _yielded(self, stream: PacedStream) -> StepResult:
        samples = self._samples(stream)
        stream.produced_samples += samples
        last = stream.produced_samples >= stream.total_samples
        return StepResult(np.zeros(samples, np.float32), last)

    def _samples(self, stream: PacedStream) -> int:
        return min(self._plan.chunk_samples, stream.total_samples - stream.produced_samples)
