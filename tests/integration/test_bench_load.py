"""Simulated listeners on servers whose behaviour is scripted byte by byte."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from brisa.bench.generator import generate
from brisa.bench.listening import LoadPlan, LoadResult
from brisa.clock import SystemClock

pytestmark = pytest.mark.integration

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]

HEAD = b"HTTP/1.1 200 OK\r\nx-sample-rate: 8000\r\ntransfer-encoding: chunked\r\n\r\n"
CHUNK = b"640\r\n" + bytes(1600) + b"\r\n"  # 100 ms


async def whole(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + CHUNK + CHUNK + b"0\r\n\r\n")


async def cut(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + CHUNK)


async def too_busy(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 503 Busy\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n")


async def nothing(writer: asyncio.StreamWriter) -> None:
    return


async def stalled(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + CHUNK)
    await writer.drain()
    await asyncio.Event().wait()


def loaded(answer: Answer, *, grace_s: float = 5.0, duration_s: float = 1.0) -> LoadResult:
    """Two listeners, for a second, on a server that answers every request so."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        await reader.readexactly(length)
        answering = asyncio.ensure_future(answer(writer))
        answers.append(answering)
        await asyncio.wait((answering,))
        writer.close()

    answers: list[asyncio.Future[None]] = []

    async def run() -> LoadResult:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        clock = SystemClock()
        plan = LoadPlan(
            host="127.0.0.1",
            port=port,
            count=2,
            duration_s=duration_s,
            arrivals="burst",
            grace_s=grace_s,
        )
        try:
            return await generate(plan, clock.now_ns(), clock)
        finally:
            for answering in answers:
                answering.cancel()
            server.close()
            await server.wait_closed()
            await asyncio.gather(*answers, return_exceptions=True)

    return asyncio.run(run())


def test_listeners_hear_in_real_time_and_ask_again() -> None:
    result = loaded(whole, duration_s=2.0)
    assert {item.outcome for item in result.heard} == {"complete"}
    assert {item.listener for item in result.heard} == {0, 1}
    # 200 ms are heard and 200 to 800 thought about, so two seconds have room for two to five.
    assert 4 <= len(result.heard) <= 10
    for item in result.heard:
        assert item.audio_s == 0.2
        assert item.gaps == ()
        assert item.first_audio_ms is not None
        assert item.ended_ms == pytest.approx(item.began_ms + item.first_audio_ms + 200, abs=0.01)


def test_a_stream_that_breaks_off_is_incomplete() -> None:
    result = loaded(cut)
    assert {item.outcome for item in result.heard} == {"incomplete"}
    assert {item.audio_s for item in result.heard} == {0.1}


def test_who_is_refused_waits_as_told() -> None:
    result = loaded(too_busy)
    assert [item.outcome for item in result.heard] == ["refused"] * 2
    assert all(item.answered_ms is not None for item in result.heard)
    assert all(item.first_audio_ms is None for item in result.heard)


def test_no_answer_is_a_failure() -> None:
    result = loaded(nothing)
    assert {(item.outcome, item.status) for item in result.heard} == {("failed", 0)}


def test_no_server_is_a_failure() -> None:
    async def run() -> LoadResult:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        plan = LoadPlan(host="127.0.0.1", port=port, count=1, duration_s=0.5)
        clock = SystemClock()
        return await generate(plan, clock.now_ns(), clock)

    assert [item.outcome for item in asyncio.run(run()).heard] == ["failed"]


def test_a_load_ends_although_a_stream_does_not() -> None:
    result = loaded(stalled, grace_s=0.2)
    assert [item.outcome for item in result.heard] == ["incomplete"] * 2
