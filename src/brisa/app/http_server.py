"""uvicorn, with the limits and the end that brisa wants of it."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Iterator

import httptools
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from brisa.transports.errors import StreamBroken

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
