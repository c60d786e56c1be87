"""One worker process and everything the server holds for it, started and ended as a whole."""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
from collections import deque

import msgspec
import zmq

from brisa.clock import NS_PER_S, Clock
from brisa.workers import messages
from brisa.workers.link import Link
from brisa.workers.options import PoolOptions
from brisa.workers.rendezvous import Rendezvous
from brisa.workers.slab import Slab
from brisa.workers.version import brisa_version

_STDERR_LINES = 12
_STDERR_LINE_CHARS = 300
_READ_BYTES = 1 << 14
_READS_MAX = 16
_MESSAGE_BYTES_MAX = 256 << 20

Context = zmq.Context[zmq.Socket[bytes]]


class Child:
    """A started process. Owned by the supervisor's thread; only ``link`` is for others.

    The process ends when its standard input does. Its memory, sockets and descriptors are freed by
    :meth:`close`, which needs it dead and its link idle.
    """

    def __init__(
        self, index: int, serial: int, context: Context, place: Rendezvous, clock: Clock,
        options: PoolOptions,
    ) -> None:  # fmt: skip
        """Start a process. Raises ``OSError`` if the system does not let it."""
        self.token = secrets.token_hex(16)
        self.stderr_open = True
        self._stderr_lines: deque[str] = deque(maxlen=_STDERR_LINES)
        self._endpoint = place.endpoint(f"{serial}-")
        with contextlib.ExitStack() as undo:
            lanes = options.steps_outstanding
            slab = Slab.create(lanes, options.slot_bytes)
            undo.callback(slab.close)
            names = ("beat", "load", *map(str, range(lanes)))
            self._sockets = [self._bind(context, name, undo) for name in names]
            self.process = self._spawn(index, options, slab.fd)
            undo.callback(self.process.kill)
            self._slab = slab
            self.death_fd = self._death_fd()
            undo.pop_all()
        self.beats, self.loads = self._sockets[:2]
        limit_ns = round(options.step_limit_s * NS_PER_S)
        self.link = Link(
            index, self._sockets[2:], slab, self.death_fd, self.process.kill, clock, limit_ns
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def stderr_fd(self) -> int:
        assert self.process.stderr is not None
        return self.process.stderr.fileno()

    def dead(self) -> bool:
        """The process has ended (and is reaped)."""
        return self.process.poll() is not None

    def read_stderr(self) -> None:
        """Take what the process wrote to standard error, and leave it room for more."""
        for _ in range(_READS_MAX):
            try:
                data = os.read(self.stderr_fd, _READ_BYTES)
            except BlockingIOError:
                return
            if not data:
                self.stderr_open = False
                return
            for line in data.decode("utf-8", "replace").splitlines():
                self._stderr_lines.append(line[:_STDERR_LINE_CHARS])

    def last_words(self) -> str:
        """How the process ended and what it wrote last; for one that has not met any text yet."""
        self.read_stderr()
        lines = " | ".join(line for line in self._stderr_lines if line.strip())
        how = f"(exit code {self.process.poll()})"
        return f"{how}. Its last lines: {lines}" if lines else f"{how}."

    def close(self) -> None:
        """Free what the server holds for a process that is dead."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()
        for socket in self._sockets:
            socket.close(0)
        if self.process.stdout is not None:
            self.process.stdout.close()
        else:
            os.close(self.death_fd)
        assert self.process.stderr is not None
        self.process.stderr.close()
        self._slab.close()

    def _bind(self, context: Context, name: str, undo: contextlib.ExitStack) -> zmq.Socket[bytes]:
        socket = context.socket(zmq.PAIR)
        undo.callback(socket.close, 0)
        socket.setsockopt(zmq.MAXMSGSIZE, _MESSAGE_BYTES_MAX)
        socket.bind(f"{self._endpoint}{name}")
        return socket

    def _spawn(self, index: int, options: PoolOptions, slab_fd: int) -> subprocess.Popen[bytes]:
        # Where there is no descriptor for a process, the end of its output tells of its end.
        output = subprocess.DEVNULL if hasattr(os, "pidfd_open") else subprocess.PIPE
        process = subprocess.Popen(
            options.command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.PIPE,
            pass_fds=(slab_fd,),
            env=_environment(options),
        )
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # one that died already is noticed as dead
            process.stdin.write(msgspec.json.encode(self._config(index, options, slab_fd)) + b"\n")
            process.stdin.flush()
        os.set_blocking(process.stderr.fileno(), False)  # type: ignore[union-attr]
        return process

    def _config(self, index: int, options: PoolOptions, slab_fd: int) -> messages.Config:
        return messages.Config(
            protocol=messages.PROTOCOL_VERSION,
            version=brisa_version(),
            token=self.token,
            endpoint=self._endpoint,
            lanes=options.steps_outstanding,
            slab_fd=slab_fd,
            slot_bytes=options.slot_bytes,
            beat_interval_ms=max(round(options.beat_interval_s * 1000), 1),
            parent_pid=os.getpid(),
            placement=options.placement_of(index),
            lock_memory=options.lock_memory,
        )

    def _death_fd(self) -> int:
        if self.process.stdout is not None:
            return self.process.stdout.fileno()
        return os.pidfd_open(self.process.pid)


def _environment(options: PoolOptions) -> dict[str, str] | None:
    """What the worker inherits; it finds modules where this process does."""
    if options.environment is None:
        return None
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**options.environment, "PYTHONPATH": path}
