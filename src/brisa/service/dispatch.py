"""The loop that steps streams: pool threads that take the most urgent work and do one step of it.

What goes next is decided by :class:`brisa.scheduler.scheduler.Scheduler`; this shell owns the
threads, the lock and the clock. A job is stepped by one thread at a time, so its state needs no
lock of its own.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from brisa.clock import NS_PER_S, Clock
from brisa.engines.base import Engine, StepResult
from brisa.errors import BrisaError, EngineFailed, ShuttingDown
from brisa.scheduler.admission import Admitted, Refused
from brisa.scheduler.demand import DemandSeed
from brisa.scheduler.job import Need, Terms
from brisa.scheduler.scheduler import Scheduler, Spent, Work
from brisa.scheduler.totals import Totals
from brisa.service.pipeline import EngineStep
from brisa.telemetry.bugs import log_bug

logger = logging.getLogger(__name__)

_UNKNOWN = Need(0)


class Job(Protocol):
    """Something that is stepped until it is finished."""

    @property
    def finished(self) -> bool:
        """No step will ever be needed again."""

    @property
    def terms(self) -> Terms:
        """How it is served, for all of its life."""

    def wanted(self, now_ns: int) -> bool:
        """A step would find something to do and room to put it. Called from any thread."""

    def need(self, now_ns: int) -> Need:
        """What the next step is. Called from any thread."""

    def wake_at_ns(self, now_ns: int) -> int | None:
        """When a step is wanted though nothing happens. Called while no thread runs the job."""

    def fail(self, error: BrisaError, now_ns: int) -> None:
        """End the job's stream with an error. Called from any thread."""

    # Called from the thread that runs the job. None of them raises: a failure ends the stream.

    def begin(self, clock: Clock) -> EngineStep | None:
        """Do what comes before a step. What an engine is to do, if that is needed."""

    def complete(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        """Take in the result of the step that began then; how much audio came of it, in ns."""

    def broke(self, error: BrisaError, clock: Clock) -> None:
        """The step failed."""


@dataclass(slots=True)
class _Post:
    """Where a pool thread sleeps while there is nothing for its worker. Under the lock.

    ``asleep`` ends when it is rung, though it runs later: a second ring is for somebody else.
    ``due_ns`` is when it wakes by itself.
    """

    worker: int
    bell: threading.Condition
    asleep: bool = False
    due_ns: int | None = None

    def sleep(self, now_ns: int, due_ns: int | None) -> None:
        """Until it is rung, or that time."""
        self.asleep, self.due_ns = True, due_ns
        self.bell.wait(None if due_ns is None else max(due_ns - now_ns, 0) / NS_PER_S)
        self.asleep = False

    def ring(self) -> None:
        """Wake it."""
        self.asleep = False
        self.bell.notify()


class Dispatcher:
    """Pool threads over one scheduler. Start with :meth:`start`, stop with :meth:`close`.

    Each thread serves one of the scheduler's ``workers``, in turn: it takes jobs whose state lies
    there or nowhere, so that no thread waits for a busy worker while another one is idle. It tells
    ``serve`` its worker when it begins. ``scheduler`` is owned from here on.
    """

    def __init__(
        self,
        clock: Clock,
        threads: int,
        *,
        scheduler: Scheduler[Job] | None = None,
        serve: Callable[[int], None] = lambda worker: None,
    ) -> None:
        if threads < 1:
            raise ValueError("a dispatcher needs at least one thread")
        self._clock = clock
        self._scheduler: Scheduler[Job] = Scheduler(threads) if scheduler is None else scheduler
        self._workers = self._scheduler.admission.workers
        self._lock = threading.Lock()
        self._posts = [
            _Post(index % self._workers, threading.Condition(self._lock))
            for index in range(threads)
        ]
        self._freed_ns = [0] * self._workers
        self._closing = False
        self._serve = serve
        self._threads = [
            threading.Thread(
                target=self._run, args=(post,), name=f"brisa-pool-{index}", daemon=True
            )
            for index, post in enumerate(self._posts)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> list[Job]:
        """Stop after the steps that are running; the jobs that are left, for the caller to end."""
        with self._lock:
            self._closing = True
            for post in self._posts:
                post.ring()
        for thread in self._threads:
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join()
        return self._scheduler.jobs()

    def healthy(self) -> bool:
        """Open, and every thread alive."""
        return not self._closing and all(thread.is_alive() for thread in self._threads)

    def jobs(self) -> list[tuple[Job, str]]:
        """The jobs that are not finished, each with the name of its state."""
        with self._lock:
            scheduler = self._scheduler
            held = [(job, scheduler.state(job)) for job in scheduler.jobs()]
        return [(job, state.value) for job, state in held if state and not job.finished]

    @property
    def active(self) -> int:
        """Jobs that are not finished."""
        with self._lock:
            return sum(not job.finished for job in self._scheduler.jobs())

    def totals(self) -> Totals:
        """What the live streams ask of the workers."""
        with self._lock:
            return self._scheduler.totals()

    def load(self) -> float:
        """What the live streams ask of the workers, as a share of what those can do."""
        return self.totals().share_p90 / self._workers

    def admit(self, terms: Terms) -> Admitted | Refused:
        """Whether a stream on such terms could be served."""
        now_ns = self._clock.now_ns()
        with self._lock:
            return self._scheduler.admit(now_ns, terms)

    def expect(self, engine: str, seed: DemandSeed) -> None:
        """What streams of the engine are taken to cost until some were measured."""
        with self._lock:
            self._scheduler.demands.seed(engine, seed)

    def submit(self, job: Job) -> None:
        """Take a job on; it is stepped once it is woken. Raises ``ShuttingDown`` after close."""
        now_ns = self._clock.now_ns()
        with self._lock:
            if self._closing:
                raise ShuttingDown("The synthesizer is closed.")
            self._scheduler.add(job, now_ns, job.terms)

    def wake(self, job: Job) -> None:
        """Something changed for the job: text came, room appeared, it was cancelled."""
        now_ns = self._clock.now_ns()
        with self._lock:
            if job.finished:
                self._scheduler.remove(job)
            elif self._scheduler.is_running(job):
                self._scheduler.wake(job, _UNKNOWN)  # its need is told when its step is done
            elif self._scheduler.wake(job, need := job.need(now_ns)):
                self._ring(need.place)

    def _run(self, post: _Post) -> None:
        self._serve(post.worker)
        while (work := self._next(post)) is not None:
            began_ns = self._clock.now_ns()
            outcomes = self._step(work.jobs)
            self.give_back(work, began_ns, outcomes)
            del work, outcomes  # a thread that waits must not keep an ended stream alive

    def _next(self, post: _Post) -> Work[Job] | None:
        scheduler = self._scheduler
        with self._lock:
            while not self._closing:
                now_ns = self._clock.now_ns()
                due_ns = scheduler.next_due_ns
                work = scheduler.take(now_ns, post.worker)
                if due_ns is not None and due_ns <= now_ns:
                    for worker in range(self._workers):
                        self._ring(worker)  # what has become ready may be for others
                if work is not None:
                    self._arm()
                    return work
                post.sleep(now_ns, scheduler.next_due_ns)
        return None

    def _ring(self, place: int | None) -> None:
        """Wake one thread that may do what has become ready; of several, where most are idle."""
        asleep = [post for post in self._posts if post.asleep]
        if place is not None and place < self._workers:
            asleep = [post for post in asleep if post.worker == place]
        if asleep:
            idle = Counter(post.worker for post in asleep)
            max(asleep, key=lambda post: idle[post.worker]).ring()

    def _arm(self) -> None:
        """Of the threads that sleep, one is to wake when the next job becomes ready by itself."""
        due_ns = self._scheduler.next_due_ns
        asleep = [post for post in self._posts if post.asleep]
        if due_ns is None or any(_wakes_by(post, due_ns) for post in asleep):
            return
        if asleep:
            asleep[0].ring()  # it finds nothing to do, and sleeps until then

    def _step(self, jobs: Sequence[Job]) -> list[int]:
        """One step of every job; how much audio each got of it."""
        began_ns = self._clock.now_ns()
        begun = [(job, job.begin(self._clock)) for job in jobs]
        results: dict[int, StepResult] = {}
        for engine in {id(step.engine): step.engine for _, step in begun if step}.values():
            group = [(job, step) for job, step in begun if step and step.engine is engine]
            results.update(self._step_together(engine, group))
        return [job.complete(results.get(id(job)), began_ns, self._clock) for job in jobs]

    def _step_together(
        self, engine: Engine, group: Sequence[tuple[Job, EngineStep]]
    ) -> dict[int, StepResult]:
        try:
            results = engine.step([step.stream for _, step in group])
            return {id(job): result for (job, _), result in zip(group, results, strict=True)}
        except BrisaError as error:
            failure = error
        except Exception as error:  # noqa: BLE001 - a pool thread outlives a broken engine
            log_bug(logger, "an engine raised", error)
            failure = EngineFailed("The engine failed; the server's log has the details.")
        for job, _ in group:
            job.broke(failure, self._clock)
        return {}

    def give_back(self, work: Work[Job], began_ns: int, audio_ns: Sequence[int]) -> None:
        """The work that began then is done; how much audio each of its jobs got of it."""
        now_ns = self._clock.now_ns()
        # Several threads may have steps queued at one worker: each is charged from when it was
        # free, or a busy machine would seem several times as slow as it is.
        cost_ns = max(now_ns - max(began_ns, self._freed_ns[work.worker]), 1)
        self._freed_ns[work.worker] = now_ns
        size = len(work.jobs)
        for index, (job, yielded_ns) in enumerate(zip(work.jobs, audio_ns, strict=True)):
            spent = Spent(cost_ns, yielded_ns, size, counts=index == 0)
            self._give_back(job, spent, now_ns)

    def _give_back(self, job: Job, spent: Spent, now_ns: int) -> None:
        finished = job.finished
        more = not finished and job.wanted(now_ns)
        wake_at_ns = None if finished or more else job.wake_at_ns(now_ns)
        need = job.need(now_ns)
        with self._lock:
            scheduler = self._scheduler
            if scheduler.done(job, need, more=more, wake_at_ns=wake_at_ns, spent=spent):
                self._ring(need.place)
            if finished:
                scheduler.remove(job)
            self._arm()


def _wakes_by(post: _Post, due_ns: int) -> bool:
    return post.due_ns is not None and post.due_ns <= due_ns
