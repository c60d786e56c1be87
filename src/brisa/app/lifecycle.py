"""Start, ready, drain, stop, in that order, around uvicorn.

On the first SIGTERM or SIGINT new streams are refused with 503 while the port stays open, so that
balancers see it; streams that run go on for ``drain_timeout_s`` and are then cut. A second signal
cuts them at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import uvicorn
from starlette.applications import Starlette

from brisa.app.build import ServerParts, parts_of
from brisa.app.http_server import BrisaServer, server_config
from brisa.app.listener import bind, url_of
from brisa.app.wires.wyoming import listening
from brisa.transports.errors import internal_error

logger = logging.getLogger(__name__)


def serve(
    app: Starlette,
    *,
    host: str = "127.0.0.1",
    port: int = 8100,
    drain_timeout_s: float = 30.0,
    on_ready: Callable[[str], None] | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT; the exit code.

    ``on_ready`` is called once with the address, ``http://host:port`` (or ``https``), when
    ``/ready`` is true. ``port`` 0 takes any free one. Raises ``ConfigError`` for an address or a
    certificate that cannot be had, and the error that keeps the server from becoming ready.
    """
    config, parts = server_config(app), parts_of(app)
    with (
        bind(host, port) as listener,
        wyoming_socket(parts, host),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        run = Run(BrisaServer(config), parts, listener, drain_timeout_s, on_ready)
        return runner.run(run.until_stopped())


def wyoming_socket(parts: ServerParts, host: str) -> AbstractContextManager[None]:
    """Wyoming's listening address, if it is spoken; raises what
    :func:`brisa.app.wires.wyoming.listening` raises."""
    if parts.wyoming is None or parts.options.wyoming is None:
        return nullcontext()
    return listening(parts.wyoming, parts.options.wyoming, host)


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
        url = url_of(self._listener, "https" if self._server.config.is_ssl else "http")
        with self._signals():
            async with asyncio.TaskGroup() as group:
                serving = group.create_task(self._server.serve([self._listener]))
                announcing = group.create_task(self._announce(url))
                serving.add_done_callback(lambda _: self.signalled())
                await self._stop.wait()
                announcing.cancel()
                await self._drain()
                self._server.should_exit = True
        gc.unfreeze()
        if self._parts.readiness.error is not None:
            raise self._parts.readiness.error
        if not self._server.started:
            raise internal_error()
        return 0

    async def _announce(self, url: str) -> None:
        try:
            await self._parts.readiness.wait()
        except Exception:  # noqa: BLE001 - raised again by until_stopped, after the server has ended
            self._stop.set()
        else:
            # What the start left is never garbage, and a collection that looks through it holds
            # every stream meanwhile: 60 ms with one voice (measured on Python 3.11).
            gc.collect()
            gc.freeze()
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
