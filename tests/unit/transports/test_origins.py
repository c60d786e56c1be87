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


def passes(
    allowed: tuple[str, ...],
    origin: str | None,
    method: str = "POST",
    *,
    host: str = "brisa.local:8100",
    server: str = "192.168.1.5",
) -> bool:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope: Scope = {"type": "http", "method": method, "path": "/", "headers": headers}
    scope["server"] = (server, 8100)

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


@pytest.mark.parametrize("server", ["127.0.0.1", "::1", "127.8.8.8", "::ffff:127.0.0.1"])
@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:8100", True),
        ("LocalHost:8100", True),
        ("127.0.0.1:8100", True),
        ("[::1]:8100", True),
        ("evil.example:8100", False),
        ("localhost.evil.example:8100", False),
        ("127.0.0.1.evil.example:8100", False),
        ("8.8.8.8:8100", False),
    ],
)
def test_a_name_that_was_pointed_at_this_machine_is_not_ours(
    server: str, host: str, expected: bool
) -> None:
    """DNS rebinding: the page's origin and the request's host are the same foreign name."""
    assert passes((), f"http://{host}", host=host, server=server) is expected


def test_a_proxy_on_this_machine_names_its_origin() -> None:
    origin = "https://speech.example"
    assert not passes((), origin, host="speech.example", server="127.0.0.1")
    assert passes((origin,), origin, host="speech.example", server="127.0.0.1")


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "[", "//", ":", "http://]", ""])
@pytest.mark.parametrize("host", ["[", "[::1", "localhost:8100", ""])
def test_a_malformed_origin_is_not_ours(origin: str, host: str) -> None:
    assert not passes((), origin, host=host, server="127.0.0.1")


def socket_answer(origin: str | None, allowed: tuple[str, ...] = ()) -> list[str]:
    """The messages that an opening WebSocket is answered with."""
    headers = [(b"host", b"brisa.local:8100")]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope: Scope = {"type": "websocket", "path": "/", "headers": headers}
    scope["server"] = ("192.168.1.5", 8100)
    sent: list[str] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(f"{message['type']} {message.get('status', '')}".strip())

    async def accept(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})

    asyncio.run(Origins(accept, allowed)(scope, receive, send))
    return sent


def test_a_websocket_is_refused_like_a_post() -> None:
    accepted = ["websocket.accept"]
    refused = ["websocket.http.response.start 403", "websocket.http.response.body"]
    assert socket_answer(None) == accepted
    assert socket_answer("http://brisa.local:8100") == accepted
    assert socket_answer("https://evil.example") == refused
    assert socket_answer("https://app.example", ("https://app.example",)) == accepted
    assert socket_answer("https://evil.example", ("https://app.example",)) == refused
