"""What is simulated: listeners, workers, the speed of the engine, and what goes wrong."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import Final

from brisa.bench.arrivals import Arrivals
from brisa.bench.utterances import utterances
from brisa.scheduler.policy import PolicyName

RATE_HZ: Final = 24_000
SEGMENT_S: Final = 3.0
"""Text is spoken in segments of about this length; each has a front part before its first chunk."""

MEAN_THINK_S: Final = 0.5
SLOW_READER_PACE: Final = 0.3
"""Seconds of audio that a slow reader takes in a second."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """One run.

    A step yields ``chunk_ms`` of audio for ``rtf`` times as much processor time, varied by
    ``jitter`` (the standard deviation of the logarithm); the first step of a segment costs
    ``first_factor`` times as much. ``load`` chooses ``rtf`` so that the listeners ask for that
    share of the workers. A step of ``batch_max`` streams costs ``batch_gain`` of each stream after
    the first. Text arrives segment by segment, ``text_pace`` times as fast as it is spoken, as
    from a language model. ``bulk`` streams have no listener and no end; ``slow_readers`` of the
    listeners take their audio slower than it plays; ``deaths`` workers die, evenly over the time,
    and come back after ``restart_ms``. ``admission`` refuses listeners; without it all are taken.
    """

    listeners: int = 100
    workers: int = 2
    rtf: float = 0.01
    load: float | None = None
    policy: PolicyName = "edf"
    duration_s: float = 60.0
    arrivals: Arrivals = "poisson"
    seed: int = 0
    chunk_ms: int = 160
    first_factor: float = 3.0
    text_pace: float = 4.0
    jitter: float = 0.3
    batch_max: int = 1
    batch_gain: float = 0.5
    bulk: int = 0
    slow_readers: int = 0
    deaths: int = 0
    restart_ms: int = 500
    admission: bool = True
    first_audio_target_ms: int = 300

    @property
    def chunk_samples(self) -> int:
        return self.chunk_ms * RATE_HZ // 1000

    @property
    def engine_rtf(self) -> float:
        """Processor seconds for a second of audio in a step that is not a segment's first."""
        if self.load is None:
            return self.rtf
        lengths_s = [utterance.audio_s for utterance in utterances()]
        work_s = statistics.mean(self.work_s(length_s) for length_s in lengths_s)
        turn_s = statistics.mean(lengths_s) + MEAN_THINK_S
        return self.load * self.workers * turn_s / (self.listeners * work_s)

    def work_s(self, audio_s: float) -> float:
        """Seconds of audio that cost as much as an utterance with its segments' first steps."""
        segments = -(-audio_s // SEGMENT_S)
        return audio_s + segments * (self.first_factor - 1) * self.chunk_ms / 1000
