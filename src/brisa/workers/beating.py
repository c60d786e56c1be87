"""The worker's heartbeat: a thread of its own, so that it stops only with the interpreter."""

from __future__ import annotations

import contextlib

import msgspec
import zmq

from brisa.placement.applied import Applied
from brisa.workers import messages
from brisa.workers.child_log import LogCollector
from brisa.workers.memory import rss_bytes
from brisa.workers.stepping import Streams
from brisa.workers.version import brisa_version


class Beating:
    """Greets, then beats every interval, and forgets the streams that the server lets go."""

    def __init__(
        self,
        socket: zmq.Socket[bytes],
        config: messages.Config,
        log: LogCollector,
        streams: Streams,
        placed: tuple[Applied, ...] = (),
    ) -> None:
        self._placed = placed
        self._socket = socket
        self._config = config
        self._log = log
        self._streams = streams
        self._draining = False

    def drain(self) -> None:
        """From now on say that this process was asked to go."""
        self._draining = True

    def run(self) -> None:
        """Never returns."""
        config = self._config
        version = (messages.PROTOCOL_VERSION, brisa_version())
        self._send(messages.Hello(*version, config.token, self._placed))
        while True:
            self._send(messages.Beat(rss_bytes(), self._draining, self._log.take()))
            if self._socket.poll(config.beat_interval_ms):
                self._release(self._socket.recv())

    def _send(self, message: msgspec.Struct) -> None:
        # A server that is stopped does not read; a beat is worth nothing later.
        with contextlib.suppress(zmq.Again):
            self._socket.send(messages.encode(message), zmq.NOBLOCK)

    def _release(self, data: bytes) -> None:
        for key in messages.decode_release(data).keys:
            self._streams.forget(key)
