"""One simulated utterance: what its steps cost and yield, and what its listener hears of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from brisa.audio.playout import NS_PER_MS
from brisa.bench.playhead import Playhead
from brisa.bench.simulate_plan import RATE_HZ, SEGMENT_S, SimulationPlan
from brisa.scheduler.hearing import Hearing, HearingOptions
from brisa.scheduler.job import JobClass, Need
from brisa.scheduler.watermarks import LookAheadOptions

_SEGMENT_SAMPLES = round(SEGMENT_S * RATE_HZ)
_NS_PER_S = 1_000_000_000
_LOOK_AHEAD = LookAheadOptions()


@dataclass(frozen=True, slots=True)
class StepDraw:
    """A step before it is run: its time alone, and the audio it will give."""

    cost_ns: int
    samples: int


class SimulatedStream:
    """An utterance of ``samples``, the ``turn``-th that ``listener`` asked for, at ``asked_ns``.

    ``samples`` ``None`` is a bulk stream without end. Costs are drawn from a generator of its own,
    so they are the same under every policy.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        *,
        listener: int,
        turn: int,
        asked_ns: int,
        samples: int | None,
        costs: Random,
        slow: bool = False,
    ) -> None:
        self.listener = listener
        self.turn = turn
        self.asked_ns = asked_ns
        self.samples = samples
        self.slow = slow
        self.produced_samples = 0
        self.place: int | None = None
        self.playhead = Playhead(RATE_HZ)
        self._plan = plan
        self._costs = costs
        self._replay_ns = 0
        self._segment_ns = 0
        options = HearingOptions(
            RATE_HZ, first_audio_target_ms=plan.first_audio_target_ms, knows_accepted=slow
        )
        self.hearing = Hearing(options, _LOOK_AHEAD, arrived_ns=asked_ns)

    @property
    def job_class(self) -> JobClass:
        return JobClass.BULK if self.samples is None else JobClass.LIVE

    @property
    def finished(self) -> bool:
        return self.samples is not None and self.produced_samples >= self.samples

    @property
    def audio_ns(self) -> int:
        """What was produced."""
        return self.produced_samples * _NS_PER_S // RATE_HZ

    def wanted(self, now_ns: int, *, holds_back: bool) -> bool:
        """There is text for a step, and room for it if the look-ahead ``holds_back``."""
        if self.samples is None:
            return True
        return self._text_at_ns() <= now_ns and (not holds_back or self.hearing.wanted(now_ns))

    def wanted_at_ns(self, now_ns: int, *, holds_back: bool) -> int | None:
        """When it will be wanted; ``None`` if only a reader can say."""
        room_at_ns = self.hearing.wanted_at_ns(now_ns) if holds_back else now_ns
        return None if room_at_ns is None else max(room_at_ns, self._text_at_ns())

    def need(self, now_ns: int) -> Need:
        """The next step, for the scheduler."""
        kind = "step" if self._left_of_segment() < _SEGMENT_SAMPLES else "front"
        place = self.place if kind == "step" else None
        bulk = self.samples is None
        deadline_ns = self.audio_ns if bulk else self.hearing.deadline_ns(now_ns)
        first = not bulk and self.hearing.waits_for_first
        return Need(
            deadline_ns,
            first,
            kind,
            self._plan.batch_max,
            place=place,
            ahead_until_ns=None if bulk else self.hearing.ahead_until_ns(now_ns),
        )

    def draw(self) -> StepDraw:
        """The next step's cost and yield; counted as produced by :meth:`stepped` alone."""
        plan, left = self._plan, self._left_of_segment()
        samples = min(plan.chunk_samples, left)
        if self.samples is not None:
            samples = min(samples, self.samples - self.produced_samples)
        work_ms = samples * 1000 / RATE_HZ
        if left == _SEGMENT_SAMPLES:
            work_ms += (plan.first_factor - 1) * plan.chunk_ms
        sigma = plan.jitter
        noise = math.exp(self._costs.gauss(0.0, sigma) - sigma * sigma / 2)
        cost_ns = round(work_ms * plan.engine_rtf * noise * NS_PER_MS)
        return StepDraw(max(cost_ns, 1) + self._replay_ns, samples)

    def stepped(self, draw: StepDraw, worker: int, now_ns: int) -> None:
        """The step is done: its audio is on its way."""
        if self._left_of_segment() == _SEGMENT_SAMPLES:
            self._segment_ns = 0
        self._segment_ns += draw.cost_ns
        self._replay_ns = 0
        self.place = worker
        self.produced_samples += draw.samples
        if self.samples is None:
            return
        self.hearing.produced(draw.samples, now_ns)
        self.playhead.arrived(now_ns, draw.samples)
        if self.finished:
            self.hearing.finished(now_ns)

    def lost(self) -> None:
        """The worker that held the stream's state died: the segment is made again up to here."""
        if 0 < self._left_of_segment() < _SEGMENT_SAMPLES:
            self._replay_ns = self._segment_ns
        self.place = None

    def _text_at_ns(self) -> int:
        """When the text of the next step has arrived."""
        segment = self.produced_samples // _SEGMENT_SAMPLES
        return self.asked_ns + round(segment * SEGMENT_S / self._plan.text_pace * _NS_PER_S)

    def _left_of_segment(self) -> int:
        return _SEGMENT_SAMPLES - self.produced_samples % _SEGMENT_SAMPLES
