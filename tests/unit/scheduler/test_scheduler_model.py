"""The scheduler against a model that sorts a list: whatever happens, in whatever order."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brisa.scheduler.job import JobClass, JobState, Need, Terms
from brisa.scheduler.scheduler import Scheduler, Spent

pytestmark = pytest.mark.unit

WORKERS = 2
PLACES = st.sampled_from([None, None, 0, 1])


@dataclass
class Model:
    """One job as the model sees it."""

    job_class: JobClass
    need: Need = Need(0)
    ready: bool = False
    running: bool = False
    woken: bool = False
    leaving: bool = False
    due_ns: int | None = None
    turn: int = 0


class AgainstAModel(RuleBasedStateMachine):
    """Jobs are numbers; without priorities, keys and batches order is class, deadline, turn."""

    def __init__(self) -> None:
        super().__init__()
        self.scheduler: Scheduler[int] = Scheduler(WORKERS)
        self.jobs: dict[int, Model] = {}
        self.now_ns = 0
        self.turn = 0
        self.count = 0

    def make_ready(self, job: Model, need: Need) -> None:
        self.turn += 1
        job.ready, job.need, job.turn, job.due_ns = True, need, self.turn, None

    def some(self, data: st.DataObject, **state: bool) -> int:
        fits = [
            number
            for number, job in self.jobs.items()
            if all(getattr(job, name) == value for name, value in state.items())
        ]
        return data.draw(st.sampled_from(fits or [-1]))

    @initialize(
        needs=st.lists(st.builds(Need, st.integers(0, 50), place=PLACES), min_size=4, max_size=8)
    )
    def begin(self, needs: list[Need]) -> None:
        for need in needs:
            self.add(JobClass.LIVE)
            assert self.scheduler.wake(self.count, need)
            self.make_ready(self.jobs[self.count], need)

    @rule(data=st.data())
    def wake_a_running_one(self, data: st.DataObject) -> None:
        number = self.some(data, running=True)
        if number > 0:
            assert not self.scheduler.wake(number, Need(0))
            self.jobs[number].woken = True

    @rule(job_class=st.sampled_from(JobClass))
    def add(self, job_class: JobClass) -> None:
        self.count += 1
        self.scheduler.add(self.count, self.now_ns, Terms(job_class))
        self.jobs[self.count] = Model(job_class)

    @rule(data=st.data(), deadline_ns=st.integers(0, 50), place=PLACES)
    def wake(self, data: st.DataObject, deadline_ns: int, place: int | None) -> None:
        number = self.some(data)
        need = Need(deadline_ns, place=place)
        became_ready = self.scheduler.wake(number, need)
        job = self.jobs.get(number)
        if job is None or job.leaving:
            assert not became_ready
        elif job.running:
            assert not became_ready
            job.woken = True
        else:
            assert became_ready is not job.ready
            if not job.ready or job.need != need:
                self.make_ready(job, need)

    @rule(wait_ns=st.integers(0, 30))
    def pass_time(self, wait_ns: int) -> None:
        self.now_ns += wait_ns

    @rule(worker=st.integers(0, WORKERS - 1))
    def take(self, worker: int) -> None:
        due = [job for job in self.jobs.values() if job.due_ns is not None]
        for job in sorted(due, key=lambda job: job.due_ns or 0):
            if job.due_ns is not None and job.due_ns <= self.now_ns:
                self.make_ready(job, job.need)
        work = self.scheduler.take(self.now_ns, worker)
        may = [
            number
            for number, job in self.jobs.items()
            if job.ready and job.need.place in (None, worker)
        ]
        if work is None:
            assert may == [], "work is conserved"
            return
        (number,) = work.jobs
        job = self.jobs[number]
        assert number in may
        assert not job.running
        best = min((self.jobs[other].job_class, self.jobs[other].need.deadline_ns) for other in may)
        assert (job.job_class, job.need.deadline_ns) == best
        job.ready, job.running = False, True

    @rule(
        data=st.data(),
        need=st.builds(Need, st.integers(0, 50), place=PLACES),
        more=st.booleans(),
        wait_ns=st.none() | st.integers(0, 30),
        lost=st.booleans(),
    )
    def done(
        self, data: st.DataObject, need: Need, more: bool, wait_ns: int | None, lost: bool
    ) -> None:
        number = self.some(data, running=True)
        if number < 0:
            return
        job = self.jobs[number]
        due_ns = None if wait_ns is None or more else self.now_ns + wait_ns
        spent = None if lost else Spent(5, 10)
        ready = self.scheduler.done(number, need, more=more, wake_at_ns=due_ns, spent=spent)
        if job.leaving:
            assert not ready
            del self.jobs[number]
            return
        again = more or job.woken
        assert ready is again
        job.running = job.woken = False
        job.need = need
        if again:
            self.make_ready(job, need)
        else:
            job.due_ns = due_ns

    @precondition(lambda self: self.jobs)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        number = self.some(data)
        self.scheduler.remove(number)
        if self.jobs[number].running:
            self.jobs[number].leaving = True
        else:
            del self.jobs[number]

    @precondition(lambda self: self.jobs)
    @rule(worker=st.integers(0, WORKERS - 1))
    def vacate(self, worker: int) -> None:
        self.scheduler.vacate(worker)
        for job in self.jobs.values():
            if not job.running and job.need.place == worker:
                job.need = Need(job.need.deadline_ns)

    @invariant()
    def no_job_is_lost(self) -> None:
        assert self.scheduler.jobs() == list(self.jobs)
        for number, job in self.jobs.items():
            state = self.scheduler.state(number)
            assert (state is JobState.READY) == job.ready
            assert self.scheduler.is_running(number) == job.running
            assert (state is JobState.LEAVING) == job.leaving
        due = [job.due_ns for job in self.jobs.values() if job.due_ns is not None]
        assert self.scheduler.next_due_ns == min(due, default=None)
        assert self.scheduler.ready == sum(job.ready for job in self.jobs.values())
        live = sum(job.job_class is JobClass.LIVE for job in self.jobs.values())
        assert self.scheduler.live == live


AgainstAModel.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, derandomize=True
)
TestAgainstAModel = AgainstAModel.TestCase
