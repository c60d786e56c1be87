"""Text as it arrives -> segments, each as soon as it is safe to speak.

The segments of a text do not depend on the pieces it arrived in: every decision waits for the
characters it looks at, and looks at a bounded number. The first segment of an utterance may be an
opening clause, so that sound begins early; later ones are whole sentences; what is too long for one
segment is cut into parts of like size at clauses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from brisa.errors import OutOfRange
from brisa.text.boundaries import (
    CANDIDATE,
    CANDIDATE_MAX_CHARS,
    LOOK_BEHIND_CHARS,
    Kind,
    Line,
    judge,
    starts_marked,
)
from brisa.text.clauses import cut_within, first_clause

MAX_CHARS_AT_LEAST: Final = 16


@dataclass(frozen=True, slots=True)
class SegmenterOptions:
    """How to cut.

    ``first_min_chars``: the shortest opening clause (a third of it in scripts without spaces).
    ``first_long_chars``: sentences up to this length are not opened with a clause.
    ``first_rest_chars``: what an opening clause must at least leave of its sentence.
    ``max_chars``: the longest segment. Pauses are silence to add after a segment, on top of what
    the voice itself leaves at its edges.
    """

    first_min_chars: int = 24
    first_long_chars: int = 60
    first_rest_chars: int = 12
    max_chars: int = 250
    clause_pause_ms: int = 0
    sentence_pause_ms: int = 0
    paragraph_pause_ms: int = 200

    def __post_init__(self) -> None:
        """Raises ``OutOfRange``."""
        if self.max_chars < MAX_CHARS_AT_LEAST:
            raise OutOfRange(f"max_chars must be at least {MAX_CHARS_AT_LEAST}.", param="max_chars")
        for name in ("first_min_chars", "first_long_chars", "first_rest_chars"):
            if getattr(self, name) < 0:
                raise OutOfRange(f"{name} must not be negative.", param=name)


@dataclass(frozen=True, slots=True)
class Segment:
    """What is synthesised as one piece: ``text`` stands at ``start_char``..``end_char`` of the
    utterance, without white space at its ends, and holds at least one letter or digit."""

    text: str
    start_char: int
    end_char: int
    pause_after_ms: int


@dataclass(frozen=True, slots=True)
class _End:
    at: int
    pause_ms: int


class Segmenter:
    """Cuts one utterance. Not thread-safe. Keeps at most about two segments of text."""

    def __init__(self, options: SegmenterOptions | None = None) -> None:
        self._options = options or SegmenterOptions()
        self._text = ""
        self._trimmed_chars = 0  # of the utterance, before _text
        self._start = 0  # of the segment being sought
        self._scan = 0  # every candidate before this has been judged
        self._found: _End | None = None  # where the sentence at _start ends, once known
        self._line_start = 0
        self._line_marked: bool | None = None
        self._opening = True
        self._ended = False

    def push(self, text: str) -> list[Segment]:
        """Add text; return the segments that are certain. Raises ``ValueError`` after ``end``."""
        if self._ended:
            raise ValueError("the utterance has ended; start another Segmenter")
        self._text += text
        return self._drain(final=False)

    def flush(self) -> list[Segment]:
        """Speak what is there without waiting for more; the utterance goes on."""
        return self._drain(final=True)

    def end(self) -> list[Segment]:
        """The text is complete: return the rest."""
        segments = self.flush()
        self._ended = True
        return segments

    def _drain(self, *, final: bool) -> list[Segment]:
        segments: list[Segment] = []
        while (cut := self._next_cut(final)) is not None:
            segment = self._take(cut)
            if segment is not None:
                segments.append(segment)
        self._trim()
        return segments

    def _next_cut(self, final: bool) -> _End | None:
        """The end of the segment at ``_start``, or ``None`` to wait."""
        self._skip_space()
        if self._start >= len(self._text):
            return None
        limit = self._start + self._options.max_chars * 3 // 2
        if self._found is None:
            self._found = self._find_end(limit, final)
        known = self._found.at if self._found else self._scan
        if (opening := self._opening_clause(known)) is not None:
            return opening
        if self._found is not None:
            return self._whole_or_half(self._found)
        return self._overlong() if self._scan >= limit else None

    def _find_end(self, limit: int, final: bool) -> _End | None:
        """The end of the sentence at ``_start`` if it begins before ``limit`` and is certain."""
        text, options = self._text, self._options
        while match := CANDIDATE.search(text, self._scan, limit + CANDIDATE_MAX_CHARS):
            if match.start() >= limit:
                break
            self._scan = match.start()
            kind = self._judge(match, final)
            if kind is None:
                return None
            self._scan = match.end()
            if match.group() == "\n":
                self._line_start = match.end()
                self._line_marked = False if kind is Kind.NOTHING else None
            if kind is Kind.PARAGRAPH:
                return _End(match.end(), options.paragraph_pause_ms)
            if kind is Kind.SENTENCE:
                return _End(match.end(), options.sentence_pause_ms)
        self._scan = max(self._scan, min(len(text), limit))
        if final and self._scan == len(text):
            return _End(len(text), options.sentence_pause_ms)
        return None

    def _judge(self, match: re.Match[str], final: bool) -> Kind | None:
        if self._line_marked is None:
            self._line_marked = starts_marked(self._text, self._line_start, final=final)
        if self._line_marked is None:
            return None
        return judge(self._text, match, Line(self._line_start, self._line_marked), final=final)

    def _opening_clause(self, known: int) -> _End | None:
        """The end of an opening clause, if the sentence is known to go on up to ``known``."""
        options, start = self._options, self._start
        if not self._opening or known - start <= options.first_long_chars:
            return None
        low, wide_low = start + options.first_min_chars, start + options.first_min_chars // 3
        high = min(known - options.first_rest_chars, start + options.max_chars)
        at = first_clause(self._text, low, wide_low, high)
        return None if at is None else _End(at, options.clause_pause_ms)

    def _whole_or_half(self, found: _End) -> _End:
        length, most = found.at - self._start, self._options.max_chars
        if length <= most:
            return found
        low = max(found.at - most - 1, self._start + most // 4)
        target = self._start + length // 2
        cut = cut_within(self._text, low, self._start + most, target)
        return _End(cut, self._options.clause_pause_ms)

    def _overlong(self) -> _End:
        """No end in sight: cut late, which leaves at least a third for the next segment."""
        most = self._start + self._options.max_chars
        low = self._start + self._options.max_chars // 2
        return _End(cut_within(self._text, low, most, most), self._options.clause_pause_ms)

    def _take(self, cut: _End) -> Segment | None:
        piece = self._text[self._start : cut.at]
        start_char = self._trimmed_chars + self._start + len(piece) - len(piece.lstrip())
        self._start = cut.at
        if self._found is not None and self._found.at <= cut.at:
            self._found = None
        spoken = piece.strip()
        if not any(map(str.isalnum, spoken)):
            return None
        self._opening = False
        return Segment(spoken, start_char, start_char + len(spoken), cut.pause_ms)

    def _skip_space(self) -> None:
        text, begin = self._text, self._start
        end = begin
        while end < len(text) and text[end].isspace():
            end += 1
        if self._line_start == begin or "\n" in text[begin:end]:
            # The line begins with its first visible character.
            self._line_start, self._line_marked = end, None
        self._start = end
        self._scan = max(self._scan, end)

    def _trim(self) -> None:
        excess = self._start - LOOK_BEHIND_CHARS
        if excess > 0:
            self._text = self._text[excess:]
            self._trimmed_chars += excess
            self._start -= excess
            self._scan -= excess
            self._line_start -= excess
            if self._found is not None:
                self._found = _End(self._found.at - excess, self._found.pause_ms)
