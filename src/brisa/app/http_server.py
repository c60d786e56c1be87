"""uvicorn, with the limits and the end that brisa wants of it."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Iterator
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette

from brisa.app.build import parts_of
from brisa.app.limited_http import ConnectionLimits, LimitedHttp
from brisa.app.options import TlsOptions
from brisa.app.tls import check_tls
from brisa.app.websocket import PING_INTERVAL_S, PING_TIMEOUT_S, LimitedWebSocket
from brisa.transports.errors import StreamBroken

_CLOSE_S = 2
"""For connections to close once their streams have ended or been cut."""

_BACKLOG = 512


class BrisaServer(uvicorn.Server):
    """uvicorn, whose end is decided here and is an end for every connection."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone; uvicorn would end at the first one, and not with 0."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Leave ``started`` false if the application cannot start; who runs this reads it.

        uvicorn ends the process by itself then, or, in older releases, returns.
        """
        with contextlib.suppress(SystemExit):
            await super().startup(sockets)
        self.should_exit = self.should_exit or not self.started

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


def _tls_arguments(tls: TlsOptions | None) -> dict[str, Any]:
    if tls is None:
        return {}
    check_tls(tls)
    return {
        "ssl_certfile": tls.cert,
        "ssl_keyfile": tls.key,
        "ssl_keyfile_password": tls.key_password,
    }


def server_config(app: Starlette) -> uvicorn.Config:
    """How uvicorn is used: httptools, uvloop where there is one, nothing logged of a request.

    Raises ``ConfigError`` for a certificate or key that cannot be used.
    """
    logging.getLogger("uvicorn.error").addFilter(_QUIET_BREAKS)
    options = parts_of(app).options
    # Streams that may run must be reachable, and a probe beside them.
    most = max(options.max_connections, 2 * options.max_concurrent_streams)
    queue_bytes = options.streaming.max_buffer_bytes
    limits = ConnectionLimits(options.body_timeout_s, most, queue_bytes)
    protocol = partial(LimitedHttp, limits)
    return uvicorn.Config(
        app,
        http=cast(Any, protocol),
        ws=LimitedWebSocket,
        ws_max_size=options.max_body_bytes,
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_TIMEOUT_S,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_CLOSE_S,
        **_tls_arguments(options.tls),
    )
