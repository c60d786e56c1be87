"""The real server on a loopback port, in a thread of the test's process.

Being in the process, a test can look at the gate, the tasks and the engine; being the real server,
what is on the wire is what clients see.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from starlette.applications import Starlette

from brisa.app.build import build_app, parts_of
from brisa.app.http_server import BrisaServer, server_config
from brisa.app.lifecycle import Run, wyoming_socket
from brisa.app.listener import bind, url_of
from brisa.app.options import ServerOptions
from brisa.clock import SystemClock
from brisa.engines.base import Engine
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer

DEADLINE_S = 20.0
"""How long a test waits for what must happen; never how long something takes."""

_POLL_S = 0.002


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait until ``condition`` holds; fail when it does not in :data:`DEADLINE_S`."""
    pause = threading.Event()
    for _ in range(round(DEADLINE_S / _POLL_S)):
        if condition():
            return
        pause.wait(_POLL_S)
    raise AssertionError(f"never happened: {what}")


class LiveServer:
    """Started by ``with``; stopped, and its thread joined, at the end of the block.

    ``engine`` speaks as ``voice``; ``None`` leaves the catalogue's own voices. A ``synthesizer``
    that is given replaces all of it, and is closed at the end too.
    """

    def __init__(
        self,
        engine: Engine | None,
        options: ServerOptions | None = None,
        service: SynthesizerOptions | None = None,
        *,
        voice: str = "scripted",
        synthesizer: Synthesizer | None = None,
        drain_timeout_s: float = 0.0,
    ) -> None:
        self.options = options or ServerOptions(default_voice=voice, warm_formats=())
        engines = {voice: engine} if engine else None
        self.synthesizer = synthesizer or Synthesizer(service, engines=engines)
        self._drain_timeout_s = drain_timeout_s
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="live-server")
        self.exit_code: int | None = None
        self.error: BaseException | None = None

    def make_app(self) -> Starlette:
        """What is served; a test may put more around it."""
        return build_app(self.options, self.synthesizer)

    def _main(self) -> None:
        app = self.make_app()
        self.parts = parts_of(app)
        listener = bind("127.0.0.1", 0)
        self.url = url_of(listener, "http" if self.options.tls is None else "https")
        self.port: int = listener.getsockname()[1]
        config = server_config(app)
        try:
            with (
                listener,
                wyoming_socket(self.parts, "127.0.0.1"),
                asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
            ):
                self.loop = runner.get_loop()
                self.uvicorn = BrisaServer(config)
                self.run = Run(
                    self.uvicorn,
                    self.parts,
                    listener,
                    self._drain_timeout_s,
                    lambda url: self._ready.set(),
                )
                self.exit_code = runner.run(self.run.until_stopped())
        except BaseException as error:  # noqa: BLE001 - raised again in the test's thread
            self.error = error
        finally:
            self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(DEADLINE_S), "the server never became ready"
        if self.error is not None:
            self._thread.join()
            self.synthesizer.close()
            raise self.error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
        self.join()
        self.synthesizer.close()

    def stop(self) -> None:
        """What a signal does."""
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self.run.signalled)

    def join(self) -> None:
        """Wait for the server's end."""
        self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive(), "the server did not stop"

    @property
    def wyoming_port(self) -> int:
        """Where it speaks Wyoming, if its options say that it does."""
        assert self.parts.wyoming is not None and self.parts.wyoming.address is not None
        return self.parts.wyoming.address[1]

    @property
    def active(self) -> int:
        return self.parts.gate.active

    def task_count(self) -> int:
        """Tasks on the server's loop, this question's own excluded."""

        async def count() -> int:
            return len(asyncio.all_tasks()) - 1

        return asyncio.run_coroutine_threadsafe(count(), self.loop).result(DEADLINE_S)

    def held_back(self) -> bool:
        """Every stream waits for a client that does not read: nothing more is sent or made."""
        connections = self.uvicorn.server_state.connections
        jobs = self.synthesizer._dispatcher.jobs()
        paused = any(connection.flow.write_paused for connection in list(connections))
        now_ns = SystemClock().now_ns()
        return paused and bool(jobs) and not any(job.wanted(now_ns) for job, _ in jobs)

    def metric(self, name: str, /, **labels: str) -> float:
        """A sample of the registry; 0 if it has not been touched."""
        return self.parts.metrics.registry.get_sample_value(name, labels) or 0.0

    @contextmanager
    def connection(self, receive_buffer_bytes: int | None = None) -> Iterator[socket.socket]:
        """A bare TCP connection."""
        with socket.socket() as bare:
            if receive_buffer_bytes is not None:
                bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
            bare.settimeout(DEADLINE_S)
            bare.connect(("127.0.0.1", self.port))
            yield bare


def speech_request(**fields: Any) -> bytes:
    """The bytes of ``POST /v1/audio/speech``."""
    body = json.dumps(fields).encode()
    head = (
        "POST /v1/audio/speech HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def read_to_end(bare: socket.socket) -> bytes:
    """Everything until the other side closes."""
    received = bytearray()
    while piece := bare.recv(1 << 16):
        received += piece
    return bytes(received)


def unchunked(answer: bytes) -> bytes:
    """The body of a response with chunked encoding; fails on one that was cut."""
    rest = answer.partition(b"\r\n\r\n")[2]
    body = bytearray()
    while True:
        size_hex, line_end, rest = rest.partition(b"\r\n")
        assert line_end, "the response was cut"
        size = int(size_hex, 16)
        if not size:
            return bytes(body)
        body += rest[:size]
        rest = rest[size + 2 :]
