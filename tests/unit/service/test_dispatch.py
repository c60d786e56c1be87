"""The dispatcher: jobs are stepped by one thread at a time and forgotten when done."""

from __future__ import annotations

import threading

import pytest

from brisa.clock import NS_PER_MS, Clock, ManualClock, SystemClock
from brisa.errors import BrisaError, ShuttingDown
from brisa.service.dispatch import Dispatcher

pytestmark = pytest.mark.unit


class CountingJob:
    """Has ``work`` steps to do; notes overlapping steps, which must not happen."""

    def __init__(self, work: int) -> None:
        self.work = work
        self.steps = 0
        self.overlapped = False
        self.wake_ns: int | None = None
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

    def place(self) -> int | None:
        return None

    def wake_at_ns(self) -> int | None:
        return self.wake_ns

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


class Sleeper(CountingJob):
    """Idle after its first step, until the time it names."""

    def __init__(self, sleep_ns: int) -> None:
        super().__init__(work=2)
        self.sleep_ns = sleep_ns
        self.asleep = threading.Event()

    def runnable(self) -> bool:
        return False

    def run_step(self, clock: Clock) -> None:
        super().run_step(clock)
        self.wake_ns = clock.now_ns() + self.sleep_ns if self.steps == 1 else None
        self.asleep.set()


def test_a_job_is_stepped_again_when_its_time_comes() -> None:
    dispatcher = Dispatcher(SystemClock(), threads=2)
    dispatcher.start()
    job = Sleeper(sleep_ns=NS_PER_MS)
    dispatcher.submit(job)
    dispatcher.wake(job)
    assert job.over.wait(timeout=20)
    dispatcher.close()
    assert job.steps == 2


def test_a_job_is_not_stepped_before_its_time() -> None:
    clock = ManualClock()
    dispatcher = Dispatcher(clock, threads=1)
    dispatcher.start()
    job, before, after = Sleeper(sleep_ns=1000), CountingJob(work=1), CountingJob(work=1)
    for other in (job, before, after):
        dispatcher.submit(other)
    dispatcher.wake(job)
    assert job.asleep.wait(timeout=20)
    clock.advance_ns(999)
    dispatcher.wake(before)
    assert before.over.wait(timeout=20)
    assert job.steps == 1
    clock.advance_ns(1)
    dispatcher.wake(after)
    assert job.over.wait(timeout=20)
    dispatcher.close()


def test_no_threads_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="one thread"):
        Dispatcher(ManualClock(), threads=0)


class PlacedJob(CountingJob):
    """May be stepped at one place alone, and notes where it was."""

    def __init__(self, place: int, at: threading.local) -> None:
        super().__init__(work=50)
        self._place = place
        self._at = at
        self.places: set[int] = set()

    def place(self) -> int | None:
        return self._place

    def run_step(self, clock: Clock) -> None:
        self.places.add(self._at.place)
        super().run_step(clock)


def test_threads_take_the_jobs_of_their_place() -> None:
    at = threading.local()
    dispatcher = Dispatcher(
        ManualClock(), threads=4, places=2, serve=lambda place: setattr(at, "place", place)
    )
    dispatcher.start()
    jobs = [PlacedJob(index % 2, at) for index in range(8)]
    for job in jobs:
        dispatcher.submit(job)
        dispatcher.wake(job)
    for job in jobs:
        assert job.over.wait(timeout=20)
    dispatcher.close()
    assert [job.places for job in jobs] == [{index % 2} for index in range(8)]
