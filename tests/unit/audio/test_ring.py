"""The ring by itself: wrap, memory layout, two ends, two threads."""

from __future__ import annotations

import mmap
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from brisa.audio.buffer import fill_ms, take
from brisa.audio.buffer_options import BufferOptions, Level, Overflow
from brisa.audio.ring import HEADER_BYTES, LINE_BYTES, RingBuffer, Word
from brisa.errors import ConfigError

pytestmark = pytest.mark.unit

RATE_HZ = 1000  # a sample is a millisecond


def ring_of(size_ms: int, **more: object) -> RingBuffer:
    return RingBuffer(BufferOptions(size_ms=size_ms, chunk_ms=1, **more), RATE_HZ)  # type: ignore[arg-type]


def count(start: int, stop: int) -> np.ndarray:
    return np.arange(start, stop, dtype=np.int16)


def shown(ring: RingBuffer, limit: int | None = None) -> list[list[int]]:
    return [view.tolist() for view in ring.views(limit)]


def test_two_views_at_the_wrap_else_one() -> None:
    ring = ring_of(5)
    assert ring.views() == ()
    assert ring.write(count(0, 4)) == 4
    assert shown(ring) == [[0, 1, 2, 3]]
    ring.consume(3)
    assert ring.write(count(4, 9)) == 4
    assert shown(ring) == [[3, 4], [5, 6, 7]]
    assert shown(ring, 2) == [[3, 4]]
    assert shown(ring, 3) == [[3, 4], [5]]
    assert shown(ring, 0) == []
    assert ring.free_samples == 0
    assert ring.write(count(8, 9)) == 0


def test_views_are_the_memory_itself_and_read_only() -> None:
    memory = bytearray(HEADER_BYTES + 10)
    ring = RingBuffer(BufferOptions(size_ms=5, chunk_ms=1), RATE_HZ, memory)
    ring.write(count(1, 4))
    (view,) = ring.views()
    memory[HEADER_BYTES : HEADER_BYTES + 2] = (77).to_bytes(2, "little")
    assert view.tolist() == [77, 2, 3]
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1


def test_positions_go_on_past_32_bits() -> None:
    memory = bytearray(HEADER_BYTES + 14)
    ring = RingBuffer(BufferOptions(size_ms=7, chunk_ms=1), RATE_HZ, memory)
    for word in (Word.WRITTEN, Word.PASSED):
        at = word * LINE_BYTES
        memory[at : at + 8] = (2**32 - 3).to_bytes(8, "little")
    heard = []
    for start in range(0, 50, 5):
        assert ring.write(count(start, start + 5)) == 5
        heard += take(ring, 5).tolist()
    assert heard == list(range(50))
    assert ring.counters.written_samples == 2**32 + 47


def test_both_ends_over_mapped_memory() -> None:
    options = BufferOptions(size_ms=8, chunk_ms=1)
    with mmap.mmap(-1, RingBuffer.memory_bytes(options, RATE_HZ)) as memory:
        writer = RingBuffer(options, RATE_HZ, memoryview(memory))
        reader = RingBuffer.attach(options, memoryview(memory))
        assert (reader.capacity_samples, reader.sample_rate_hz) == (8, RATE_HZ)
        writer.write(count(0, 6))
        assert take(reader, 4).tolist() == [0, 1, 2, 3]
        assert writer.write(count(6, 20)) == 6
        writer.finish()
        assert not reader.drained
        assert take(reader, 99).tolist() == list(range(4, 12))
        assert reader.drained
        reader.close()
        assert writer.closed
        writer.release()
        reader.release()


def test_memory_that_is_no_ring_is_refused() -> None:
    options = BufferOptions(size_ms=8, chunk_ms=1)
    with pytest.raises(ValueError, match="no ring"):
        RingBuffer.attach(options, bytearray(HEADER_BYTES + 16))
    with pytest.raises(ValueError, match="no ring"):
        RingBuffer.attach(options, bytearray(8))
    with pytest.raises(ValueError, match="too small"):
        RingBuffer(options, RATE_HZ, bytearray(HEADER_BYTES + 15))
    with pytest.raises(ConfigError) as refused:
        RingBuffer(
            BufferOptions(size_ms=8, chunk_ms=1, overflow=Overflow.DROP_OLDEST),
            RATE_HZ,
            bytearray(999),
        )
    assert refused.value.param == "buffer.overflow"


def test_a_write_larger_than_the_ring_keeps_the_newest() -> None:
    ring = ring_of(5, overflow=Overflow.DROP_OLDEST)
    ring.write(count(0, 3))
    assert ring.write(count(3, 15)) == 12
    assert take(ring, 99).tolist() == [10, 11, 12, 13, 14]
    counters = ring.counters
    assert (counters.written_samples, counters.dropped_samples) == (15, 10)
    assert counters.read_samples == 5


def test_level_and_fill() -> None:
    ring = ring_of(10)
    levels = []
    for _ in range(11):
        levels.append(ring.level)
        ring.write(count(0, 1))
    assert levels == [Level.LOW] * 3 + [Level.MIDDLE] * 6 + [Level.HIGH] * 2
    assert fill_ms(ring) == 10.0


@pytest.fixture
def fast_switching() -> Iterator[None]:
    """Let threads take turns often, so that they meet at more places."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(20e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("fast_switching")
def test_two_threads_pass_everything_in_order() -> None:
    """A writer and a reader without any lock, 100,000 samples through a ring of 997."""
    ring = ring_of(997)
    total = 100_000
    sent = (np.arange(total) % 32749).astype(np.int16)

    def write_all() -> None:
        at, step = 0, 1
        while at < total and not ring.closed:
            at += ring.write(sent[at : at + step])
            step = step * 7 % 61 + 1
        ring.finish()

    writer = threading.Thread(target=write_all)
    writer.start()
    heard, step = [], 3
    try:
        while not ring.drained:
            heard.append(take(ring, step))
            step = step * 5 % 53 + 1
    finally:
        ring.close()
        writer.join()
    assert np.array_equal(np.concatenate(heard), sent)
