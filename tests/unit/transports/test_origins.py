"""Which web pages may call."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from brisa.transports.errors import OriginNotAllowed
from brisa.transports.origins import Origins

pytestmark = pytest.mark.unit


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def passes(allowed: tuple[str, ...], origin: str | None, method: str = "POST") -> bool:
    headers = [(b"host", b"brisa.local:8100")]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope = {"type": "http", "method": method, "path": "/", "headers": headers}

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        pass

    try:
        asyncio.run(Origins(app, allowed)(scope, receive, send))
    except OriginNotAllowed:
        return False
    return True


@pytest.mark.parametrize(
    ("allowed", "origin", "expected"),
    [
        ((), None, True),
        ((), "http://brisa.local:8100", True),
        ((), "https://brisa.local:8100", True),
        ((), "http://brisa.local", False),
        ((), "http://brisa.local:8100.evil.example", False),
        ((), "https://app.example", False),
        ((), "null", False),
        (("https://app.example",), "https://app.example", True),
        (("https://app.example/",), "https://app.example", True),
        (("https://app.example",), "https://app.example.evil.example", False),
        (("*",), "https://anything.example", True),
    ],
)
def test_posts(allowed: tuple[str, ...], origin: str | None, expected: bool) -> None:
    assert passes(allowed, origin) is expected


def test_reading_is_left_to_the_browser() -> None:
    assert passes((), "https://app.example", "GET")
