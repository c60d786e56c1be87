"""One place in the pool: the process that fills it, what it said, and when it is filled again."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
import zmq

from brisa.clock import NS_PER_MS
from brisa.placement.applied import Applied, refused_wishes
from brisa.workers import messages
from brisa.workers.base import WorkerState
from brisa.workers.child import Child
from brisa.workers.child_log import replay
from brisa.workers.lifecycle import Event, Lifecycle, State
from brisa.workers.link import Link, Loss
from brisa.workers.version import brisa_version

logger = logging.getLogger(__name__)

_BYTES_PER_MB = 1 << 20
_MESSAGES_MAX = 64
"""Read at once from one worker; one that floods must not keep the others waiting."""


class Worker:
    """Touched by the supervisor's thread alone, but for :meth:`view`.

    ``loads`` has an entry for each engine that the process was told to load: since when it is
    loading, or ``None`` when it has answered; ``engines`` are those it has. ``replaces`` is the
    worker that goes once this one is ready; ``retired`` ones are not started again.
    """

    def __init__(self, index: int, life: Lifecycle, replaces: Worker | None = None) -> None:
        self.index = index
        self.life = life
        self.replaces = replaces
        self.restarts: int = 0 if replaces is None else replaces.restarts + 1
        self.child: Child | None = None
        self.loads: dict[int, int | None] = {}
        self.engines: set[int] = set()
        self.rss_bytes = 0
        self.leaving = False
        self.retired = False
        self.retire_by_ns = 0
        self.problem: str | None = None
        self.placed: tuple[Applied, ...] = () if replaces is None else replaces.placed
        self.was_ready = False
        self._spawned = False

    def view(self, cores: tuple[int, ...], streams_on: Callable[[Link], int]) -> WorkerState:
        """The worker as others see it."""
        child = self.child
        return WorkerState(
            index=self.index,
            pid=child.pid if child else None,
            state=self.life.state,
            rss_mb=self.rss_bytes / _BYTES_PER_MB if child else 0.0,
            restarts=self.restarts,
            streams=streams_on(child.link) if child else 0,
            cores=cores if self._pinned() else (),
            problem=self.problem,
            placed=self.placed,
        )

    def spawn(self, make: Callable[[], Child], now_ns: int) -> None:
        """Start the process. One that cannot be started has died at its start."""
        self.restarts += self._spawned
        self._spawned = True
        self.life.advance(Event.SPAWNED, now_ns)
        self.loads, self.engines, self.leaving, self.was_ready = {}, set(), False, False
        try:
            self.child = make()
        except OSError as error:
            self.life.advance(Event.EXITED, now_ns)
            self.problem = f"A worker process cannot be started: {error.strerror}."

    def listen(self, now_ns: int) -> None:
        """Take in beats and standard error; kill a process that is overdue or talks nonsense."""
        child = self.child
        if child is None:
            return
        if child.stderr_open:
            child.read_stderr()
        for _ in range(_MESSAGES_MAX):
            if child.link.loss is not None or not child.beats.poll(0):
                break  # what one that is given up goes on saying means nothing
            self._hear(child, child.beats.recv(), now_ns)
        overdue = self.life.overdue(now_ns)
        if overdue is not None and child.link.loss is None:
            self.give_up(Loss.HUNG, f"A worker process {overdue.value}.")

    def give_up(self, loss: Loss, problem: str) -> None:
        """Kill the process; :meth:`bury` follows when it has died."""
        assert self.child is not None
        self.problem = problem
        logger.error("a worker is given up", extra={"worker": self.index, "loss": loss.value})
        self.child.link.condemn(loss)

    def bury(self, now_ns: int) -> Child | None:
        """The process if it has died, now the caller's to close."""
        child = self.child
        if child is None or not child.dead():
            return None
        child.link.lose(Loss.EXITED)
        if not self.was_ready and child.link.loss is Loss.EXITED:
            self.problem = f"A worker process ended while starting {child.last_words()}"
        elif child.link.loss is Loss.EXITED:
            self.problem = f"A worker process ended (exit code {child.process.returncode})."
        logger.warning(
            "a worker process ended",
            extra={"worker": self.index, "exit_code": child.process.returncode},
        )
        self.life.advance(Event.EXITED, now_ns)
        self.child = None
        return child

    def update_loading(self, now_ns: int) -> None:
        """Tell the lifecycle since when the oldest load is waited for."""
        since = [since_ns for since_ns in self.loads.values() if since_ns is not None]
        self.life.loading(min(since, default=None), now_ns)

    def _hear(self, child: Child, data: bytes, now_ns: int) -> None:
        try:
            message = messages.decode_from_worker(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.give_up(Loss.GARBAGE, "A worker process sent a message that cannot be read.")
            return
        if isinstance(message, messages.Hello):
            self._greet(child, message, now_ns)
        elif self.life.state is State.STARTING:
            self.give_up(Loss.GARBAGE, "A worker process did not say who it is.")
        else:
            self.life.beat(now_ns)
            self.rss_bytes = message.rss_bytes
            self.leaving = self.leaving or message.draining
            replay(message.logs, self.index)

    def _greet(self, child: Child, hello: messages.Hello, now_ns: int) -> None:
        ours = (messages.PROTOCOL_VERSION, brisa_version())
        if (hello.protocol, hello.version) != ours:
            problem = (
                f"A worker process is of version {hello.version} (protocol {hello.protocol}), this "
                f"is {ours[1]} (protocol {ours[0]}); restart after an upgrade."
            )
            self.give_up(Loss.GARBAGE, problem)
        elif hello.token != child.token or self.life.state is not State.STARTING:
            self.give_up(Loss.GARBAGE, "A worker process did not say who it is.")
        else:
            self.life.advance(Event.GREETED, now_ns)
            self._note_placement(hello.placed)

    def _pinned(self) -> bool:
        return all(step.permitted for step in self.placed if step.what == "cores")

    def _note_placement(self, placed: tuple[Applied, ...]) -> None:
        """What is refused is said once, not again whenever the process is replaced."""
        before, self.placed = self.placed, placed
        refused = refused_wishes(placed)
        if refused and placed != before:
            logger.warning(
                "not everything that cpu_scheduling asks for is permitted; brisa doctor says how",
                extra={"worker": self.index, "refused": refused},
            )


def wait_ms(workers: list[Worker], now_ns: int, most_ns: int) -> int:
    """How long nothing will change by time alone, in whole milliseconds."""
    looks = [look for worker in workers if (look := worker.life.next_look_ns(now_ns)) is not None]
    left_ns = min(looks, default=now_ns + most_ns) - now_ns
    return max(-(-min(left_ns, most_ns) // NS_PER_MS), 0)


def watch(poller: zmq.Poller, workers: list[Worker]) -> None:
    """Wake the supervisor for whatever its workers say, and for their deaths."""
    for worker in workers:
        child = worker.child
        if child is not None:
            watched = [child.beats, child.loads, child.death_fd]
            watched += [child.stderr_fd] if child.stderr_open else []
            for source in watched:
                poller.register(source, zmq.POLLIN)
