"""Bodies, ids, disconnects and the last net, on hand-made ASGI messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from brisa.errors import EmptyText
from brisa.transports.asgi import (
    ClientLeft,
    DisconnectWatch,
    LastNet,
    RequestIds,
    read_body,
    request_id_of,
)
from brisa.transports.errors import BodyTooLarge, BodyTooSlow, StreamBroken

pytestmark = pytest.mark.unit


def receiving(*messages: Message) -> Receive:
    waiting = list(messages)

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    return receive


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def read(*messages: Message, max_bytes: int = 10, **headers: str) -> bytes:
    return asyncio.run(read_body(receiving(*messages), Headers(headers), max_bytes, 0.01))


def test_a_body_in_parts() -> None:
    assert read(part(b"ab", more=True), part(b"", more=True), part(b"cd", more=False)) == b"abcd"


def test_the_limit_itself_is_allowed() -> None:
    assert read(part(b"x" * 10, more=False)) == b"x" * 10


def test_a_body_over_the_limit_is_not_read_on() -> None:
    with pytest.raises(BodyTooLarge):
        read(part(b"x" * 6, more=True), part(b"x" * 6, more=True))


def test_an_announced_body_over_the_limit_is_not_read_at_all() -> None:
    with pytest.raises(BodyTooLarge):
        read(**{"content-length": "11"})


def test_a_body_that_never_comes() -> None:
    with pytest.raises(BodyTooSlow):
        read(part(b"x", more=True))


def test_a_client_that_leaves_within_its_body() -> None:
    with pytest.raises(ClientLeft):
        read(part(b"x", more=True), {"type": "http.disconnect"})


def test_the_watch_tells_of_a_client_that_left() -> None:
    async def scenario() -> None:
        told = asyncio.Event()
        messages = receiving(part(b"", more=False), {"type": "http.disconnect"})
        async with DisconnectWatch(messages) as watch:
            watch.on_leave(told.set)
            await told.wait()
            assert watch.left

    asyncio.run(scenario())


def test_the_watch_tells_who_asks_late() -> None:
    async def scenario() -> None:
        calls: list[None] = []
        async with DisconnectWatch(receiving({"type": "http.disconnect"})) as watch:
            never: asyncio.Future[object] = asyncio.get_running_loop().create_future()
            assert not await watch.outlasts(never)
            assert not never.done()
            watch.on_leave(lambda: calls.append(None))
        assert calls == [None]

    asyncio.run(scenario())


def test_the_watch_leaves_no_task() -> None:
    async def scenario() -> None:
        calls: list[None] = []
        async with DisconnectWatch(receiving()) as watch:
            watch.on_leave(lambda: calls.append(None))
            assert not watch.left
        assert len(asyncio.all_tasks()) == 1
        assert calls == []

    asyncio.run(scenario())


async def finish(send: Send, *, more: bool = False) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok", "more_body": more})


def call(app: Any, headers: Sequence[tuple[bytes, bytes]] = ()) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": list(headers)}
    asyncio.run(app(scope, receiving(), send))
    return sent


def id_header(sent: list[Message]) -> str:
    return Headers(raw=sent[0]["headers"])["x-request-id"]


def test_the_id_is_in_the_scope_and_on_the_answer() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(request_id_of(scope))
        await finish(send)

    sent = call(RequestIds(app))
    assert seen == [id_header(sent)]
    assert seen[0].startswith("req_")


def test_two_requests_have_two_ids() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await finish(send)

    assert id_header(call(RequestIds(app))) != id_header(call(RequestIds(app)))


def test_a_split_header_cannot_come_back() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await finish(send)

    offered = [(b"x-request-id", b"ok\r\nset-cookie: a=b")]
    assert id_header(call(RequestIds(app), offered)).startswith("req_")


def test_the_net_answers_a_known_error() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise EmptyText("Nothing to speak.")

    assert call(LastNet(app))[0]["status"] == 400


def test_the_net_answers_a_bug_and_keeps_its_words(caplog: pytest.LogCaptureFixture) -> None:
    text = "some" + "body's text"

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise KeyError(text)

    caplog.set_level(logging.DEBUG)
    sent = call(LastNet(app))
    assert sent[0]["status"] == 500
    assert b"somebody" not in sent[1]["body"]
    logged = "".join(f"{record.getMessage()}{record.exc_text}" for record in caplog.records)
    assert "KeyError" in logged
    assert "test_asgi.py" in logged
    assert text not in logged


@pytest.mark.parametrize("error", [KeyError("x"), EmptyText("x"), StreamBroken("engine_failed")])
def test_the_net_cuts_what_has_begun(error: Exception) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await finish(send, more=True)
        raise error

    with pytest.raises(StreamBroken):
        call(LastNet(app))


def test_the_net_is_silent_for_a_client_that_left() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientLeft

    assert call(LastNet(app)) == []
