"""The server's end of one worker: its lanes, used by whichever threads step streams.

A lane carries one step at a time and belongs to the thread that took it, so there is no thread in
between: the caller sends, waits for the answer or for the worker's death, and copies the samples.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import count

import zmq

from brisa.clock import NS_PER_MS, Clock
from brisa.engines.base import SegmentRequest
from brisa.workers import messages
from brisa.workers.answers import Advanced, Garbage, read_answer
from brisa.workers.slab import Slab

_DEATH_WAIT_MS = 2000


class Loss(Enum):
    """Why a worker was lost."""

    EXITED = "exited"
    HUNG = "hung"
    GARBAGE = "answered nonsense"
    REPLACED = "was replaced"
    CLOSED = "was closed"


_SELF_INFLICTED = (Loss.REPLACED, Loss.CLOSED)


class WorkerLost(Exception):
    """The worker died under a step. ``blamed``: while it ran this step, by its own doing."""

    def __init__(self, loss: Loss, *, blamed: bool) -> None:
        super().__init__(loss.value)
        self.loss = loss
        self.blamed = blamed


class Link:
    """One worker process as its callers see it; made and closed by the supervisor.

    ``death_fd`` becomes readable when the process ends. ``kill`` ends it, from any thread.
    """

    def __init__(
        self,
        index: int,
        lanes: Sequence[zmq.Socket[bytes]],
        slab: Slab,
        death_fd: int,
        kill: Callable[[], None],
        clock: Clock,
        step_limit_ns: int,
    ) -> None:
        self.index = index
        self.loss: Loss | None = None
        self._lanes = lanes
        self._slab = slab
        self._death_fd = death_fd
        self._kill = kill
        self._clock = clock
        self._step_limit_ns = step_limit_ns
        self._numbers = count()
        self._changed = threading.Condition()
        self._free = deque(range(len(lanes)))
        self._head_since_ns = 0

    def step(
        self,
        engine: int,
        items: tuple[messages.Item, ...],
        requests: Sequence[SegmentRequest],
        *,
        discard: bool = False,
    ) -> list[Advanced]:
        """One step of streams that this worker holds, or is given with ``items``.

        Raises :class:`WorkerLost` and what the engine raises.
        """
        step = messages.Step(next(self._numbers), engine, items, discard)
        lane = self._take()
        try:
            data = self._exchange(lane, messages.encode(step))
            return read_answer(data, step, requests, self._slab, lane)
        except Garbage as error:
            self.condemn(Loss.GARBAGE)
            raise WorkerLost(Loss.GARBAGE, blamed=True) from error
        except (KeyboardInterrupt, SystemExit):
            # Nobody will fetch the answer; the lane cannot be used again.
            self.condemn(Loss.REPLACED)
            raise
        finally:
            self._give_back(lane)

    def condemn(self, loss: Loss) -> None:
        """Kill the process; the first reason stands."""
        self.lose(loss)
        self._kill()

    def lose(self, loss: Loss) -> None:
        """The process is dead or will be: whoever waits for a lane stops waiting."""
        with self._changed:
            self.loss = self.loss or loss
            self._changed.notify_all()

    def idle(self) -> bool:
        """No thread uses a lane."""
        return self.wait_idle(0)

    def wait_idle(self, limit_s: float | None = None) -> bool:
        """Wait until no thread uses a lane; false if some still do after ``limit_s``."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._free) == len(self._lanes), limit_s)

    def _take(self) -> int:
        with self._changed:
            while self.loss is None:
                if self._free:
                    if len(self._free) == len(self._lanes):
                        self._head_since_ns = self._clock.now_ns()
                    return self._free.popleft()
                self._changed.wait()
            raise WorkerLost(self.loss, blamed=False)

    def _give_back(self, lane: int) -> None:
        with self._changed:
            self._free.append(lane)
            # The step that was behind this one is being run from here on.
            self._head_since_ns = self._clock.now_ns()
            self._changed.notify_all()

    def _exchange(self, lane: int, message: bytes) -> bytes:
        socket = self._lanes[lane]
        try:
            socket.send(message, zmq.NOBLOCK)
        except zmq.Again:  # it has greeted, but this lane may not be connected yet
            self._wait(lane, zmq.POLLOUT)
            socket.send(message, zmq.NOBLOCK)
        self._wait(lane, zmq.POLLIN)
        return socket.recv()

    def _wait(self, lane: int, event: int) -> None:
        """Until the lane's socket is ready. Raises :class:`WorkerLost`."""
        socket = self._lanes[lane]
        poller = zmq.Poller()
        poller.register(socket, event)
        poller.register(self._death_fd, zmq.POLLIN)
        while True:
            ready = dict(poller.poll(self._patience_ms()))
            if socket in ready:
                return
            if self._death_fd in ready:
                raise self._lost(lane, Loss.EXITED)
            if not self._patience_ms():
                raise self._hung(lane)

    def _patience_ms(self) -> int:
        left_ns = self._head_since_ns + self._step_limit_ns - self._clock.now_ns()
        return max(-(-left_ns // NS_PER_MS), 0)

    def _hung(self, lane: int) -> WorkerLost:
        lost = self._lost(lane, Loss.HUNG)
        self.condemn(Loss.HUNG)
        dead = zmq.Poller()
        dead.register(self._death_fd, zmq.POLLIN)
        dead.poll(_DEATH_WAIT_MS)  # the slot must have no other writer
        return lost

    def _lost(self, lane: int, loss: Loss) -> WorkerLost:
        self.lose(loss)
        assert self.loss is not None
        ours = self.loss in _SELF_INFLICTED
        return WorkerLost(self.loss, blamed=not ours and self._slab.running == lane)
