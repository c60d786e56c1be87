"""Clients that never come to the point take neither memory nor every connection."""

from __future__ import annotations

import contextlib
import itertools
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from websockets.sync.client import connect

from brisa.app.limited_http import MAX_HEADER_BYTES, MAX_HEADERS
from brisa.app.options import ServerOptions
from brisa.app.wires.table import operations
from brisa.engines.scripted import ScriptedEngine
from support.live_server import LiveServer, eventually, read_to_end, speech_request
from support.scripted_steps import CountedSteps

pytestmark = pytest.mark.integration

FILLER = b"x" * 16_384
TRIES = 400


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer(ScriptedEngine()) as started:
        yield started


@pytest.fixture(scope="module")
def hasty_server() -> Iterator[LiveServer]:
    """Waits 50 ms for a head."""
    options = ServerOptions(
        default_voice="scripted",
        warm_formats=(),
        body_timeout_s=0.05,
        max_concurrent_streams=5,
        max_connections=40,
    )
    with LiveServer(ScriptedEngine(), options) as started:
        yield started


def pour(bare: socket.socket, start: bytes) -> bytes:
    """Send ``start`` and filler until the server has had enough; its answer."""
    bare.sendall(start)
    sent_bytes = 0
    try:
        for sent_bytes in itertools.count(0, len(FILLER)):
            assert sent_bytes < TRIES * len(FILLER), "the server takes it without end"
            bare.sendall(FILLER)
    except OSError:
        pass
    with contextlib.suppress(OSError):
        return read_to_end(bare)
    return b""


@pytest.mark.parametrize(
    "start",
    [
        b"GET /health HTTP/1.1\r\nX-Endless: ",
        b"GET /health HTTP/1.1\r\n",
        b"GET /",
        b"POST /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
        b"POST /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;extension=",
    ],
    ids=["value", "name", "url", "trailer", "extension"],
)
def test_one_endless_line_is_cut_off(server: LiveServer, start: bytes) -> None:
    with server.connection() as bare:
        pour(bare, start)
    eventually(lambda: not connections(server), "the connection ended")


def test_a_head_of_one_large_header_is_told_so(server: LiveServer) -> None:
    with server.connection() as bare:
        bare.sendall(b"GET /health HTTP/1.1\r\nX: " + b"x" * MAX_HEADER_BYTES)
        assert read_to_end(bare).startswith(b"HTTP/1.1 431 ")


def test_a_body_larger_than_a_head_may_be_passes(server: LiveServer) -> None:
    text = "word " * 19_000
    with server.connection() as bare:
        request = speech_request(input=text, response_format="pcm")
        assert len(request) > MAX_HEADER_BYTES
        bare.sendall(request)
        assert bare.recv(12) == b"HTTP/1.1 200"


def test_a_head_of_too_many_headers(server: LiveServer) -> None:
    for count, expected in ((MAX_HEADERS - 1, b"200"), (MAX_HEADERS + 1, b"400")):
        lines = b"".join(b"X-%d: 1\r\n" % number for number in range(count))
        with server.connection() as bare:
            bare.sendall(b"GET /v1/test HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\n")
            assert bare.recv(12) == b"HTTP/1.1 " + expected


def test_headers_of_one_request_are_not_those_of_the_next(server: LiveServer) -> None:
    lines = b"".join(b"X-%d: 1\r\n" % number for number in range(MAX_HEADERS - 1))
    with server.connection() as bare:
        for _ in range(3):
            bare.sendall(b"GET /v1/test HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\n")
            assert bare.recv(1 << 16).startswith(b"HTTP/1.1 200")


HANDSHAKE = (
    b"Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    ("query", "more"),
    [(b"?a=" + b"x" * 9000, b""), (b"", b"X: " + b"x" * 9000 + b"\r\n"), (b"", b"X: 1\r\n" * 125)],
    ids=["address", "header", "count"],
)
def test_a_handshake_that_is_too_large(server: LiveServer, query: bytes, more: bytes) -> None:
    with server.connection() as bare:
        bare.sendall(b"GET /v1/stream" + query + b" HTTP/1.1\r\n" + HANDSHAKE + more + b"\r\n")
        assert not read_to_end(bare).startswith(b"HTTP/1.1 101")
    with server.connection() as bare:
        bare.sendall(b"GET /v1/stream HTTP/1.1\r\n" + HANDSHAKE + b"\r\n")
        assert bare.recv(12) == b"HTTP/1.1 101"


DEEP = 50_000


