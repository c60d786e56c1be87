"""The scheduler without processors: a discrete-event simulation that runs the real decision code.

Time jumps from event to event: a listener asks, a step ends, a reader takes audio, a worker dies.
After each event every free worker is offered work, as the dispatcher would. Nothing is random but
what is drawn from seeded generators, each listener's and each utterance's own, so every policy
meets the same listeners, the same utterances and the same step times.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from brisa.bench.arrivals import ramp_s, start_offsets_s, think_s
from brisa.bench.simulate_plan import RATE_HZ, SEGMENT_S, SLOW_READER_PACE, SimulationPlan
from brisa.bench.simulate_stream import SimulatedStream, StepDraw
from brisa.bench.utterances import utterances
from brisa.clock import NS_PER_MS, NS_PER_S
from brisa.scheduler.admission import AdmissionLimits, Refused
from brisa.scheduler.demand import Demands, DemandSeed
from brisa.scheduler.job import JobClass, Terms
from brisa.scheduler.policy import POLICIES
from brisa.scheduler.scheduler import Scheduler, Spent, Work

_READ_EVERY_NS = 100 * NS_PER_MS
_ENGINE = "simulated"
_EVERYTHING = AdmissionLimits(
    limit=1e9, resume=1e9, share_limit=1e9, cushion_ms=10**9, patience=1e9
)


@dataclass(slots=True)
class Outcome:
    """All that happened. ``asked_share`` is the most the admitted ones asked of all workers;
    ``busy_ns`` what the workers worked once all had come."""

    streams: list[SimulatedStream] = field(default_factory=list)
    refused: int = 0
    retry_after_s: list[int] = field(default_factory=list)
    busy_ns: int = 0
    bulk_audio_ns: int = 0
    asked_share: float = 0.0
    most_live: int = 0


@dataclass(slots=True)
class _Step:
    """What a worker is doing."""

    work: Work[SimulatedStream]
    draws: tuple[StepDraw, ...]
    began_ns: int
    cost_ns: int


class Simulation:
    """One run; :meth:`run` it once."""

    def __init__(self, plan: SimulationPlan) -> None:
        plan = replace(plan, rtf=plan.engine_rtf, load=None)
        self._plan = plan
        self._lengths_s = [utterance.audio_s for utterance in utterances()]
        self._end_ns = round(plan.duration_s * NS_PER_S)
        self._policy = POLICIES[plan.policy]
        limits = _EVERYTHING
        if plan.admission:
            limits = AdmissionLimits(first_audio_target_ms=plan.first_audio_target_ms)
        demands = Demands(_seed(plan))
        self.scheduler: Scheduler[SimulatedStream] = Scheduler(
            plan.workers, policy=self._policy, limits=limits, demands=demands
        )
        self._events: list[tuple[int, int, Callable[[int], None]]] = []
        self._count = 0
        self._steps: dict[int, _Step] = {}
        self._free = set(range(plan.workers))
        self._listeners = [Random(plan.seed * 1_000_003 + index) for index in range(plan.listeners)]
        self._armed_ns: int | None = None
        self.outcome = Outcome()

    def run(self) -> Outcome:
        """Until everything that was asked for has been produced."""
        self._prepare()
        while self._events:
            now_ns, _, happen = heapq.heappop(self._events)
            happen(now_ns)
            self._offer_work(now_ns)
        return self.outcome

    def _prepare(self) -> None:
        plan = self._plan
        for index in range(plan.bulk):
            self._at(0, partial(self._begin_bulk, index))
        random = Random(plan.seed)
        offsets_s = start_offsets_s(plan.arrivals, plan.listeners, ramp_s(plan.duration_s), random)
        for index, offset_s in enumerate(offsets_s):
            self._ask_at(round(offset_s * NS_PER_S), index, 0)
        for index in range(plan.deaths):
            at_ns = (index + 1) * self._end_ns // (plan.deaths + 1)
            worker = index % plan.workers
            self._at(at_ns, partial(self._die, worker))

    def _at(self, at_ns: int, happen: Callable[[int], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (at_ns, self._count, happen))

    def _ask_at(self, at_ns: int, index: int, turn: int) -> None:
        if at_ns < self._end_ns:
            self._at(at_ns, partial(self._ask, index, turn))

    def _ask(self, index: int, turn: int, now_ns: int) -> None:
        random = self._listeners[index]
        length_s = random.choice(self._lengths_s)
        terms = Terms(engine=_ENGINE, expected_audio_ns=round(length_s * NS_PER_S))
        answer = self.scheduler.admit(now_ns, terms)
        if isinstance(answer, Refused):
            self.outcome.refused += 1
            self.outcome.retry_after_s.append(answer.retry_after_s)
            wait_s = answer.retry_after_s + think_s(random)
            self._ask_at(now_ns + round(wait_s * NS_PER_S), index, turn)
            return
        stream = SimulatedStream(
            self._plan,
            listener=index,
            turn=turn,
            asked_ns=now_ns,
            samples=round(length_s * RATE_HZ),
            costs=Random((self._plan.seed * 1_000_003 + index) * 10_007 + turn + 1),
            slow=index < self._plan.slow_readers,
        )
        self.outcome.streams.append(stream)
        self._begin(stream, terms, now_ns)
        if stream.slow:
            self._at(now_ns + _READ_EVERY_NS, partial(self._read, stream))

    def _begin_bulk(self, index: int, now_ns: int) -> None:
        costs = Random(-1 - self._plan.seed * 1_000_003 - index)
        stream = SimulatedStream(
            self._plan, listener=-1, turn=0, asked_ns=now_ns, samples=None, costs=costs
        )
        self._begin(stream, Terms(JobClass.BULK, engine=_ENGINE), now_ns)

    def _begin(self, stream: SimulatedStream, terms: Terms, now_ns: int) -> None:
        self.scheduler.add(stream, now_ns, terms)
        self.scheduler.wake(stream, stream.need(now_ns))
        asked = self.scheduler.totals().share_p90 / self._plan.workers
        self.outcome.asked_share = max(self.outcome.asked_share, asked)
        self.outcome.most_live = max(self.outcome.most_live, self.scheduler.live)

    def _offer_work(self, now_ns: int) -> None:
        for worker in sorted(self._free):
            work = self.scheduler.take(now_ns, worker)
            if work is not None:
                self._start(work, now_ns)
        due_ns = self.scheduler.next_due_ns
        if self._free and due_ns is not None and due_ns != self._armed_ns:
            self._armed_ns = due_ns
            self._at(max(due_ns, now_ns), self._rearm)

    def _rearm(self, now_ns: int) -> None:
        self._armed_ns = None

    def _start(self, work: Work[SimulatedStream], now_ns: int) -> None:
        draws = tuple(stream.draw() for stream in work.jobs)
        costs_ns = sorted(draw.cost_ns for draw in draws)
        cost_ns = costs_ns[-1] + round(self._plan.batch_gain * sum(costs_ns[:-1]))
        step = _Step(work, draws, now_ns, cost_ns)
        self._steps[work.worker] = step
        self._free.discard(work.worker)
        self._at(now_ns + cost_ns, partial(self._end, step))

    def _end(self, step: _Step, now_ns: int) -> None:
        worker = step.work.worker
        if self._steps.get(worker) is not step:
            return  # its worker died meanwhile
        del self._steps[worker]
        self._free.add(worker)
        self._count_busy(step, now_ns)
        size = len(step.work.jobs)
        for index, (stream, draw) in enumerate(zip(step.work.jobs, step.draws, strict=True)):
            stream.stepped(draw, worker, now_ns)
            audio_ns = draw.samples * NS_PER_S // RATE_HZ
            if stream.samples is None and now_ns <= self._end_ns:
                self.outcome.bulk_audio_ns += audio_ns
            self._settle(stream, now_ns, Spent(step.cost_ns, audio_ns, size, counts=index == 0))

    def _settle(self, stream: SimulatedStream, now_ns: int, spent: Spent | None) -> None:
        """Give the job back, and see to what its listener does next."""
        over = stream.finished or (stream.samples is None and now_ns >= self._end_ns)
        holds_back = self._policy.holds_back
        wanted = not over and stream.wanted(now_ns, holds_back=holds_back)
        waits = not over and not wanted
        wake_at_ns = stream.wanted_at_ns(now_ns, holds_back=holds_back) if waits else None
        need = stream.need(now_ns)
        self.scheduler.done(stream, need, more=wanted, wake_at_ns=wake_at_ns, spent=spent)
        if over:
            self.scheduler.remove(stream)
        if stream.finished and not stream.slow:
            self._think(stream, stream.playhead.runs_dry_ns)

    def _think(self, stream: SimulatedStream, heard_ns: int) -> None:
        random = self._listeners[stream.listener]
        at_ns = heard_ns + round(think_s(random) * NS_PER_S)
        self._ask_at(at_ns, stream.listener, stream.turn + 1)

    def _read(self, stream: SimulatedStream, now_ns: int) -> None:
        """A slow reader takes a little of what is there."""
        if stream.hearing.unsent_ns:
            pace_samples = round(SLOW_READER_PACE * RATE_HZ * _READ_EVERY_NS / NS_PER_S)
            unsent_samples = stream.hearing.unsent_ns * RATE_HZ // NS_PER_S
            stream.hearing.accepted(min(pace_samples, unsent_samples), now_ns)
        elif stream.finished:
            self._think(stream, now_ns)
            return
        holds_back = self._policy.holds_back
        if not stream.finished and stream.wanted(now_ns, holds_back=holds_back):
            self.scheduler.wake(stream, stream.need(now_ns))
        self._at(now_ns + _READ_EVERY_NS, partial(self._read, stream))

    def _die(self, worker: int, now_ns: int) -> None:
        """What the worker was doing is lost, and so is the state of every stream it held."""
        self._free.discard(worker)
        held = [job for job in self.scheduler.jobs() if job.place == worker]
        for stream in held:
            stream.lost()
        self.scheduler.vacate(worker)
        step = self._steps.pop(worker, None)
        if step is not None:
            self._count_busy(step, now_ns)
            for stream in step.work.jobs:
                stream.lost()
                self.scheduler.done(stream, stream.need(now_ns), more=True)
        self._at(now_ns + self._plan.restart_ms * NS_PER_MS, lambda _: self._free.add(worker))

    def _count_busy(self, step: _Step, now_ns: int) -> None:
        """Work between the end of the ramp and that of the run."""
        began_ns = max(step.began_ns, round(ramp_s(self._plan.duration_s) * NS_PER_S))
        self.outcome.busy_ns += max(min(now_ns, self._end_ns) - began_ns, 0)


def _seed(plan: SimulationPlan) -> DemandSeed:
    """A server knows its engine from warming it up."""
    step_ns = round(plan.chunk_ms * plan.rtf * NS_PER_MS)
    rtf = plan.rtf * (1 + (plan.first_factor - 1) * plan.chunk_ms / 1000 / SEGMENT_S)
    return DemandSeed(rtf, max(step_ns, 1), max(round(step_ns * plan.first_factor), 1))


def simulate(plan: SimulationPlan) -> Outcome:
    """Run it."""
    return Simulation(plan).run()
