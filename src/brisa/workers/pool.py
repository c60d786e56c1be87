"""The pool of worker processes, for POSIX: it needs ``ipc://`` and inherited descriptors."""

from __future__ import annotations

from concurrent.futures import wait
from itertools import count
from typing import cast

from brisa.clock import NS_PER_S, Clock
from brisa.engines.base import Engine
from brisa.engines.table import LoadRequest
from brisa.errors import ShuttingDown
from brisa.workers import messages
from brisa.workers.base import WorkerState
from brisa.workers.options import PoolOptions
from brisa.workers.remote import RemoteEngine
from brisa.workers.roster import Roster
from brisa.workers.supervisor import Supervisor
from brisa.workers.wanted import Wanted

_LOOK_S = 1.0


class WorkerPool:
    """See :class:`brisa.workers.base.Pool`; every method may be called from any thread.

    A worker that dies, hangs, answers nonsense or grows over its memory is replaced, and its
    streams go on elsewhere with the same samples. A pool whose worker cannot start goes on trying:
    wait for :meth:`healthy`, or :meth:`close` it.
    """

    def __init__(self, options: PoolOptions, clock: Clock) -> None:
        """Nothing is started yet. Raises ``ConfigError`` where no private folder can be had."""
        self._options = options
        self._clock = clock
        self._roster = Roster(clock, round(options.wait_limit_s * NS_PER_S))
        self._supervisor = Supervisor(options, clock, self._roster)
        self._engine_numbers = count()
        self._keys = count()

    def start(self) -> None:
        """Start the processes; returns when each has shaken hands.

        Raises ``EngineFailed`` with what the first that failed wrote last.
        """
        if self._roster.refusing:
            raise ShuttingDown("The pool of workers is closed.")
        self._supervisor.start()
        self._supervisor.started.result()

    def load(self, request: LoadRequest, *, warm_up: bool = True) -> Engine:
        if self._roster.refusing:
            raise ShuttingDown("The pool of workers is closed.")
        patience_ns = round(self._options.wait_limit_s * NS_PER_S)
        give_up_at_ns = self._clock.now_ns() + patience_ns
        wanted = Wanted(self._message(request, warm_up), give_up_at_ns, patience_ns)
        self._order(wanted)
        supervisor = self._supervisor
        facts = self._result(wanted)
        engine = RemoteEngine(
            facts, self._roster, self._keys.__next__, supervisor.gone, self._let_go
        )
        return cast(Engine, engine)

    def prefer(self, worker: int) -> None:
        self._roster.prefer(worker)

    def unload(self, engine: Engine) -> None:
        engine.close()
        self._supervisor.wake()

    def healthy(self) -> bool:
        return self._supervisor.healthy() and not self._roster.refusing

    def workers(self) -> list[WorkerState]:
        return self._supervisor.views()

    def drain(self, limit_s: float) -> bool:
        self._roster.refuse()
        return self._roster.wait_until_quiet(limit_s)

    def close(self) -> None:
        self._roster.close()
        self._supervisor.stop()

    def _message(self, request: LoadRequest, warm_up: bool) -> messages.Load:
        return messages.Load(
            next(self._engine_numbers),
            request.record,
            str(request.model_dir),
            str(request.cache_dir),
            self._options.threads_per_worker,
            warm_up,
        )

    def _order(self, wanted: Wanted) -> None:
        self._supervisor.order(lambda _: self._supervisor.engines.add(wanted))
        self._supervisor.wake()

    def _let_go(self, engine: int) -> None:
        """Takes no lock: called by the garbage collector too."""
        self._supervisor.order(lambda _: self._supervisor.engines.drop(engine))

    def _result(self, wanted: Wanted) -> messages.Loaded:
        """What the workers answered; an order may come when nobody carries orders out any more."""
        while True:
            done, _ = wait((wanted.ready,), _LOOK_S)
            if done:
                return wanted.ready.result()
            if not self._supervisor.running():
                raise ShuttingDown("The pool of workers is closed.")