@pytest.mark.parametrize(
    "body",
    [
        b"[" * DEEP,
        b'{"input":' * DEEP,
        b'{"input":"a","unknown":' + b"[" * DEEP + b"]" * DEEP + b"}",
        b'{"input":"a","text":' + b'{"a":' * DEEP,
        b'{"input":"a","voice":' + b'{"id":' * DEEP + b"1" + b"}" * DEEP + b"}",
    ],
    ids=["lists", "objects", "unknown", "known", "whole"],
)
@pytest.mark.parametrize(
    "path", [item.path for item in operations() if item.body is not None], ids=str
)
def test_json_that_is_nested_without_end(server: LiveServer, path: str, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.url}{path}", content=body, headers=headers)
    assert answer.status_code == 400
    assert len(answer.content) < 1000


def test_sockets_count_among_the_connections() -> None:
    options = ServerOptions(
        default_voice="scripted", warm_formats=(), max_concurrent_streams=2, max_connections=4
    )
    with LiveServer(ScriptedEngine(), options) as server, ExitStack() as crowd:
        address = f"ws://127.0.0.1:{server.port}/v1/stream"
        for _ in range(4):
            crowd.enter_context(connect(address, compression=None))
        with server.connection() as fifth:
            assert read_to_end(fifth).startswith(b"HTTP/1.1 503 ")
        crowd.close()
        eventually(lambda: not connections(server), "all are closed")
        assert httpx.get(f"{server.url}/v1/test").status_code == 200


@pytest.mark.parametrize("sent", [b"", b"GET", b"GET /health HTTP/1.1\r\nHost: a\r\nX: "])
def test_a_head_that_never_comes(hasty_server: LiveServer, sent: bytes) -> None:
    with hasty_server.connection() as bare:
        bare.sendall(sent)
        answer = read_to_end(bare)
    assert answer.startswith(b"HTTP/1.1 408 ") if sent else answer == b""


def test_a_second_head_that_never_comes(hasty_server: LiveServer) -> None:
    with hasty_server.connection() as bare:
        bare.sendall(b"GET /v1/test HTTP/1.1\r\nHost: a\r\n\r\n")
        assert bare.recv(12) == b"HTTP/1.1 200"
        bare.sendall(b"GET /v1/test HTTP")
        assert b"HTTP/1.1 408 " in read_to_end(bare)


def test_a_body_that_nobody_waits_for_ends_too(hasty_server: LiveServer) -> None:
    """The answer is out; what drips in behind it would hold the connection for ever."""
    with hasty_server.connection() as bare:
        bare.sendall(b"POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n")
        assert bare.recv(12) == b"HTTP/1.1 405"
        with pytest.raises(OSError):  # noqa: PT011 - broken pipe or reset, as the kernel likes
            while True:
                bare.sendall(b"x")


def test_a_listener_who_waits_long_is_not_hurried() -> None:
    """The timer is for the client's silence, not for the engine's."""
    options = ServerOptions(default_voice="scripted", warm_formats=(), body_timeout_s=0.05)
    steps = CountedSteps()
    with LiveServer(steps.engine, options) as server, ExitStack() as open_connections:
        steps.hold()
        bare = open_connections.enter_context(server.connection())
        bare.sendall(speech_request(input="A long wait.", response_format="pcm"))
        eventually(lambda: server.active == 1, "the stream waits")
        bare.sendall(b"GET /v1/te")  # half of the next request
        with server.connection() as silent:
            assert read_to_end(silent) == b""  # its time, which began later, is over
        steps.release()
        assert bare.recv(12) == b"HTTP/1.1 200"


def test_silent_connections_do_not_keep_others_out(hasty_server: LiveServer) -> None:
    """Above the cap the answer is 503; when the silent ones are timed out, requests are served."""
    with ExitStack() as crowd:
        silent = [crowd.enter_context(hasty_server.connection()) for _ in range(1200)]
        answers = [read_to_end(bare) for bare in silent]
        refused = sum(answer.startswith(b"HTTP/1.1 503 ") for answer in answers)
        assert len(connections(hasty_server)) <= 40
        assert refused
        assert all(b"connection: close" in answer for answer in answers if answer)
        assert httpx.get(f"{hasty_server.url}/v1/test").status_code == 200


def test_the_cap_counts_open_connections() -> None:
    options = ServerOptions(
        default_voice="scripted", warm_formats=(), max_concurrent_streams=2, max_connections=4
    )
    with LiveServer(ScriptedEngine(), options) as server, ExitStack() as crowd:
        for _ in range(4):
            crowd.enter_context(server.connection())
        eventually(lambda: len(connections(server)) == 4, "four are open")
        with server.connection() as fifth:
            assert read_to_end(fifth).startswith(b"HTTP/1.1 503 ")
        crowd.close()
        eventually(lambda: not connections(server), "all are closed")
        assert httpx.get(f"{server.url}/v1/test").status_code == 200


def connections(server: LiveServer) -> list[object]:
    return list(server.uvicorn.server_state.connections)
