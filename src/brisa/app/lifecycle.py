"""Start, ready, drain, stop, in that order, around uvicorn.

On the first SIGTERM or SIGINT new streams are refused with 503 while the port stays open, so that
balancers see it; streams that run go on for ``drain_timeout_s`` and are then cut. A second signal
cuts them at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator

import httptools
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from brisa.app.build import ServerParts, parts_of
from brisa.errors import ConfigError
from brisa.transports.errors import StreamBroken

logger = logging.getLogger(__name__)

SEND_BUFFER_BYTES = 1 << 16
"""The kernel's part of what a client has not read; it takes twice as much for its own needs. Left
to itself it grows to megabytes, a minute of audio synthesised for somebody who may have left."""

UNREAD_TIMEOUT_MS = 600_000
"""When the kernel gives up on a client that takes nothing of what was sent to it; by then the
stream was cut, and only its last bytes hold the connection."""

MAX_HEADER_BYTES = 1 << 16
"""Request line and headers together."""

_CLOSE_S = 2
"""For connections to close once their streams have ended or been cut."""

_BACKLOG = 512


class LimitedHttp(HttpToolsProtocol):
    """uvicorn's parser, which sets no limit, with one on the request line and headers together."""

    _head_bytes = 0

    def on_message_begin(self) -> None:
        self._head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size_bytes: int) -> None:
        self._head_bytes += size_bytes
        if self._head_bytes > MAX_HEADER_BYTES:
            raise httptools.HttpParserError("the head of the request is too large")


class BrisaServer(uvicorn.Server):
    """uvicorn, whose end is decided here and is an end for every connection."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone; uvicorn would end at the first one, and not with 0."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        # Closing waits for a client to read the rest, and uvloop's close waits for that.
        for connection in list(self.server_state.connections):
            connection.transport.abort()


class QuietBreaks(logging.Filter):
    """Drops uvicorn's stack trace of a stream that was cut on purpose; it is logged already."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, StreamBroken)


_QUIET_BREAKS = QuietBreaks()


def bind(host: str, port: int) -> socket.socket:
    """A listening address. Raises ``ConfigError`` if it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _unusable(host, port, error) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT_MS)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _unusable(host, port, error) from None
    listener.setblocking(False)
    return listener


def _unusable(host: str, port: int, error: OSError) -> ConfigError:
    message = f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with --port."
    return ConfigError(message, param="port")


def url_of(listener: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    app: Starlette,
    *,
    host: str = "127.0.0.1",
    port: int = 8100,
    drain_timeout_s: float = 30.0,
    on_ready: Callable[[str], None] | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT; the exit code.

    ``on_ready`` is called once with the address, ``http://host:port``, when ``/ready`` is true.
    ``port`` 0 takes any free one. Raises ``ConfigError`` for an address that cannot be had, and the
    error that keeps the server from becoming ready.
    """
    listener = bind(host, port)
    config = server_config(app)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        run = Run(BrisaServer(config), parts_of(app), listener, drain_timeout_s, on_ready)
        return runner.run(run.until_stopped())


def server_config(app: Starlette) -> uvicorn.Config:
    """How uvicorn is used: httptools, uvloop where there is one, nothing logged of a request."""
    logging.getLogger("uvicorn.error").addFilter(_QUIET_BREAKS)
    return uvicorn.Config(
        app,
        http=LimitedHttp,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_CLOSE_S,
    )


class Run:
    """One life of the server."""

    def __init__(
        self,
        server: uvicorn.Server,
        parts: ServerParts,
        listener: socket.socket,
        drain_timeout_s: float,
        on_ready: Callable[[str], None] | None,
    ) -> None:
        self._server = server
        self._parts = parts
        self._listener = listener
        self._drain_timeout_s = drain_timeout_s
        self._on_ready = on_ready
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()

    def signalled(self) -> None:
        """The first time: stop; the second: at once."""
        (self._hurry if self._stop.is_set() else self._stop).set()

    async def until_stopped(self) -> int:
        url = url_of(self._listener)
        with self._signals():
            async with asyncio.TaskGroup() as group:
                serving = group.create_task(self._server.serve([self._listener]))
                announcing = group.create_task(self._announce(url))
                serving.add_done_callback(lambda _: self.signalled())
                await self._stop.wait()
                announcing.cancel()
                await self._drain()
                self._server.should_exit = True
        if self._parts.readiness.error is not None:
            raise self._parts.readiness.error
        return 0

    async def _announce(self, url: str) -> None:
        try:
            await self._parts.readiness.wait()
        except Exception:  # noqa: BLE001 - raised again by until_stopped, after the server has ended
            self._stop.set()
        else:
            if self._on_ready is not None:
                self._on_ready(url)

    async def _drain(self) -> None:
        gate = self._parts.gate
        gate.start_draining()
        logger.info("draining", extra={"active_streams": gate.active})
        async with asyncio.TaskGroup() as group:
            idle = group.create_task(gate.wait_idle())
            hurry = group.create_task(self._hurry.wait())
            await asyncio.wait(
                (idle, hurry), timeout=self._drain_timeout_s, return_when=asyncio.FIRST_COMPLETED
            )
            idle.cancel()
            hurry.cancel()
        broken = gate.break_all()
        if broken:
            logger.warning("streams were cut at the end of the drain", extra={"streams": broken})

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGTERM, signal.SIGINT)
        added = []
        try:
            for number in numbers:
                # Not in a thread, and not on Windows, where Runner turns Ctrl+C into a cancel.
                with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                    loop.add_signal_handler(number, self.signalled)
                    added.append(number)
            yield
        finally:
            for number in added:
                loop.remove_signal_handler(number)
