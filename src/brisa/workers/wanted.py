"""The engines that every worker is to have, and how far the workers are with them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field

import msgspec
import zmq

from brisa.errors import BrisaError, EngineFailed, ShuttingDown, Unavailable
from brisa.workers import messages
from brisa.workers.child import Child
from brisa.workers.faults import error_of
from brisa.workers.lifecycle import Event, State
from brisa.workers.link import Loss
from brisa.workers.roster import Roster
from brisa.workers.worker import Worker

logger = logging.getLogger(__name__)

_DEATHS_MAX = 3
_FIRST_DEATHS_MAX = 2
"""Of one death the voice may be innocent; an engine that has been had gets one more chance."""

_LOADED_STATES = (State.LOADING, State.READY)


@dataclass(slots=True)
class Wanted:
    """An engine to be loaded. ``facts`` are what the first worker said of it; ``ready`` is done
    when every worker has it, or it cannot be had; without any worker that is so after
    ``patience_ns``. ``deaths`` counts workers that died loading it. ``leaving``: it goes once its
    last stream has ended."""

    load: messages.Load
    give_up_at_ns: int
    patience_ns: int
    ready: Future[messages.Loaded] = field(default_factory=Future)
    facts: messages.Loaded | None = None
    deaths: int = 0
    leaving: bool = False


class WantedEngines:
    """Brings workers and wishes together. Touched by the supervisor's thread alone."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._wanted: dict[int, Wanted] = {}

    def add(self, wanted: Wanted) -> None:
        """From here on every worker is to have this engine."""
        self._wanted[wanted.load.engine] = wanted

    def drop(self, engine: int) -> None:
        """Let an engine go once its last stream has ended."""
        self._roster.retire_engine(engine)
        if engine in self._wanted:
            self._wanted[engine].leaving = True

    def serve(self, worker: Worker, now_ns: int) -> None:
        """Hear what a worker loaded, and tell it what to load and to unload."""
        child = worker.child
        if child is None:
            return
        while child.link.loss is None and child.loads.poll(0):
            self._hear(worker, child, child.loads.recv())
        if worker.life.state in _LOADED_STATES:
            self._tell_loads(worker, child, now_ns)
            self._tell_unloads(worker, child)
            self._seat_if_loaded(worker, child, now_ns)
        worker.update_loading(now_ns)

    def settle(self, workers: Iterable[Worker], now_ns: int) -> None:
        """Answer those who wait for an engine, and forget engines that nobody uses."""
        able = [worker for worker in workers if worker.life.state in _LOADED_STATES]
        for engine, wanted in list(self._wanted.items()):
            if wanted.leaving and not self._roster.open_streams(engine):
                self._forget(engine, ShuttingDown("The voice was let go."))
            elif wanted.facts is not None:
                if all(worker.loads.get(engine, now_ns) is None for worker in able):
                    self._answer(wanted)
            elif able:
                wanted.give_up_at_ns = now_ns + wanted.patience_ns
            elif now_ns >= wanted.give_up_at_ns:
                self._forget(engine, Unavailable("No worker process is alive; the log says why."))

    def lost(self, worker: Worker) -> None:
        """A worker died; whoever waits for what it was loading is told."""
        for engine in [engine for engine, since in worker.loads.items() if since is not None]:
            wanted = self._wanted.get(engine)
            if wanted is None:
                continue
            wanted.deaths += 1
            if not wanted.ready.done() and wanted.deaths >= _FIRST_DEATHS_MAX:
                self._forget(engine, EngineFailed(worker.problem or "A worker process ended."))

    def close(self) -> None:
        """Whoever waits is told that the pool is closed."""
        for engine in list(self._wanted):
            self._forget(engine, ShuttingDown("The pool of workers is closed."))

    def _tell_loads(self, worker: Worker, child: Child, now_ns: int) -> None:
        """One at a time, so that it is known which one a worker dies of."""
        if any(since_ns is not None for since_ns in worker.loads.values()):
            return
        for engine, wanted in self._wanted.items():
            if engine not in worker.loads and wanted.deaths < _DEATHS_MAX:
                if _tell(child, wanted.load):
                    worker.loads[engine] = now_ns
                return

    def _tell_unloads(self, worker: Worker, child: Child) -> None:
        for engine, since_ns in list(worker.loads.items()):
            if engine not in self._wanted and since_ns is None:
                del worker.loads[engine]
                worker.engines.discard(engine)
                self._roster.mark_unloaded(child.link, engine)
                _tell(child, messages.Unload(engine))

    def _seat_if_loaded(self, worker: Worker, child: Child, now_ns: int) -> None:
        answered = {engine for engine, since_ns in worker.loads.items() if since_ns is None}
        missing = {e for e, wanted in self._wanted.items() if wanted.deaths < _DEATHS_MAX}
        sound = child.link.loss is None and worker.life.state is State.LOADING
        if sound and not missing - answered:
            worker.life.advance(Event.LOADED, now_ns)
            worker.was_ready = True
            self._roster.seat(child.link, worker.engines)

    def _hear(self, worker: Worker, child: Child, data: bytes) -> None:
        try:
            answer = messages.decode_load_answer(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            answer = None
        if answer is None or worker.loads.get(answer.engine) is None:
            worker.give_up(Loss.GARBAGE, "A worker process sent a message that cannot be read.")
            return
        wanted = self._wanted.get(answer.engine)
        worker.loads[answer.engine] = None
        if isinstance(answer, messages.LoadFailed):
            self._failed(worker, answer.engine, error_of(answer.fault))
        elif wanted is not None and wanted.facts not in (None, answer):
            message = "The workers disagree about a voice's fingerprint; its files were changed."
            _tell(child, messages.Unload(answer.engine))
            self._failed(worker, answer.engine, EngineFailed(message))
        elif wanted is not None:
            wanted.facts = answer
            worker.engines.add(answer.engine)
            self._roster.mark_loaded(child.link, answer.engine)

    def _failed(self, worker: Worker, engine: int, error: BrisaError) -> None:
        """An engine nobody has yet is not to be had; one that others have is not had here."""
        wanted = self._wanted.get(engine)
        if wanted is not None and not wanted.ready.done():
            self._forget(engine, error)
        logger.error(
            "a worker cannot load a voice", extra={"worker": worker.index, "code": error.code}
        )

    def _answer(self, wanted: Wanted) -> None:
        assert wanted.facts is not None
        with contextlib.suppress(InvalidStateError):
            wanted.ready.set_result(wanted.facts)

    def _forget(self, engine: int, error: BrisaError) -> None:
        wanted = self._wanted.pop(engine)
        with contextlib.suppress(InvalidStateError):
            wanted.ready.set_exception(error)


def _tell(child: Child, command: messages.LoadCommand) -> bool:
    """False if the process cannot be told yet; it has not connected, or is dead."""
    try:
        child.loads.send(messages.encode(command), zmq.NOBLOCK)
    except zmq.Again:
        return False
    return True
