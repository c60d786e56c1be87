"""The stream buffer: bounds, order, one end, readers of both kinds."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest

from brisa.service.channel import ChunkChannel
from brisa.types import Cancelled, Failed, Finished, PcmChunk, SegmentIndex

pytestmark = pytest.mark.unit

RATE_HZ = 24000
DONE = Finished(0, RATE_HZ)


def chunk(start: int, milliseconds: int = 100) -> PcmChunk:
    samples = RATE_HZ * milliseconds // 1000
    return PcmChunk(np.zeros(samples, np.int16), RATE_HZ, start, SegmentIndex(0))


class Lows:
    """Counts how often the channel asked for more."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def channel(lows: Lows | None = None) -> ChunkChannel:
    return ChunkChannel(low_ms=100, high_ms=300, on_low=lows or Lows())


def test_chunks_come_out_in_order_then_the_end() -> None:
    queue = channel()
    for start in range(3):
        queue.put(chunk(start))
    queue.close(DONE)
    starts = [item.start_sample for item in iter(queue.get, None)]
    assert starts == [0, 1, 2]
    assert queue.get() is None
    assert queue.outcome is DONE


def test_room_ends_at_the_high_mark_and_returns_at_the_low_one() -> None:
    lows = Lows()
    queue = channel(lows)
    for start in range(3):
        assert queue.has_room()
        queue.put(chunk(start))
    assert not queue.has_room()
    queue.get()
    assert not queue.has_room()
    assert lows.count == 0
    queue.get()
    assert queue.has_room()
    assert lows.count == 1
    queue.get()
    assert lows.count == 1


def test_the_first_close_wins() -> None:
    queue = channel()
    failed = Failed(0, RATE_HZ, "engine_failed")
    assert queue.close(failed)
    assert not queue.close(DONE)
    assert queue.outcome is failed


def test_nothing_is_added_after_the_end() -> None:
    queue = channel()
    queue.close(DONE)
    queue.put(chunk(0))
    assert queue.get() is None
    assert not queue.has_room()


def test_a_cancel_drops_what_was_not_read() -> None:
    queue = channel()
    queue.put(chunk(0))
    queue.close(Cancelled(0, RATE_HZ), discard=True)
    assert queue.buffered_ms == 0
    assert queue.get() is None


def test_a_waiting_thread_is_woken_by_a_chunk_and_by_the_end() -> None:
    queue = channel()
    seen: list[PcmChunk | None] = []
    reader = threading.Thread(target=lambda: seen.extend([queue.get(), queue.get()]))
    reader.start()
    queue.put(chunk(7))
    queue.close(DONE)
    reader.join(timeout=10)
    assert not reader.is_alive()
    assert [item.start_sample if item else None for item in seen] == [7, None]


def test_a_waiting_coroutine_is_woken_from_another_thread() -> None:
    queue = channel()

    async def read() -> list[int | None]:
        writer = threading.Thread(target=lambda: (queue.put(chunk(7)), queue.close(DONE)))
        waiting = asyncio.ensure_future(queue.aget())
        await asyncio.sleep(0)
        writer.start()
        first = await waiting
        second = await queue.aget()
        writer.join()
        return [item.start_sample if item else None for item in (first, second)]

    assert asyncio.run(read()) == [7, None]


def test_a_cancelled_coroutine_loses_no_chunk() -> None:
    queue = channel()

    async def read() -> PcmChunk | None:
        waiting = asyncio.ensure_future(queue.aget())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        queue.put(chunk(7))
        return await queue.aget()

    found = asyncio.run(read())
    assert found is not None
    assert found.start_sample == 7


def test_a_closed_loop_does_not_break_the_writer() -> None:
    queue = channel()

    async def abandon() -> None:
        asyncio.ensure_future(queue.aget())  # noqa: RUF006 - abandoned with its loop, on purpose
        await asyncio.sleep(0)

    asyncio.run(abandon())
    queue.put(chunk(0))
    assert queue.get() is not None
