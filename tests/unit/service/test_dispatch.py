"""The dispatcher: jobs are stepped by one thread at a time and forgotten when done."""

from __future__ import annotations

import threading

import pytest

from brisa.clock import Clock, ManualClock
from brisa.errors import BrisaError, ShuttingDown
from brisa.service.dispatch import Dispatcher

pytestmark = pytest.mark.unit


class CountingJob:
    """Has ``work`` steps to do; notes overlapping steps, which must not happen."""

    def __init__(self, work: int) -> None:
        self.work = work
        self.steps = 0
        self.overlapped = False
        self.error: BrisaError | None = None
        self.over = threading.Event()
        self._inside = threading.Lock()

    @property
    def finished(self) -> bool:
        return self.over.is_set()

    def runnable(self) -> bool:
        return self.steps < self.work

    def deadline_ns(self, now_ns: int) -> int:
        return self.steps

    def fail(self, error: BrisaError, now_ns: int) -> None:
        self.error = error
        self.over.set()

    def run_step(self, clock: Clock) -> None:
        if not self._inside.acquire(blocking=False):
            self.overlapped = True
            return
        self.steps += 1
        if self.steps == self.work:
            self.over.set()
        self._inside.release()


def test_every_job_is_stepped_to_its_end_and_forgotten() -> None:
    dispatcher = Dispatcher(ManualClock(), threads=3)
    dispatcher.start()
    jobs = [CountingJob(work=200) for _ in range(5)]
    for job in jobs:
        dispatcher.submit(job)
        dispatcher.wake(job)
    for job in jobs:
        assert job.over.wait(timeout=20)
    dispatcher.close()
    assert [job.steps for job in jobs] == [200] * 5
    assert not any(job.overlapped for job in jobs)
    assert dispatcher.active == 0


def test_an_idle_job_that_ended_is_forgotten_on_wake() -> None:
    dispatcher = Dispatcher(ManualClock(), threads=1)
    job = CountingJob(work=1)
    dispatcher.submit(job)
    job.over.set()
    dispatcher.wake(job)
    assert dispatcher.active == 0


def test_jobs_that_are_left_at_close_are_given_back() -> None:
    dispatcher = Dispatcher(ManualClock(), threads=1)
    dispatcher.start()
    job = CountingJob(work=1)
    dispatcher.submit(job)
    assert dispatcher.close() == [job]


def test_a_closed_dispatcher_takes_nothing_on() -> None:
    dispatcher = Dispatcher(ManualClock(), threads=1)
    dispatcher.start()
    dispatcher.close()
    with pytest.raises(ShuttingDown):
        dispatcher.submit(CountingJob(work=1))


def test_no_threads_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="one thread"):
        Dispatcher(ManualClock(), threads=0)
