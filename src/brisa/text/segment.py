"""Text as it arrives -> segments, each as soon as it is safe to speak.

The segments of a text do not depend on the pieces it arrived in: every decision waits for the
characters it looks at, and looks at a bounded number. Only :meth:`Segmenter.flush` and
:meth:`Segmenter.poll`, which speak what waits, make a difference. Control characters of cleaned
text cut in any case; what is between them is cut as :mod:`brisa.text.passage` says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from brisa.text.cleaned import (
    CONTROLS,
    OBJECT,
    PARAGRAPH,
    PAUSE,
    RATE,
    STOP,
    WITH_INSERT,
    Cleaned,
    Insert,
)
from brisa.text.passage import Passage, Piece
from brisa.text.patterns import lazy_pattern
from brisa.text.release import Arrivals, ReleaseDelays, is_speakable, whole_words
from brisa.text.segment_options import MAX_CHARS_AT_LEAST, SegmenterOptions
from brisa.text.sources import SourceRuns
from brisa.text.span_map import Run, SpanMap

__all__ = ["MAX_CHARS_AT_LEAST", "Segment", "Segmenter", "SegmenterOptions"]

_CUTS: Final = lazy_pattern(f"[{STOP}{PARAGRAPH}{PAUSE}{RATE}]")
_CONTROL: Final = lazy_pattern(f"[{''.join(sorted(CONTROLS))}]")
_UNKNOWN: Final = "\ufffd"


@dataclass(frozen=True, slots=True)
class Segment:
    """What is synthesised as one piece, or a silence.

    ``text`` has no white space at its ends, at least one letter, digit or ``OBJECT``, and no other
    control character; ``inserts`` are those of its ``OBJECT`` in order. ``spans`` leads from it to
    the source, of which ``start_char``..``end_char`` is the whole of it. ``pause_after_ms`` of
    silence follow, and ``rate`` is relative to the rate of the request.

    A silence has no text. It stands in place of the ``pause_after_ms`` of the segment before it,
    not in addition; several silences in a row add up.
    """

    text: str
    start_char: int
    end_char: int
    pause_after_ms: float
    inserts: tuple[Insert, ...] = ()
    spans: SpanMap = SpanMap(())
    rate: float = 1.0

    @property
    def silent(self) -> bool:
        """Only the pause is to be heard."""
        return not self.text


class Segmenter:
    """Cuts one utterance. Not thread-safe. Keeps at most about two segments of text.

    Times are monotonic nanoseconds; who never polls need not give any.
    """

    def __init__(self, options: SegmenterOptions | None = None) -> None:
        self._options = options = options or SegmenterOptions()
        self._delays = ReleaseDelays(
            options.release_ms, options.release_word_ms, options.release_max_ms
        )
        self._passage = Passage(options)
        self._sources = SourceRuns()
        self._inserts: deque[Insert] = deque()
        self._arrivals = Arrivals()
        self._pushed_chars = 0
        self._source_end = 0  # of what was pushed
        self._given_end = 0  # of what was given out, in the source
        self._rate = 1.0
        self._owed_ms = 0.0  # of silence before the next words
        self._after_words = False  # the last segment was not a silence
        self._ended = False

    def push(self, piece: Cleaned | str, now_ns: int = 0) -> list[Segment]:
        """Add text; return the segments that are certain.

        A string is taken as it stands; control characters in it mean nothing. Raises ``ValueError``
        after ``end``, and if the inserts of ``piece`` do not match its control characters.
        """
        if self._ended:
            raise ValueError("the utterance has ended; start another Segmenter")
        if isinstance(piece, str):
            text, start = _CONTROL.sub(_UNKNOWN, piece), self._source_end
            self._accept((Run(len(text), start, start + len(text), verbatim=True),), now_ns)
        else:
            _check_inserts(piece)
            text = piece.text
            self._inserts.extend(piece.inserts)
            self._accept(piece.spans.runs, now_ns)
        segments: list[Segment] = []
        at = 0
        for cut in _CUTS.finditer(text):
            segments += self._spoken(self._passage.add(text[at : cut.start()]))
            segments += self._control(cut.group())
            at = cut.end()
        segments += self._spoken(self._passage.add(text[at:]))
        self._forget()
        return segments

    def flush(self) -> list[Segment]:
        """Speak what is there without waiting for more; the utterance goes on."""
        return self._release(len(self._passage.waiting), self._options.sentence_pause_ms)

    def end(self) -> list[Segment]:
        """The text is complete: return the rest."""
        segments = self.flush()
        self._ended = True
        return segments

    @property
    def waiting_chars(self) -> int:
        """How many characters have been pushed that are in no segment yet."""
        return len(self._passage.waiting)

    @property
    def release_due_ns(self) -> int | None:
        """When :meth:`poll` will speak something if no text comes, ``None`` if nothing waits."""
        waiting = self._passage.waiting
        if not is_speakable(waiting):
            return None
        word_due_ns = self._arrivals.word_due_ns(self._delays)
        if not whole_words(waiting):
            return word_due_ns
        return min(word_due_ns, self._arrivals.whole_due_ns(self._delays))

    def poll(self, now_ns: int) -> list[Segment]:
        """What has waited long enough by ``now_ns``: whole words, or after longer everything."""
        due_ns = self.release_due_ns
        if due_ns is None or now_ns < due_ns:
            return []
        waiting = self._passage.waiting
        everything = now_ns >= self._arrivals.word_due_ns(self._delays)
        return self._release(len(waiting) if everything else whole_words(waiting), 0)

    def _release(self, chars: int, rest_pause_ms: float) -> list[Segment]:
        segments = self._spoken(self._passage.release(chars, rest_pause_ms))
        self._forget()
        return segments

    def _forget(self) -> None:
        self._sources.forget(self._passage.start_char)
        self._arrivals.forget(self._passage.start_char)

    def _accept(self, runs: Sequence[Run], now_ns: int) -> None:
        chars = sum(run.length for run in runs)
        if chars:
            self._sources.add(runs)
            self._pushed_chars += chars
            self._source_end = runs[-1].end
            self._arrivals.add(self._pushed_chars, now_ns)

    def _control(self, control: str) -> list[Segment]:
        options = self._options
        paragraph = control == PARAGRAPH
        cut_off = control in WITH_INSERT
        rest = self._passage.finish(0 if cut_off else options.sentence_pause_ms)
        if rest and paragraph:
            rest[-1] = replace(rest[-1], pause_ms=options.paragraph_pause_ms)
        elif rest and control == PAUSE:
            rest[-1] = replace(rest[-1], pause_ms=0)
        segments = self._spoken(rest)
        if paragraph and not rest and self._after_words:
            self._owed_ms = options.paragraph_pause_ms
        self._passage.skip(len(control))
        if cut_off:
            insert = self._inserts.popleft()
            segments += self._pause(insert) if control == PAUSE else self._change_rate(insert)
        return segments

    def _pause(self, insert: Insert) -> list[Segment]:
        self._owed_ms, self._after_words = 0.0, False
        return [Segment("", insert.start_char, insert.end_char, insert.value, rate=self._rate)]

    def _change_rate(self, insert: Insert) -> list[Segment]:
        self._rate = insert.value
        return []

    def _spoken(self, pieces: Iterable[Piece]) -> list[Segment]:
        segments: list[Segment] = []
        for piece in pieces:
            if self._owed_ms:
                at, owed_ms, self._owed_ms = self._given_end, self._owed_ms, 0.0
                segments.append(Segment("", at, at, owed_ms, rate=self._rate))
            segments.append(self._segment(piece))
            self._after_words = True
        return segments

    def _segment(self, piece: Piece) -> Segment:
        text = piece.text
        spans = self._sources.take(piece.start_char, piece.start_char + len(text))
        start_char, end_char = spans.source_span(0, len(text))
        inserts = tuple(self._inserts.popleft() for _ in range(text.count(OBJECT)))
        self._given_end = end_char
        return Segment(text, start_char, end_char, piece.pause_ms, inserts, spans, self._rate)


def _check_inserts(piece: Cleaned) -> None:
    wanted = sum(map(piece.text.count, WITH_INSERT))
    if wanted != len(piece.inserts) or piece.spans.length != len(piece.text):
        raise ValueError("the inserts and spans of a piece must match its text")
