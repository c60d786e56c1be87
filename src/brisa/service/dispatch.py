"""The loop that steps streams: pool threads that take the most urgent job and run one step of it.

The order is decided by :class:`brisa.scheduler.ready.ReadyTable`; this shell owns the threads, the
lock and the clock. A job is stepped by one thread at a time, so its state needs no lock of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from brisa.clock import NS_PER_S, Clock
from brisa.errors import BrisaError, ShuttingDown
from brisa.scheduler.ready import ReadyTable
from brisa.scheduler.timers import Timers

logger = logging.getLogger(__name__)


class Job(Protocol):
    """Something that is stepped until it is finished."""

    @property
    def finished(self) -> bool:
        """No step will ever be needed again."""

    def runnable(self) -> bool:
        """A step would find something to do and room to put it. Called from any thread."""

    def deadline_ns(self, now_ns: int) -> int:
        """When the listener runs dry. Called from any thread."""

    def place(self) -> int | None:
        """The worker that holds the job's state; ``None``: any will do. Called from any thread."""

    def wake_at_ns(self) -> int | None:
        """When a step is wanted though nothing happens. Called while no thread runs the job."""

    def fail(self, error: BrisaError, now_ns: int) -> None:
        """End the job's stream with an error."""

    def run_step(self, clock: Clock) -> None:
        """One bounded piece of work. Never raises: a failure ends the job's stream."""


class Dispatcher:
    """Pool threads over one ready table. Start with :meth:`start`, stop with :meth:`close`.

    With ``places`` each thread serves one of so many workers, in turn: it takes jobs whose state
    lies there or nowhere, so that no thread waits for a busy worker while another one is idle. It
    tells ``serve`` its place when it begins.
    """

    def __init__(
        self,
        clock: Clock,
        threads: int,
        *,
        places: int = 0,
        serve: Callable[[int], None] = lambda place: None,
    ) -> None:
        if threads < 1:
            raise ValueError("a dispatcher needs at least one thread")
        self._clock = clock
        self._table: ReadyTable[Job] = ReadyTable()
        self._timers: Timers[Job] = Timers()
        self._changed = threading.Condition()
        self._closing = False
        self._serve = serve
        self._threads = [
            threading.Thread(
                target=self._run,
                args=(index % places if places else None,),
                name=f"brisa-pool-{index}",
                daemon=True,
            )
            for index in range(threads)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> list[Job]:
        """Stop after the steps that are running; the jobs that are left, for the caller to end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join()
        return self._table.jobs()

    def healthy(self) -> bool:
        """Open, and every thread alive."""
        return not self._closing and all(thread.is_alive() for thread in self._threads)

    @property
    def active(self) -> int:
        """Jobs that are not finished."""
        with self._changed:
            return sum(not job.finished for job in self._table.jobs())

    def submit(self, job: Job) -> None:
        """Take a job on; it is stepped once it is woken. Raises ``ShuttingDown`` after close."""
        with self._changed:
            if self._closing:
                raise ShuttingDown("The synthesizer is closed.")
            self._table.add(job)

    def wake(self, job: Job) -> None:
        """Something changed for the job: text came, room appeared, it was cancelled."""
        now_ns = self._clock.now_ns()
        with self._changed:
            if job.finished and not self._table.is_running(job):
                self._forget(job)
            elif self._table.wake(job, job.deadline_ns(now_ns), job.place()):
                self._changed.notify_all()

    def _run(self, place: int | None) -> None:
        if place is not None:
            self._serve(place)
        while (job := self._next(place)) is not None:
            job.run_step(self._clock)
            self._settle(job)
            del job  # a thread that waits must not keep an ended stream alive

    def _next(self, place: int | None) -> Job | None:
        with self._changed:
            while not self._closing:
                self._wake_due()
                job = self._table.take(place)
                if job is not None:
                    return job
                self._changed.wait(self._seconds_to_next())
        return None

    def _wake_due(self) -> None:
        now_ns = self._clock.now_ns()
        for job in self._timers.take_due(now_ns):
            if self._table.wake(job, job.deadline_ns(now_ns), job.place()):
                self._changed.notify_all()

    def _seconds_to_next(self) -> float | None:
        due_ns = self._timers.next_due_ns
        return None if due_ns is None else max(due_ns - self._clock.now_ns(), 0) / NS_PER_S

    def _forget(self, job: Job) -> None:
        self._table.remove(job)
        self._timers.set(job, None)

    def _settle(self, job: Job) -> None:
        now_ns = self._clock.now_ns()
        with self._changed:
            if job.finished:
                self._forget(job)
                return
            due_ns = job.wake_at_ns()
            self._timers.set(job, due_ns)
            ready = self._table.done(
                job,
                more=job.runnable(),
                deadline_ns=job.deadline_ns(now_ns),
                place=job.place(),
            )
            # A thread that waits may have to wait less long.
            if ready or (due_ns is not None and due_ns == self._timers.next_due_ns):
                self._changed.notify_all()
