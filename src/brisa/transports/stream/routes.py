"""The route of brisa's own WebSocket."""

from __future__ import annotations

import logging
from contextlib import suppress

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import Receive, Scope, Send

from brisa.telemetry.bugs import log_bug
from brisa.transports.stream.connection import Connection, ConnectionOptions
from brisa.transports.stream.turn import Speaking

logger = logging.getLogger(__name__)

_INTERNAL_ERROR = 1011


class StreamEndpoint:
    """``GET /stream`` with an upgrade: an ASGI application, a call for each connection."""

    def __init__(self, speaking: Speaking, options: ConnectionOptions) -> None:
        self._speaking = speaking
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (await receive())["type"] != "websocket.connect":
            return
        with suppress(OSError):  # gone before it was let in, or before it could be told
            await send({"type": "websocket.accept"})
            try:
                await Connection(receive, send, self._speaking, self._options).run()
            except Exception as error:  # noqa: BLE001 - the safety net; no bug reaches the wire
                log_bug(logger, "a connection raised", error)
                await send({"type": "websocket.close", "code": _INTERNAL_ERROR})


def routes(endpoint: StreamEndpoint) -> list[BaseRoute]:
    """Everything here."""
    return [WebSocketRoute("/v1/stream", endpoint)]
