"""The stream buffer: bounds, order, one end, readers of both kinds, what overflowing does."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest

from brisa.audio.buffer_options import BufferOptions, Overflow
from brisa.audio.buffer_table import BUFFERS, open_buffer
from brisa.service.channel import ChunkChannel
from brisa.types import Cancelled, Failed, Finished, PcmChunk, SegmentIndex, WordMark

pytestmark = pytest.mark.unit

RATE_HZ = 24000
MS = RATE_HZ // 1000
DONE = Finished(0, RATE_HZ)


class Writer:
    """Makes chunks that follow one another; every sample says where it lies."""

    def __init__(self) -> None:
        self.position = 0

    def chunk(self, milliseconds: int = 100, segment: int = 0, *words: WordMark) -> PcmChunk:
        start, self.position = self.position, self.position + milliseconds * MS
        pcm_t = (np.arange(start, self.position) % 30_000).astype(np.int16)
        return PcmChunk(pcm_t, RATE_HZ, start, SegmentIndex(segment), words)


def channel(
    kind: str = "ring_buffer",
    overflow: Overflow = Overflow.PAUSE,
    *,
    size_ms: int = 300,
    chunk_ms: int = 100,
    first_ms: int = 0,
    taken: list[int] | None = None,
) -> ChunkChannel:
    options = BufferOptions(size_ms=size_ms, chunk_ms=chunk_ms, overflow=overflow)
    told = [] if taken is None else taken
    buffer = open_buffer(kind, options, RATE_HZ)
    return ChunkChannel(buffer, first_samples=first_ms * MS, on_taken=told.append)


def read(queue: ChunkChannel) -> list[PcmChunk]:
    return list(iter(queue.get, None))


def assert_in_order(chunks: list[PcmChunk], samples: int) -> None:
    position = 0
    for item in chunks:
        assert item.start_sample == position
        position += len(item.pcm_t)
        expected_t = np.arange(item.start_sample, position) % 30_000
        assert np.array_equal(item.pcm_t, expected_t.astype(np.int16))
    assert position == samples


@pytest.mark.parametrize("kind", BUFFERS)
def test_a_step_longer_than_the_buffer_comes_out_whole_and_in_order(kind: str) -> None:
    queue, writer = channel(kind), Writer()
    for milliseconds in (20, 1600, 7, 600):
        queue.put(writer.chunk(milliseconds))
    queue.close(DONE)
    assert queue.buffered_ms == 2227
    chunks = read(queue)
    assert_in_order(chunks, writer.position)
    assert {len(item.pcm_t) for item in chunks[:-1]} == {100 * MS}
    assert queue.get() is None
    assert queue.outcome is DONE


def test_a_reader_takes_chunks_of_the_size_it_was_promised() -> None:
    queue = channel(chunk_ms=160, size_ms=500)
    queue.put(Writer().chunk(400))
    queue.close(DONE)
    assert [item.duration_ms for item in read(queue)] == [160, 160, 80]


def test_the_reader_is_reported_with_every_chunk() -> None:
    taken: list[int] = []
    queue = channel(taken=taken)
    queue.put(Writer().chunk(150))
    queue.close(DONE)
    read(queue)
    assert taken == [100 * MS, 50 * MS]


def test_segments_and_words_stay_where_they_are() -> None:
    queue, writer = channel(), Writer()
    words = [WordMark(str(at), 0, 1, at * MS, at * MS + 1) for at in (0, 99, 100, 230, 260)]
    queue.put(writer.chunk(250, 0, *words[:4]))
    queue.put(writer.chunk(150, 1, words[4]))
    queue.close(DONE)
    chunks = read(queue)
    assert [[word.text for word in item.words] for item in chunks] == [
        ["0", "99"],
        ["100"],
        ["230"],
        ["260"],
        [],
    ]
    assert [item.segment for item in chunks] == [0, 0, 0, 1, 1]


def test_the_first_chunk_waits_for_the_pre_buffer_and_no_other_does() -> None:
    queue, writer = channel(first_ms=60), Writer()
    seen: list[PcmChunk | None] = []
    reader = threading.Thread(target=lambda: seen.extend([queue.get(), queue.get()]))
    reader.start()
    queue.put(writer.chunk(30))
    assert not seen
    queue.put(writer.chunk(30))
    while not seen and reader.is_alive() and queue.buffered_ms:
        pass
    queue.put(writer.chunk(10))
    reader.join(timeout=10)
    assert [item and item.duration_ms for item in seen] == [60, 10]


def test_a_stream_shorter_than_the_pre_buffer_is_heard() -> None:
    queue = channel(first_ms=60)
    queue.put(Writer().chunk(20))
    queue.close(DONE)
    assert [item.duration_ms for item in read(queue)] == [20]


@pytest.mark.parametrize("kind", BUFFERS)
def test_dropping_the_oldest_keeps_places_true(kind: str) -> None:
    queue, writer = channel(kind, Overflow.DROP_OLDEST), Writer()
    for _ in range(6):
        queue.put(writer.chunk(250))
    queue.close(DONE)
    chunks = read(queue)
    assert queue.lost_samples > 0
    assert sum(len(item.pcm_t) for item in chunks) + queue.lost_samples == writer.position
    for item in chunks:
        expected_t = np.arange(item.start_sample, item.start_sample + len(item.pcm_t)) % 30_000
        assert np.array_equal(item.pcm_t, expected_t.astype(np.int16))
    assert chunks[-1].start_sample + len(chunks[-1].pcm_t) == writer.position


@pytest.mark.parametrize("overflow", list(Overflow))
def test_a_reader_that_keeps_up_loses_nothing(overflow: Overflow) -> None:
    queue, writer = channel(overflow=overflow), Writer()
    chunks = []
    for _ in range(5):
        queue.put(writer.chunk(500))
        for _ in range(5):
            item = queue.get()
            assert item is not None
            chunks.append(item)
    queue.close(DONE)
    chunks += read(queue)
    assert_in_order(chunks, writer.position)


def test_speeding_up_shortens_what_waits() -> None:
    queue, writer = channel(overflow=Overflow.SPEED_UP), Writer()
    for _ in range(4):
        queue.put(writer.chunk(250))
    queue.close(DONE)
    chunks = read(queue)
    assert 0 < queue.lost_samples < writer.position / 2
    assert sum(len(item.pcm_t) for item in chunks) == writer.position - queue.lost_samples


def test_the_first_close_wins() -> None:
    queue = channel()
    failed = Failed(0, RATE_HZ, "engine_failed")
    assert queue.close(failed)
    assert not queue.close(DONE)
    assert queue.outcome is failed


def test_nothing_is_added_after_the_end() -> None:
    queue = channel()
    queue.close(DONE)
    queue.put(Writer().chunk())
    assert queue.get() is None


def test_a_cancel_drops_what_was_not_read() -> None:
    queue = channel()
    queue.put(Writer().chunk(1000))
    queue.close(Cancelled(0, RATE_HZ), discard=True)
    assert queue.buffered_ms == 0
    assert queue.get() is None


def test_a_waiting_thread_is_woken_by_a_chunk_and_by_the_end() -> None:
    queue = channel()
    seen: list[PcmChunk | None] = []
    reader = threading.Thread(target=lambda: seen.extend([queue.get(), queue.get()]))
    reader.start()
    queue.put(Writer().chunk())
    queue.close(DONE)
    reader.join(timeout=10)
    assert not reader.is_alive()
    assert [item and item.start_sample for item in seen] == [0, None]


def test_a_waiting_coroutine_is_woken_from_another_thread() -> None:
    queue, one = channel(), Writer().chunk()

    async def read_twice() -> list[int | None]:
        writer = threading.Thread(target=lambda: (queue.put(one), queue.close(DONE)))
        waiting = asyncio.ensure_future(queue.aget())
        await asyncio.sleep(0)
        writer.start()
        first = await waiting
        second = await queue.aget()
        writer.join()
        return [item and item.start_sample for item in (first, second)]

    assert asyncio.run(read_twice()) == [0, None]


def test_a_cancelled_coroutine_loses_no_chunk() -> None:
    queue = channel()

    async def read_after() -> PcmChunk | None:
        waiting = asyncio.ensure_future(queue.aget())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        queue.put(Writer().chunk())
        return await queue.aget()

    found = asyncio.run(read_after())
    assert found is not None
    assert found.start_sample == 0


def test_a_closed_loop_does_not_break_the_writer(no_task_left_behind: list[str]) -> None:
    queue = channel()

    async def abandon() -> None:
        asyncio.ensure_future(queue.aget())  # noqa: RUF006 - abandoned with its loop, on purpose
        await asyncio.sleep(0)

    asyncio.run(abandon())
    assert len(no_task_left_behind) == 1
    no_task_left_behind.clear()  # left on purpose
    queue.put(Writer().chunk())
    assert queue.get() is not None
