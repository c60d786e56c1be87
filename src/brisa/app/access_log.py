"""A line for every request, on a logger of its own: what was asked for and how it was answered.

A line has the method, the route as the server declares it, the status, and how long the answer
took: never an address as a client wrote it, which may hold anything.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brisa.clock import NS_PER_MS, Clock, SystemClock

logger = logging.getLogger("brisa.access")

UNKNOWN = "unknown"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def templates(routes: Iterable[BaseRoute], above: str = "") -> Iterator[tuple[int, str]]:
    """The identity of each endpoint and the path that leads to it, ``/v1/models/{model}``."""
    for route in routes:
        path = above + getattr(route, "path", "")
        if isinstance(route, Mount) and route.routes:
            yield from templates(route.routes, path)
        else:
            endpoint = route.app if isinstance(route, Mount) else getattr(route, "endpoint", None)
            if endpoint is not None:
                yield id(endpoint), path


class AccessLog:
    """The outermost of an application's layers, so that it sees every answer.

    ``routes`` are those of the application and live as long as it.
    """

    def __init__(
        self, app: ASGIApp, routes: Iterable[BaseRoute], clock: Clock | None = None
    ) -> None:
        self._app = app
        self._clock = clock or SystemClock()
        self._paths: dict[int, str] = {}
        for endpoint, path in templates(routes):
            self._paths.setdefault(endpoint, path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began_ns = self._clock.now_ns()
        answer = _Answer(send)
        try:
            await self._app(scope, receive, answer.send)
        finally:
            self._log(scope, answer, self._clock.now_ns() - began_ns)

    def _log(self, scope: Scope, answer: _Answer, took_ns: int) -> None:
        fields = {
            "method": _method(scope),
            "route": self._paths.get(id(scope.get("endpoint")), UNKNOWN),
            "status": answer.status,
            "complete": answer.complete,
            "ms": round(took_ns / NS_PER_MS, 1),
        }
        logger.info("request", extra=fields)


class _Answer:
    """What goes out: its status, ``None`` before one, and whether its end went out too."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status: int | None = None
        self.complete = False

    async def send(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif kind == "websocket.accept":
            self.status = 101
        elif kind == "websocket.close":
            self.status, self.complete = self.status or 403, True
        elif kind.endswith(".body"):
            self.complete = not message.get("more_body", False)
        await self._send(message)


def _method(scope: Scope) -> str:
    """Of a closed set: a client may send any word."""
    if scope["type"] == "websocket":
        return "WEBSOCKET"
    method: Any = scope["method"]
    return method if method in _METHODS else "OTHER"
