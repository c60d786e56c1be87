"""What a pool is, whoever does the work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from brisa.engines.base import Engine
from brisa.engines.table import LoadRequest
from brisa.placement.applied import Applied
from brisa.workers.lifecycle import State


@dataclass(frozen=True, slots=True)
class WorkerState:
    """One worker as seen at a moment.

    ``pid`` is ``None`` while there is no process. ``restarts`` counts how often its place had to
    be filled again. ``streams`` are those whose state it holds; ``None`` where nobody counts.
    ``cores`` are those it is pinned to. ``problem`` says why it was lost last, if it was.
    ``placed`` is what became of its placement; empty until it has greeted, and where nothing was
    asked of the system.
    """

    index: int
    pid: int | None
    state: State
    rss_mb: float
    restarts: int = 0
    streams: int | None = None
    cores: tuple[int, ...] = ()
    problem: str | None = None
    placed: tuple[Applied, ...] = ()


class Pool(Protocol):
    """Loads engines and steps their streams. Every method may be called from any thread."""

    def start(self) -> None:
        """Have the workers run. Raises ``EngineFailed`` if one of them cannot."""

    def load(self, request: LoadRequest, *, warm_up: bool = True) -> Engine:
        """The voice's engine, loaded in every worker and warm; blocks meanwhile.

        It is freed by :meth:`unload`, by its own ``close``, or by being let go of; its last open
        stream keeps it. Raises what loading raises, ``EngineFailed`` if a worker breaks over it or
        workers disagree about its fingerprint, ``Unavailable`` if there is no worker and
        ``ShuttingDown`` after :meth:`drain` or :meth:`close`.
        """

    def prefer(self, worker: int) -> None:
        """Have what the calling thread begins done by this worker, as long as it takes streams."""

    def unload(self, engine: Engine) -> None:
        """Free the engine once its last stream has ended; it opens no more."""

    def healthy(self) -> bool:
        """A stream would be served."""

    def workers(self) -> list[WorkerState]:
        """The workers, in the order of their places."""

    def drain(self, limit_s: float) -> bool:
        """Refuse new streams and wait for the open ones; true if they ended within the limit."""

    def close(self) -> None:
        """End the workers; streams still open fail with ``ShuttingDown``. May be repeated."""
