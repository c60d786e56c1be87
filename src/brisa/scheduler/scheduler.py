"""Who is stepped next, on every worker; decided without clock, lock or I/O.

Whoever runs the workers holds one lock around these calls, hands the time in, and does what it is
told: :meth:`Scheduler.admit` before a stream begins, :meth:`~Scheduler.add` when it does,
:meth:`~Scheduler.wake` when something changed for it, :meth:`~Scheduler.take` for every worker that
is free, :meth:`~Scheduler.done` for every job of the step that came back,
:meth:`~Scheduler.remove` when the stream is over.

A job is in one state of a table (:mod:`brisa.scheduler.job`) and, while it is ready, in the lanes
(:mod:`brisa.scheduler.lanes`). Work is conserved: :meth:`~Scheduler.take` gives none only if no job
is ready that this worker may step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic

from brisa.scheduler.admission import Admission, AdmissionLimits, Admitted, Reason, Refused
from brisa.scheduler.batching import batch_limit
from brisa.scheduler.cost import CostModel
from brisa.scheduler.demand import Demands
from brisa.scheduler.job import Entry, Event, JobState, JobT, Need, Terms
from brisa.scheduler.lanes import Lanes
from brisa.scheduler.live import LiveStreams
from brisa.scheduler.policy import POLICIES, Policy
from brisa.scheduler.shares import Shares
from brisa.scheduler.timers import Timers
from brisa.scheduler.totals import Totals


@dataclass(frozen=True, slots=True)
class Work(Generic[JobT]):
    """One step for one worker: one job, or several of one kind, the most urgent first."""

    jobs: tuple[JobT, ...]
    kind: str
    worker: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What a step took. ``cost_ns`` is of the whole step, ``audio_ns`` what this job got of it.

    ``batch_size`` is how many jobs shared it; the one with ``counts`` tells the cost model.
    """

    cost_ns: int
    audio_ns: int
    batch_size: int = 1
    counts: bool = True


