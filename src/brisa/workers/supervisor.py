"""The thread that keeps the workers: starts, hears, buries and replaces them.

It alone touches processes and their control sockets; callers use links and the roster. Steps do
not pass through here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from itertools import count

import zmq

from brisa.clock import NS_PER_S, Clock
from brisa.errors import EngineFailed
from brisa.telemetry.bugs import log_bug
from brisa.workers import messages
from brisa.workers.base import WorkerState
from brisa.workers.child import Child
from brisa.workers.lifecycle import Event, Lifecycle, Limits, State
from brisa.workers.link import Link, Loss
from brisa.workers.options import PoolOptions
from brisa.workers.rendezvous import Rendezvous
from brisa.workers.roster import Roster
from brisa.workers.wanted import WantedEngines
from brisa.workers.worker import Worker, wait_ms, watch

logger = logging.getLogger(__name__)

_CORPSE_WAIT_NS = NS_PER_S // 200
_BYTES_PER_MB = 1 << 20

Command = Callable[[int], None]
"""Something to be done in the supervisor's thread; told the time."""


class Supervisor:
    """Start it with :meth:`start`, end it and every process with :meth:`stop`."""

    def __init__(self, options: PoolOptions, clock: Clock, roster: Roster) -> None:
        """Raises ``ConfigError`` and ``OSError`` where no private folder can be had."""
        self.started: Future[None] = Future()
        self.engines = WantedEngines(roster)
        self._options = options
        self._clock = clock
        self._roster = roster
        self._place = Rendezvous()
        self._context = zmq.Context[zmq.Socket[bytes]]()
        self._serials = count()
        self._commands: deque[Command] = deque()
        self._gone: deque[tuple[int, int, Link | None]] = deque()
        self._wake_read_fd, self._wake_write_fd = os.pipe()
        os.set_blocking(self._wake_read_fd, False)
        os.set_blocking(self._wake_write_fd, False)
        self._wake_lock = threading.Lock()
        self._workers = self._first_workers()
        self._corpses: list[Child] = []
        self._stopping = False
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="brisa-workers", daemon=True)

    def start(self) -> None:
        """Begin; :attr:`started` tells when every worker is ready or that one failed to start."""
        self._thread.start()

    def stop(self) -> None:
        """Kill every process and free everything. Blocks; may be repeated."""
        self._stopping = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join()
        elif self._thread.ident is None and not self._ended:
            self._end()

    def order(self, command: Command) -> None:
        """Have something done in the supervisor's thread, soon. Takes no lock."""
        self._commands.append(command)

    def wake(self) -> None:
        """Have orders carried out at once."""
        with self._wake_lock, contextlib.suppress(BlockingIOError):
            if self._wake_write_fd >= 0:
                os.write(self._wake_write_fd, b"\0")

    def gone(self, engine: int, key: int, link: Link | None) -> None:
        """A stream will not be stepped again. Takes no lock: called by the garbage collector."""
        self._gone.append((engine, key, link))

    def running(self) -> bool:
        """Orders are carried out."""
        return self._thread.is_alive() and not self._stopping

    def healthy(self) -> bool:
        """Some worker is ready."""
        ready = any(worker.life.state is State.READY for worker in self._workers)
        return ready and self.running()

    def views(self) -> list[WorkerState]:
        """Every worker as it is; a place whose worker is being replaced has two."""
        placement_of, streams_on = self._options.placement_of, self._roster.streams_on
        workers = sorted(self._workers, key=lambda worker: worker.index)
        return [worker.view(placement_of(worker.index).cores, streams_on) for worker in workers]

    def _first_workers(self) -> list[Worker]:
        options = self._options
        limits = Limits(
            start_ns=round(options.start_limit_s * NS_PER_S),
            load_ns=round(options.load_limit_s * NS_PER_S),
            beat_interval_ns=round(options.beat_interval_s * NS_PER_S),
        )
        now_ns = self._clock.now_ns()
        return [Worker(index, Lifecycle(limits, now_ns)) for index in range(options.workers)]

    def _run(self) -> None:
        try:
            while not self._stopping:
                self._turn(self._clock.now_ns())
                self._wait()
        except Exception as error:  # noqa: BLE001 - callers must be told, and no process be left
            log_bug(logger, "the supervisor of the workers raised", error)
        finally:
            self._end()

    def _turn(self, now_ns: int) -> None:
        while self._commands:
            self._commands.popleft()(now_ns)
        self._release()
        for worker in list(self._workers):
            self._attend(worker, now_ns)
        self.engines.settle(self._workers, now_ns)
        self._settle_start()
        self._close_corpses()

    def _attend(self, worker: Worker, now_ns: int) -> None:
        worker.listen(now_ns)
        self.engines.serve(worker, now_ns)
        corpse = worker.bury(now_ns)
        if corpse is not None:
            self._roster.unseat(corpse.link)
            self._corpses.append(corpse)
            self.engines.lost(worker)
        if worker.life.state is State.DEAD:
            self._after_death(worker, now_ns)
        elif worker.life.start_due(now_ns):
            worker.spawn(lambda: self._make_child(worker.index), now_ns)
        elif worker.life.state is State.READY:
            self._look_after(worker, now_ns)
        elif worker.life.state is State.DRAINING:
            self._see_off(worker, now_ns)

    def _after_death(self, worker: Worker, now_ns: int) -> None:
        if worker.problem is not None and not worker.was_ready:
            logger.error("a worker cannot start", extra={"worker": worker.index})
            self._fail_start(EngineFailed(worker.problem))
        if worker.retired or any(other.replaces is worker for other in self._workers):
            self._workers = [other for other in self._workers if other is not worker]
        else:
            worker.life.advance(Event.BACK_OFF, now_ns)

    def _look_after(self, worker: Worker, now_ns: int) -> None:
        """Replace a ready worker that is to go, and retire the one it replaces."""
        if worker.replaces is not None:
            old, worker.replaces = worker.replaces, None
            self._retire(old, now_ns)
        limit_mb = self._options.memory_limit_mb
        over = limit_mb is not None and worker.rss_bytes > limit_mb * _BYTES_PER_MB
        if (over or worker.leaving) and not any(w.replaces is worker for w in self._workers):
            logger.warning(
                "a worker is replaced", extra={"worker": worker.index, "over_memory": over}
            )
            following = Worker(worker.index, worker.life.successor(now_ns), worker)
            self._workers = [*self._workers, following]

    def _retire(self, old: Worker, now_ns: int) -> None:
        old.retired = True
        if old.life.state is State.READY and old.child is not None:
            self._roster.stop_placing(old.child.link)
            old.life.advance(Event.DRAIN, now_ns)
            old.retire_by_ns = now_ns + round(self._options.drain_limit_s * NS_PER_S)
        elif old in self._workers:
            self._workers = [worker for worker in self._workers if worker is not old]

    def _see_off(self, worker: Worker, now_ns: int) -> None:
        assert worker.child is not None
        link = worker.child.link
        if not self._roster.streams_on(link) or now_ns >= worker.retire_by_ns:
            link.condemn(Loss.REPLACED)

    def _make_child(self, index: int) -> Child:
        return Child(
            index, next(self._serials), self._context, self._place, self._clock, self._options
        )

    def _release(self) -> None:
        """Free the state of streams that were let go, in the workers that hold it."""
        by_link: dict[Link, list[int]] = {}
        while self._gone:
            engine, key, link = self._gone.popleft()
            self._roster.ended(engine, key, link)
            if link is not None:
                by_link.setdefault(link, []).append(key)
        for worker in self._workers:
            if worker.child is not None and worker.child.link in by_link:
                message = messages.Release(tuple(by_link[worker.child.link]))
                with contextlib.suppress(zmq.Again):
                    worker.child.beats.send(messages.encode(message), zmq.NOBLOCK)

    def _settle_start(self) -> None:
        if all(worker.life.state is State.READY for worker in self._workers):
            with contextlib.suppress(InvalidStateError):
                self.started.set_result(None)

    def _fail_start(self, error: EngineFailed) -> None:
        with contextlib.suppress(InvalidStateError):
            self.started.set_exception(error)

    def _close_corpses(self) -> None:
        for corpse in [corpse for corpse in self._corpses if corpse.link.idle()]:
            corpse.close()
            self._corpses.remove(corpse)

    def _wait(self) -> None:
        poller = zmq.Poller()
        poller.register(self._wake_read_fd, zmq.POLLIN)
        watch(poller, self._workers)
        most_ns = round(self._options.beat_interval_s * NS_PER_S)
        most_ns = min(most_ns, _CORPSE_WAIT_NS) if self._corpses else most_ns
        poller.poll(wait_ms(self._workers, self._clock.now_ns(), most_ns))
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_read_fd, 4096)

    def _end(self) -> None:
        self._stopping = self._ended = True
        self._roster.close()
        self.engines.close()
        self._fail_start(EngineFailed("The pool of workers was closed."))
        for worker in self._workers:
            if worker.child is not None:
                worker.child.link.condemn(Loss.CLOSED)
                self._corpses.append(worker.child)
                worker.child = None
        for corpse in self._corpses:
            corpse.process.wait()
            corpse.link.wait_idle()
            corpse.close()
        self._context.term()
        self._place.close()
        with self._wake_lock:
            os.close(self._wake_read_fd)
            os.close(self._wake_write_fd)
            self._wake_write_fd = -1
