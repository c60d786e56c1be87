"""Files that are made beside listeners."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from brisa.bench.bulk import FILE_CHARS, BulkReader, file_request
from brisa.bench.utterances import utterances
from brisa.clock import ManualClock
from unit.bench.listening_samples import PLAN

pytestmark = pytest.mark.unit

ANSWER = (
    b"HTTP/1.1 200 OK\r\nx-sample-rate: 1000\r\ntransfer-encoding: chunked\r\n\r\n"
    b"7d0\r\n" + bytes(2000) + b"\r\n0\r\n\r\n"
)


def test_a_file_is_long_and_asked_for_as_bulk() -> None:
    body = json.loads(file_request(PLAN, utterances()).partition(b"\r\n\r\n")[2])
    assert body["bulk"] is True
    assert 0.99 * FILE_CHARS < len(body["input"]) <= FILE_CHARS


def test_files_are_read_one_after_the_other() -> None:
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    async def main() -> float:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            plan = msgspec.structs.replace(PLAN, port=port)
            reader = BulkReader(plan, utterances(), ManualClock(0))
            task = asyncio.create_task(reader.read())
            while reader.audio_s < 2.0:  # noqa: ASYNC110 - what is waited for has no event
                await asyncio.sleep(0.01)
            task.cancel()
            return reader.audio_s

    assert asyncio.run(asyncio.wait_for(main(), 30)) == pytest.approx(2.0)
    assert len(asked) >= 2


def test_a_server_that_is_not_there_is_asked_again() -> None:
    async def main() -> None:
        reader = BulkReader(PLAN, utterances(), ManualClock(0))
        task = asyncio.create_task(reader.read())
        await asyncio.sleep(0.05)
        assert not task.done()
        task.cancel()

    asyncio.run(main())
