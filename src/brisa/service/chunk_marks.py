"""Which segment and which words lie where in a stream whose audio is cut anew on its way out."""

from __future__ import annotations

from collections import deque

from brisa.types import PcmChunk, SegmentIndex, WordMark


class ChunkMarks:
    """What chunks say beside their samples, by place in the stream."""

    def __init__(self) -> None:
        self._segments: deque[tuple[int, SegmentIndex]] = deque()
        self._words: deque[WordMark] = deque()
        self._segment = SegmentIndex(0)

    def add(self, chunk: PcmChunk) -> None:
        """A chunk goes in, in the order of the stream."""
        if not self._segments or self._segments[-1][1] != chunk.segment:
            self._segments.append((chunk.start_sample, chunk.segment))
        self._words.extend(chunk.words)

    def samples_to_next_segment(self, start_sample: int) -> int | None:
        """How far it is to a segment that begins after ``start_sample``, if one has come."""
        for begins, _ in self._segments:
            if begins > start_sample:
                return begins - start_sample
        return None

    def take(self, start_sample: int, end_sample: int) -> tuple[SegmentIndex, tuple[WordMark, ...]]:
        """The segment at the start of a piece, and the words that begin before its end."""
        segments, words = self._segments, self._words
        while segments and segments[0][0] <= start_sample:
            self._segment = segments.popleft()[1]
        begun = []
        while words and words[0].start_sample < end_sample:
            begun.append(words.popleft())
        return self._segment, tuple(begun)
