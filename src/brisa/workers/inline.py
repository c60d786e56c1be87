"""The pool that is this process: for the library, the command line and tests."""

from __future__ import annotations

import logging
import os
import threading
from weakref import WeakSet

from brisa.engines.base import Engine
from brisa.engines.table import LoadRequest, load_engine
from brisa.errors import ShuttingDown
from brisa.placement.applied import Applied, refused_wishes
from brisa.placement.apply import settle_thread
from brisa.placement.plan import ThreadPlacement
from brisa.workers.base import WorkerState
from brisa.workers.lifecycle import State
from brisa.workers.memory import rss_bytes

logger = logging.getLogger(__name__)


class InlinePool:
    """See :class:`brisa.workers.base.Pool`.

    The engines are the real ones, stepped by whoever calls, so nobody counts streams here: an
    engine that is let go is freed with its last stream, :meth:`drain` refuses further voices and
    does not wait, and what is still open at :meth:`close` must not be stepped again. A thread that
    prefers worker ``i`` runs as ``placements[i % len(placements)]`` says, as far as is permitted.
    """

    def __init__(self, placements: tuple[ThreadPlacement, ...] = ()) -> None:
        self._placements = placements
        self._placed: tuple[Applied, ...] = ()
        self._engines: WeakSet[Engine] = WeakSet()
        self._lock = threading.Lock()
        self._started = False
        self._closing = False

    def start(self) -> None:
        self._started = True

    def load(self, request: LoadRequest, *, warm_up: bool = True) -> Engine:
        self._check_open()
        engine = load_engine(request)
        if warm_up:
            engine.warm_up()
        with self._lock:
            self._check_open()
            self._engines.add(engine)
        return engine

    def prefer(self, worker: int) -> None:
        if self._placements:
            wanted = self._placements[worker % len(self._placements)]
            self._note(settle_thread(wanted))

    def unload(self, engine: Engine) -> None:
        with self._lock:
            self._engines.discard(engine)

    def healthy(self) -> bool:
        return self._started and not self._closing

    def workers(self) -> list[WorkerState]:
        state = State.READY if self.healthy() else State.DEAD
        rss_mb = rss_bytes() / (1 << 20)
        return [WorkerState(0, os.getpid(), state, rss_mb, placed=self._placed)]

    def drain(self, limit_s: float) -> bool:
        self._closing = True
        return True

    def close(self) -> None:
        with self._lock:
            self._closing = True
            engines, self._engines = list(self._engines), WeakSet()
        for engine in engines:
            engine.close()

    def _note(self, placed: tuple[Applied, ...]) -> None:
        """What is refused is said once; the threads are alike."""
        with self._lock:
            first, self._placed = not self._placed, placed
        refused = refused_wishes(placed)
        if first and refused:
            logger.warning(
                "not everything that cpu_scheduling asks for is permitted; brisa doctor says how",
                extra={"refused": refused},
            )

    def _check_open(self) -> None:
        if self._closing:
            raise ShuttingDown("The pool of workers is closed.")