class Scheduler(Generic[JobT]):
    """Jobs, their states, their order, and what they cost.

    ``workers`` are numbered from 0. ``costs`` and ``demands`` may be given to seed them.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        policy: Policy = POLICIES["edf"],
        limits: AdmissionLimits | None = None,
        costs: CostModel | None = None,
        demands: Demands | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError("a scheduler needs at least one worker")
        self.costs = costs or CostModel()
        self.demands = demands or Demands()
        self._policy = policy
        self._shares = Shares()
        limits = limits or AdmissionLimits()
        self.admission = Admission(workers, self.demands, self._shares, limits)
        self._live = LiveStreams(self.demands)
        self._entries: dict[JobT, Entry[JobT]] = {}
        self._timers: Timers[JobT] = Timers()
        self._lanes: Lanes[JobT] = Lanes(policy, self._step_ns)
        self._number = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def next_due_ns(self) -> int | None:
        """When a job that waits becomes ready by the passing of time."""
        return self._timers.next_due_ns

    def state(self, job: JobT) -> JobState | None:
        """The job's state, or ``None`` if it is not in the table."""
        entry = self._entries.get(job)
        return None if entry is None else entry.state

    def jobs(self) -> list[JobT]:
        """Every job in the table, in order of arrival."""
        return list(self._entries)

    def is_running(self, job: JobT) -> bool:
        """True while somebody has taken the job and not given it back."""
        entry = self._entries.get(job)
        return entry is not None and entry.running

    def admit(self, now_ns: int, terms: Terms) -> Admitted | Refused:
        """Whether a stream on such terms may begin. It is not in the table yet."""
        if self.admission.full(len(self._entries)):
            retry_s = self.admission.retry_for_a_place_s(now_ns, self._live.ends_ns(now_ns))
            return Refused(retry_s, Reason.STREAMS)
        ends_ns = self._live.ends_ns(now_ns)
        return self.admission.decide(now_ns, terms, self._live.loads(), ends_ns)

    def add(self, job: JobT, now_ns: int, terms: Terms = Terms()) -> None:  # noqa: B008 - frozen
        """Take the job on, idle. Raises ``ValueError`` if it is there, or still leaving."""
        if job in self._entries:
            raise ValueError("job added twice")
        self._number += 1
        entry = Entry(job, terms, self._number)
        self._entries[job] = entry
        self._live.enter(entry, now_ns)
        self._shares.enter(terms.client_key)

    def wake(self, job: JobT, need: Need) -> bool:
        """Something changed for the job. True if it has just become ready to be taken.

        A ready job is put in order again if its need has changed. A job that is not in the table
        any more is left alone: a wake may cross its removal.
        """
        entry = self._entries.get(job)
        if entry is None:
            return False
        before = entry.state
        entry.advance(Event.WAKE)
        if before is JobState.READY:
            if need != entry.need:
                self._lanes.discard(entry)
                self._enqueue(entry, need)
            return False
        if entry.state is not JobState.READY:
            return False
        self._enqueue(entry, need)
        return True

    def take(self, now_ns: int, worker: int = 0) -> Work[JobT] | None:
        """The most urgent job that ``worker`` may step, with company if it takes some."""
        self._wake_due(now_ns)
        leader = self._lanes.pop(now_ns, worker)
        if leader is None:
            return None
        self._hand_out(leader)
        size = batch_limit(self.costs, leader.need, now_ns)
        if size == 1:
            return Work((leader.job,), leader.need.kind, worker)
        company = self._lanes.pop_company(leader, size, now_ns, worker)
        for mate in company:
            self._hand_out(mate)
        return Work((leader.job, *(mate.job for mate in company)), leader.need.kind, worker)

    def done(
        self,
        job: JobT,
        need: Need,
        *,
        more: bool,
        wake_at_ns: int | None = None,
        spent: Spent | None = None,
    ) -> bool:
        """The job's step is over; ``need`` is that of its next one. True if it is ready again.

        ``more`` says it could be stepped again at once, else it waits for a wake, or for
        ``wake_at_ns``. ``spent`` is ``None`` for a step that failed or was lost with its worker. A
        job removed while it ran is forgotten by this.
        """
        entry = self._entries.get(job)
        if entry is None:
            return False
        if spent is not None:
            self._account(entry, spent)
        idle = Event.DONE_IDLE if wake_at_ns is None else Event.DONE_WAIT
        state = entry.advance(Event.DONE_MORE if more else idle)
        if state is JobState.READY:
            self._enqueue(entry, need)
            return True
        if state is JobState.WAITING:
            entry.need = need
            self._timers.set(job, wake_at_ns)
        elif state is JobState.GONE:
            self._forget(entry)
        return False

    def remove(self, job: JobT) -> None:
        """Forget the job, or once its step is done if it runs; unknown ones are ignored."""
        entry = self._entries.get(job)
        if entry is None:
            return
        if entry.state is JobState.READY:
            self._lanes.discard(entry)
        self._timers.set(job, None)
        if entry.advance(Event.REMOVE) is JobState.GONE:
            self._forget(entry)

    def vacate(self, worker: int) -> None:
        """The worker is gone: jobs whose state it held may be stepped by any.

        Those it was running are given back with :meth:`done`.
        """
        for entry in self._entries.values():
            if entry.need.place == worker and not entry.running:
                need = replace(entry.need, place=None)
                if entry.state is JobState.READY:
                    self._lanes.discard(entry)
                    self._enqueue(entry, need)
                entry.need = need

    @property
    def live(self) -> int:
        """Live streams in the table."""
        return len(self._live)

    def totals(self) -> Totals:
        """What the live streams ask of the workers."""
        return self.admission.totals(self._live.loads())

    @property
    def ready(self) -> int:
        """Jobs that wait for a worker."""
        return len(self._lanes)

    def _wake_due(self, now_ns: int) -> None:
        due_ns = self._timers.next_due_ns
        if due_ns is None or due_ns > now_ns:
            return
        for job in self._timers.take_due(now_ns):
            entry = self._entries[job]
            if entry.state is JobState.READY:
                self._lanes.discard(entry)
                self._enqueue(entry, replace(entry.need, ahead_until_ns=None))
            else:
                self._enqueue(entry, entry.need)
            entry.advance(Event.DUE)

    def _hand_out(self, entry: Entry[JobT]) -> None:
        entry.advance(Event.TAKE)
        if entry.need.ahead_until_ns is not None:
            self._timers.set(entry.job, None)

    def _account(self, entry: Entry[JobT], spent: Spent) -> None:
        if spent.counts and entry.need.kind:
            self.costs.measured(entry.need.kind, spent.batch_size, spent.cost_ns, entry.need.weight)
        demand = self.demands.of(entry.terms.engine)
        demand.stepped(spent.cost_ns, spent.audio_ns, spent.batch_size)
        entry.produced_ns += spent.audio_ns
        if not entry.heard:
            entry.spent_ns += spent.cost_ns
            if spent.audio_ns > 0:
                self._live.heard(entry)
                entry.heard = True
                demand.sounded(entry.spent_ns)

    def _forget(self, entry: Entry[JobT]) -> None:
        del self._entries[entry.job]
        self._live.leave(entry)
        self._shares.leave(entry.terms.client_key)
        if entry.heard:
            self.demands.of(entry.terms.engine).ended(entry.produced_ns)

    def _step_ns(self, need: Need) -> int:
        return self.costs.p90_ns(need.kind, 1, need.weight)

    def _enqueue(self, entry: Entry[JobT], need: Need) -> None:
        """Put a ready job in order; what is made ahead becomes urgent by the passing of time."""
        entry.need = need
        self._timers.set(entry.job, need.ahead_until_ns)
        self._lanes.push(entry, yields=self._shares.above(entry.terms.client_key))
