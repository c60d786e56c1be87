"""Chunks of a stream put back together, with the places where they met."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.quality.speakers import recording_of
from brisa.types import PcmChunk, SegmentIndex

pytestmark = pytest.mark.unit


def chunk(start: int, values: list[int], segment: int) -> PcmChunk:
    return PcmChunk(np.array(values, np.int16), 16_000, start, SegmentIndex(segment))


def test_where_segments_and_chunks_begin() -> None:
    chunks = [
        chunk(0, [0, 16_384], 0),
        chunk(2, [-32_768], 0),
        chunk(3, [1, 2, 3], 1),
        chunk(6, [4], 1),
        chunk(7, [5], 2),
    ]
    recording = recording_of(chunks, 16_000)
    assert recording.segment_starts == (3, 7)
    assert recording.chunk_starts == (2, 6)
    assert recording.sample_rate_hz == 16_000
    assert recording.pcm_t[:3].tolist() == [0.0, 0.5, -1.0]
    assert len(recording.pcm_t) == 8


def test_a_stream_without_chunks() -> None:
    recording = recording_of([], 24_000)
    assert len(recording.pcm_t) == 0
    assert (recording.segment_starts, recording.chunk_starts) == ((), ())
