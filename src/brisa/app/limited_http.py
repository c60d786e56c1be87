"""uvicorn's connection, which waits for its client without end, with limits on what it waits for.

The parser reports a header when it has all of it, so what is counted is what arrived without any
progress of the request; and whenever nothing is owed to the client, a timer runs.
"""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

MAX_HEADER_BYTES = 1 << 16
"""Request line and headers together."""

MAX_HEADERS = 128
"""As many as a handshake of a WebSocket may have, where websockets counts them."""

SEND_BUFFER_BYTES = 1 << 15
"""Enough for six times the pace of speech, uncompressed, to a client 100 ms away."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """``head_timeout_s`` is how long a request's head may take, from the connection or from its
    first byte on; ``max_connections`` how many may be open. A client that does not read has at most
    ``send_queue_bytes`` waiting here and about as much again, or ``SEND_BUFFER_BYTES``, in the
    system."""

    head_timeout_s: float
    max_connections: int
    send_queue_bytes: int = 1 << 16


class LimitedHttp(HttpToolsProtocol):
    """One connection; see the module."""

    def __init__(
        self,
        limits: ConnectionLimits,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = limits
        self._head_bytes = 0
        self._header_count = 0
        self._idle_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._bound_queues(transport)
        if len(self.connections) > self._limits.max_connections:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, b"retry-after: 1\r\n")
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._idle_bytes += len(data)
        super().data_received(data)
        if self._upgraded:
            return
        if self._idle_bytes > MAX_HEADER_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif not self._owes_an_answer:
            self._start_timer()

    def handle_websocket_upgrade(self) -> None:
        """The connection is another protocol's from here on, with the queues it has."""
        self._upgraded = True
        self._stop_timer()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        self._head_bytes = self._header_count = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        self._header_count += 1
        if self._header_count > MAX_HEADERS:
            raise httptools.HttpParserError("the request has too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._idle_bytes = 0
        self._stop_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._idle_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._idle_bytes = 0
        self._stop_timer()
        super().on_message_complete()

    def _bound_queues(self, transport: asyncio.Transport) -> None:
        """What a slow reader has not taken must not pile up out of sight of the scheduler: a
        system's own buffers grow to megabytes, which is a minute of speech."""
        queue_bytes = self._limits.send_queue_bytes
        transport.set_write_buffer_limits(high=queue_bytes)
        bare = transport.get_extra_info("socket")
        if bare is not None:
            size_bytes = max(queue_bytes, SEND_BUFFER_BYTES)
            bare.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size_bytes)

    @property
    def _owes_an_answer(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _count(self, size_bytes: int) -> None:
        self._head_bytes += size_bytes
        if self._head_bytes > MAX_HEADER_BYTES:
            raise httptools.HttpParserError("the head of the request is too large")

    def _start_timer(self) -> None:
        if self._timer is None and not self.transport.is_closing():
            self._timer = self.loop.call_later(self._limits.head_timeout_s, self._out_of_patience)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _out_of_patience(self) -> None:
        self._timer = None
        if self._idle_bytes:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _refuse(self, status: HTTPStatus, more: bytes = b"") -> None:
        """Close the connection, saying why unless an answer has begun."""
        self._stop_timer()
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_started and self._owes_an_answer:
            self.transport.abort()
            return
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
        self.transport.write(
            head + more + b"content-length: 0\r\nconnection: close\r\nx-content-type-options: "
            b"nosniff\r\n\r\n"
        )
        self.transport.close()
