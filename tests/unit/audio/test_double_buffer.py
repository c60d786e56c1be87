"""The double buffer by itself: halves, swaps, and what a partly drained half costs."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.audio.buffer import take
from brisa.audio.buffer_options import BufferOptions, Overflow
from brisa.audio.double_buffer import DoubleBuffer

pytestmark = pytest.mark.unit

RATE_HZ = 1000  # a sample is a millisecond


def halves_of(half_ms: int, overflow: Overflow = Overflow.PAUSE) -> DoubleBuffer:
    options = BufferOptions(size_ms=2 * half_ms, chunk_ms=1, overflow=overflow)
    return DoubleBuffer(options, RATE_HZ)


def count(start: int, samples: int) -> np.ndarray:
    return np.arange(start, start + samples, dtype=np.int16)


def shown(buffer: DoubleBuffer) -> list[list[int]]:
    return [view.tolist() for view in buffer.views()]


def test_the_reader_sees_its_half_and_the_writer_fills_the_other() -> None:
    buffer = halves_of(4)
    buffer.write(count(0, 3))
    assert shown(buffer) == [[0, 1, 2]]
    buffer.write(count(3, 2))
    assert shown(buffer) == [[0, 1, 2]]
    assert buffer.fill_samples == 5
    buffer.consume(3)
    assert shown(buffer) == [[3, 4]]


def test_a_full_half_changes_places_with_an_empty_one() -> None:
    buffer = halves_of(4)
    assert buffer.write(count(0, 9)) == 8
    assert shown(buffer) == [[0, 1, 2, 3]]


def test_a_partly_drained_half_gives_no_room_back() -> None:
    buffer = halves_of(4)
    buffer.write(count(0, 8))
    buffer.consume(3)
    assert (buffer.fill_samples, buffer.free_samples) == (5, 0)
    assert buffer.write(count(8, 1)) == 0
    buffer.consume(1)
    assert (buffer.fill_samples, buffer.free_samples) == (4, 4)
    assert buffer.write(count(8, 9)) == 4
    assert take(buffer, 99).tolist() == [4, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("overflow", [Overflow.DROP_OLDEST, Overflow.SPEED_UP])
def test_the_other_policies_close_the_gap_first(overflow: Overflow) -> None:
    buffer = halves_of(4, overflow)
    buffer.write(count(0, 8))
    buffer.consume(3)
    assert buffer.write(count(8, 3)) == 3
    assert buffer.counters.dropped_samples == buffer.counters.stretched_samples == 0
    assert take(buffer, 99).tolist() == list(range(3, 11))


def test_only_what_a_view_shows_is_consumed() -> None:
    buffer = halves_of(4)
    buffer.write(count(0, 6))
    buffer.views()
    with pytest.raises(ValueError, match="a view showed"):
        buffer.consume(5)
    buffer.consume(4)
    assert shown(buffer) == [[4, 5]]


def test_an_odd_size_is_rounded_up_to_two_halves() -> None:
    buffer = DoubleBuffer(BufferOptions(size_ms=7, chunk_ms=1), RATE_HZ)
    assert buffer.capacity_samples == 8
