"""A line for every request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from brisa.app.access_log import AccessLog, templates
from brisa.clock import ManualClock

pytestmark = pytest.mark.unit

CLOCK = ManualClock()


async def hello(request: Request) -> Response:
    CLOCK.advance_ns(12_340_000)
    return PlainTextResponse("hello")


async def broken(request: Request) -> Response:
    raise RuntimeError("quokka")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


ROUTES = [
    Mount("/v1", routes=[Route("/things/{thing}", hello), Route("/broken", broken)]),
    WebSocketRoute("/talk", talk),
    Mount("/files", app=PlainTextResponse("file")),
]


def test_every_endpoint_has_its_path() -> None:
    assert [path for _, path in templates(ROUTES)] == [
        "/v1/things/{thing}",
        "/v1/broken",
        "/talk",
        "/files",
    ]


def ask(path: str, method: str = "GET", kind: str = "http") -> list[Message]:
    app = Starlette(routes=ROUTES)
    app.add_middleware(AccessLog, routes=app.routes, clock=CLOCK)
    scope: dict[str, Any] = {
        "type": kind,
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"quokka",
        "headers": [],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent


@pytest.fixture
def fields(caplog: pytest.LogCaptureFixture) -> Callable[[], dict[str, Any]]:
    caplog.set_level(logging.INFO, "brisa.access")

    def of_the_only_line() -> dict[str, Any]:
        (record,) = caplog.records
        assert (record.name, record.levelno, record.msg) == (
            "brisa.access",
            logging.INFO,
            "request",
        )
        return {
            name: vars(record)[name] for name in ("method", "route", "status", "complete", "ms")
        }

    return of_the_only_line


@pytest.mark.parametrize(
    ("path", "method", "line"),
    [
        ("/v1/things/quokka", "GET", ("GET", "/v1/things/{thing}", 200, True, 12.3)),
        ("/v1/things/quokka", "DELETE", ("DELETE", "/v1/things/{thing}", 405, True, 0.0)),
        ("/quokka", "GET", ("GET", "unknown", 404, True, 0.0)),
        ("/quokka", "QUOKKA", ("OTHER", "unknown", 404, True, 0.0)),
        ("/files/quokka", "GET", ("GET", "/files", 200, True, 0.0)),
    ],
)
def test_what_was_asked_and_answered(
    fields: Callable[[], dict[str, Any]], path: str, method: str, line: tuple[object, ...]
) -> None:
    assert ask(path, method)
    assert tuple(fields().values()) == line


def test_an_answer_that_was_cut_is_not_complete(fields: Callable[[], dict[str, Any]]) -> None:
    with pytest.raises(RuntimeError, match="quokka"):
        ask("/v1/broken")
    assert fields()["route"] == "/v1/broken"


def test_a_websocket(fields: Callable[[], dict[str, Any]]) -> None:
    ask("/talk", kind="websocket")
    found = fields()
    assert (found["method"], found["route"]) == ("WEBSOCKET", "/talk")
    assert (found["status"], found["complete"]) == (101, True)


def test_a_websocket_that_is_refused(fields: Callable[[], dict[str, Any]]) -> None:
    ask("/quokka", kind="websocket")
    assert (fields()["route"], fields()["status"]) == ("unknown", 403)
