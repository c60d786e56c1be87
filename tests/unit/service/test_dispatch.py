"""The dispatcher: jobs are stepped by one thread at a time and forgotten when done."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence

import pytest

from brisa.clock import NS_PER_MS, Clock, ManualClock, SystemClock
from brisa.engines.base import SegmentRequest, StepResult
from brisa.engines.scripted import Script, ScriptedEngine, ScriptedStream
from brisa.errors import BrisaError, EngineFailed, ShuttingDown
from brisa.scheduler.job import Need, Terms
from brisa.scheduler.scheduler import Scheduler
from brisa.service.dispatch import Dispatcher, Job
from brisa.service.pipeline import EngineStep
from support.live_server import eventually

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

    terms = Terms()

    def wanted(self, now_ns: int) -> bool:
        return self.steps < self.work

    def need(self, now_ns: int) -> Need:
        return Need(self.steps)

    def wake_at_ns(self, now_ns: int) -> int | None:
        return None

    def fail(self, error: BrisaError, now_ns: int) -> None:
        self.error = error
        self.over.set()

    def begin(self, clock: Clock) -> EngineStep | None:
        self.overlapped = not self._inside.acquire(blocking=False) or self.overlapped
        return None

    def complete(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        self.steps += 1
        if self.steps == self.work:
            self.over.set()
        self._inside.release()
        return 0

    def broke(self, error: BrisaError, clock: Clock) -> None:
        self.fail(error, clock.now_ns())


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

    def wanted(self, now_ns: int) -> bool:
        return False

    def wake_at_ns(self, now_ns: int) -> int | None:
        self.asleep.set()
        return now_ns + self.sleep_ns if self.steps == 1 else None


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

    def need(self, now_ns: int) -> Need:
        return Need(self.steps, place=self._place)

    def begin(self, clock: Clock) -> EngineStep | None:
        self.places.add(self._at.place)
        return super().begin(clock)


def test_threads_take_the_jobs_of_their_place() -> None:
    at = threading.local()
    dispatcher = Dispatcher(
        ManualClock(),
        threads=4,
        scheduler=Scheduler(2),
        serve=lambda worker: setattr(at, "place", worker),
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


class BatchedJob(CountingJob):
    """One step by an engine that takes several at a time."""

    terms = Terms(engine="scripted")

    def __init__(self, engine: ScriptedEngine) -> None:
        super().__init__(work=1)
        self.engine = engine
        self.result: StepResult | None = None

    def need(self, now_ns: int) -> Need:
        return Need(10**12, kind="scripted", batch_max=8)

    def begin(self, clock: Clock) -> EngineStep | None:
        super().begin(clock)
        return EngineStep(self.engine, self.engine.open(SegmentRequest("a text", "scripted")))

    def complete(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        self.result = result
        return super().complete(result, began_ns, clock)


class Sizes(ScriptedEngine):
    """Notes how many streams each step has."""

    def __init__(self, script: Script | None = None) -> None:
        super().__init__(script)
        self.sizes: list[int] = []

    def step(self, streams: Sequence[ScriptedStream]) -> list[StepResult]:
        self.sizes.append(len(streams))
        return super().step(streams)


def batched(engines: Sequence[Sizes]) -> list[BatchedJob]:
    """One job for each engine, all ready before the pool's one thread starts."""
    dispatcher = Dispatcher(ManualClock(), threads=1)
    jobs = [BatchedJob(engine) for engine in engines]
    for job in jobs:
        dispatcher.submit(job)
        dispatcher.wake(job)
    dispatcher.start()
    for job in jobs:
        assert job.over.wait(timeout=20)
    dispatcher.close()
    assert dispatcher.active == 0
    return jobs


def test_streams_of_one_engine_share_a_step() -> None:
    engine = Sizes()
    jobs = batched([engine] * 5)
    assert engine.sizes == [5]
    assert all(job.result is not None for job in jobs)


def test_streams_of_two_engines_do_not() -> None:
    one, other = Sizes(), Sizes()
    batched([one, other, one])
    assert (one.sizes, other.sizes) == ([2], [1])


def test_a_step_that_breaks_ends_those_who_shared_it_and_no_other() -> None:
    broken, sound = Sizes(Script(fail_at_step=0)), Sizes()
    jobs = batched([broken, sound, broken])
    assert [isinstance(job.error, EngineFailed) for job in jobs] == [True, False, True]


def test_a_step_is_charged_from_when_its_worker_was_free() -> None:
    """Two threads with steps queued at one worker do not make the engine seem slower."""
    clock = ManualClock()
    scheduler: Scheduler[Job] = Scheduler(1)
    dispatcher = Dispatcher(clock, threads=1, scheduler=scheduler)
    jobs = [BatchedJob(Sizes()) for _ in range(2)]
    for job in jobs:
        dispatcher.submit(job)
        scheduler.wake(job, Need(0, kind="scripted"))
    works = [scheduler.take(0), scheduler.take(0)]
    for work in works:
        assert work is not None
        clock.advance_ns(NS_PER_MS)
        dispatcher.give_back(work, 0, [0])
    assert scheduler.costs.p90_ns("scripted") == NS_PER_MS


def all_asleep(dispatcher: Dispatcher) -> bool:
    return all(post.asleep for post in dispatcher._posts)


class HeldJob(CountingJob):
    """One step, which lasts until it is let go."""

    def __init__(self) -> None:
        super().__init__(work=1)
        self.began = threading.Event()
        self.let_go = threading.Event()

    def begin(self, clock: Clock) -> EngineStep | None:
        self.began.set()
        assert self.let_go.wait(timeout=20)
        return super().begin(clock)


@pytest.fixture
def undisturbed_threads() -> Iterator[None]:
    """Who runs goes on running until it waits: rings come before those they wake have run."""
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(10.0)
    yield
    sys.setswitchinterval(before_s)


@pytest.mark.usefixtures("undisturbed_threads")
@pytest.mark.parametrize("threads", [2, 3, 5])
def test_jobs_that_become_ready_at_once_wake_a_thread_each(threads: int) -> None:
    dispatcher = Dispatcher(SystemClock(), threads)
    dispatcher.start()
    eventually(lambda: all_asleep(dispatcher), "all threads wait")
    jobs = [HeldJob() for _ in range(threads)]
    for job in jobs:
        dispatcher.submit(job)
    for job in jobs:
        dispatcher.wake(job)
    for job in jobs:
        assert job.began.wait(timeout=20)
    for job in jobs:
        job.let_go.set()
    for job in jobs:
        assert job.over.wait(timeout=20)
    dispatcher.close()


def test_a_job_whose_time_comes_waits_for_no_thread_that_is_busy() -> None:
    """Those that would have woken for it have got something else to do."""
    dispatcher = Dispatcher(SystemClock(), threads=3)
    dispatcher.start()
    eventually(lambda: all_asleep(dispatcher), "all threads wait")
    sleeper, held = Sleeper(sleep_ns=500 * NS_PER_MS), [HeldJob(), HeldJob()]
    dispatcher.submit(sleeper)
    dispatcher.wake(sleeper)
    assert sleeper.asleep.wait(timeout=20)
    eventually(lambda: all_asleep(dispatcher), "all threads wait")
    for job in held:
        dispatcher.submit(job)
        dispatcher.wake(job)
    assert sleeper.over.wait(timeout=10)
    assert not any(job.over.is_set() for job in held)
    for job in held:
        job.let_go.set()
        assert job.over.wait(timeout=20)
    dispatcher.close()
