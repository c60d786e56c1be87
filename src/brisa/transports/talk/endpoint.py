"""A protocol's WebSocket as an ASGI application: handshakes, and a connection for each client."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from brisa.errors import BrisaError
from brisa.telemetry.bugs import log_bug
from brisa.transports.errors import error_response
from brisa.transports.talk.channel import WebSocketChannel
from brisa.transports.talk.connection import Connection
from brisa.transports.talk.protocol import TalkProtocol
from brisa.transports.talk.services import TalkLimits, TalkServices

logger = logging.getLogger(__name__)

_INTERNAL_ERROR = 1011

ProtocolOf = Callable[[Scope], TalkProtocol]
"""Reads path, query and headers of a handshake. Raises the ``BrisaError`` it is refused with."""


class TalkEndpoint:
    """``protocol_of`` makes a protocol for each connection, ``refusal`` the answer of a handshake
    that is refused; ``subprotocol`` names the one that is agreed to, if a client offers some."""

    def __init__(
        self,
        protocol_of: ProtocolOf,
        services: TalkServices,
        limits: TalkLimits,
        *,
        refusal: Callable[[BrisaError], Response] = error_response,
        subprotocol: Callable[[Scope], str | None] = lambda scope: None,
    ) -> None:
        self._protocol_of = protocol_of
        self._services = services
        self._limits = limits
        self._refusal = refusal
        self._subprotocol = subprotocol

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (await receive())["type"] != "websocket.connect":
            return
        with suppress(OSError):  # gone before it was let in, or before it could be told
            try:
                protocol = self._protocol_of(scope)
            except BrisaError as error:
                await _refuse(self._refusal(error), scope, receive, send)
                return
            accept = {"type": "websocket.accept", "subprotocol": self._subprotocol(scope)}
            await send(accept)
            channel = WebSocketChannel(receive, send)
            try:
                await Connection(channel, protocol, self._services, self._limits).run()
            except Exception as error:  # noqa: BLE001 - the safety net; no bug reaches the wire
                log_bug(logger, "a connection raised", error)
                await send({"type": "websocket.close", "code": _INTERNAL_ERROR})


async def _refuse(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """An HTTP answer instead of the handshake, where the server can give one; else it is closed."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return

    async def instead(message: Message) -> None:
        await send({**message, "type": message["type"].replace("http", "websocket.http")})

    await response({**scope, "type": "http"}, receive, instead)
