"""Text between two places where speech is cut in any case -> the pieces it is spoken in.

A passage is plain text that arrives bit by bit. What ends where is decided from left to right, each
decision once, and only from characters that a bounded look-ahead reaches, so that the pieces do not
depend on the bits. The first piece of an utterance may be an opening clause; later ones are whole
sentences, short ones joined with the next; what is too long is cut into parts of like size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from brisa.text.abbreviations import words_for
from brisa.text.balance import best_cut
from brisa.text.boundaries import (
    CANDIDATE,
    CANDIDATE_MAX_CHARS,
    CLOSERS,
    Kind,
    Line,
    judge,
    mark_end,
    starts_marked,
)
from brisa.text.full_stops import LOOK_BEHIND_CHARS
from brisa.text.growth import joins_next, spoken_chars
from brisa.text.opening import Opening
from brisa.text.patterns import lazy_pattern
from brisa.text.release import is_speakable
from brisa.text.segment_options import SegmenterOptions

_SPACES: Final = lazy_pattern(r"\s*")
_NO_STOPS: Final = lazy_pattern("[\u0e00-\u0eff]")
_NO_STOPS_MAX_CHARS: Final = 80
"""Thai and Lao end sentences with a space, which may also end a phrase: cut at those, soon."""

_LEFT_BEHIND: Final = lazy_pattern(rf"[.,;:!?…{CLOSERS}]{{1,8}}")
"""Marks that belong to what was spoken before they arrived."""


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` begins at ``start_char`` of all that was added, without white space at its ends."""

    text: str
    start_char: int
    pause_ms: float


@dataclass(frozen=True, slots=True)
class _End:
    at: int
    pause_ms: float
    joins: bool = False
    """The text goes on in the same paragraph and line."""


class Passage:
    """Cuts one passage after another. Keeps at most about two segments of text."""

    def __init__(self, options: SegmenterOptions) -> None:
        self._options = options
        self._words = words_for(options.language)
        self._opening = Opening(options)
        self._given_chars = 0  # of the utterance, in letters
        self._trimmed_chars = 0  # of all text, before _text
        self._text = ""
        self._begin()

    def _begin(self) -> None:
        self._start = 0  # of the piece being sought
        self._scan = 0  # every candidate before this has been judged
        self._ends: list[_End] = []  # of the sentence at _start and perhaps of the next
        self._line_start = 0
        self._line_marked: bool | None = None
        self._broken = False  # _start is where text was spoken without waiting for more

    @property
    def start_char(self) -> int:
        """Where the text that waits begins, in all that was added."""
        return self._trimmed_chars + self._start

    @property
    def waiting(self) -> str:
        """What has arrived and is in no piece yet."""
        return self._text[self._start :]

    def add(self, text: str) -> list[Piece]:
        """More text; the pieces that are certain."""
        self._text += text
        return self._drain(None)

    def release(self, chars: int, rest_pause_ms: float) -> list[Piece]:
        """Speak the first ``chars`` of what waits without waiting for more. The passage goes on."""
        known = self._ends[-1].at if self._ends else 0
        cut = max(self._start + chars, known)
        held_back = self._text[cut:]
        self._text = self._text[:cut]
        self._scan = min(self._scan, cut)
        pieces = self._drain(rest_pause_ms)
        self._broken = bool(pieces)
        self._text += held_back
        return pieces

    def finish(self, rest_pause_ms: float) -> list[Piece]:
        """The passage ends here, and ``rest_pause_ms`` follows if it does so in mid-sentence."""
        pieces = self._drain(rest_pause_ms)
        self._trimmed_chars += len(self._text)
        self._text = ""
        self._begin()
        return pieces

    def skip(self, chars: int) -> None:
        """Count characters between two passages that are not text."""
        self._trimmed_chars += chars

    def _drain(self, rest_pause_ms: float | None) -> list[Piece]:
        """``rest_pause_ms`` says that no text will follow."""
        pieces: list[Piece] = []
        while (cut := self._next_cut(rest_pause_ms)) is not None:
            piece = self._take(cut)
            if piece is not None:
                pieces.append(piece)
        self._trim()
        return pieces

    def _next_cut(self, rest_pause_ms: float | None) -> _End | None:
        """The end of the piece at ``_start``, or ``None`` to wait."""
        self._skip_space()
        if self._start >= len(self._text):
            return None
        most = self._most_chars()
        limit = self._start + most * 3 // 2
        end = self._sentence_end(limit, most, rest_pause_ms)
        if (opening := self._opening_clause(end.at if end else self._scan, most)) is not None:
            return opening
        if end is not None:
            return self._whole_or_half(end, most)
        return self._overlong(most, limit) if self._scan >= limit else None

    def _most_chars(self) -> int:
        most = self._options.max_chars
        no_stops = _NO_STOPS.match(self._text, self._start)
        return min(most, _NO_STOPS_MAX_CHARS) if no_stops else most

    def _sentence_end(self, limit: int, most: int, rest_pause_ms: float | None) -> _End | None:
        """The end of the sentence at ``_start``, or of the last one that is joined with it."""
        if not self._ends:
            end = self._find_end(limit, rest_pause_ms)
            if end is None:
                return None
            self._ends.append(end)
        most += self._start
        while len(self._ends) == 1 and self._joins_next(self._ends[0]) and self._scan < most:
            more = self._find_end(most, rest_pause_ms)
            if more is None:
                return self._ends[0] if self._scan >= most else None
            if more.at > most:
                self._ends.append(more)
            else:
                self._ends[0] = more
        return self._ends[0]

    def _joins_next(self, end: _End) -> bool:
        options = self._options
        if not end.joins or options.sentence_pause_ms:
            return False
        return joins_next(
            self._text[self._start : end.at],
            self._given_chars,
            grow_after_chars=options.grow_after_chars,
            join_min_chars=options.join_min_chars,
        )

    def _find_end(self, limit: int, rest_pause_ms: float | None) -> _End | None:
        """The next end of a sentence that begins before ``limit``, if it is certain."""
        text, options = self._text, self._options
        final = rest_pause_ms is not None
        while match := CANDIDATE.search(text, self._scan, limit + CANDIDATE_MAX_CHARS):
            if match.start() >= limit:
                break
            self._scan = match.start()
            kind = self._judge(match, final)
            if kind is None:
                return None
            self._scan = end = mark_end(text, match)
            new_line = text[match.start()] == "\n"
            if new_line:
                self._line_start = end
                self._line_marked = False if kind is Kind.NOTHING else None
            if kind is Kind.PARAGRAPH:
                return _End(end, options.paragraph_pause_ms)
            if kind is Kind.SENTENCE:
                return _End(end, options.sentence_pause_ms, joins=not new_line)
        self._scan = max(self._scan, min(len(text), limit))
        if rest_pause_ms is not None and self._scan == len(text):
            return _End(len(text), rest_pause_ms)
        return None

    def _judge(self, match: re.Match[str], final: bool) -> Kind | None:
        if self._line_marked is None:
            self._line_marked = starts_marked(self._text, self._line_start, final=final)
        if self._line_marked is None:
            return None
        line = Line(self._line_start, self._line_marked)
        return judge(self._text, match, line, self._words, final=final)

    def _opening_clause(self, known: int, most: int) -> _End | None:
        if self._given_chars:
            return None
        at = self._opening.find(self._text, self._start, known, most)
        return None if at is None else _End(at, self._options.clause_pause_ms)

    def _whole_or_half(self, end: _End, most: int) -> _End:
        start, length = self._start, end.at - self._start
        if length <= most:
            return end
        low = max(end.at - most - 1, start + most // 4)
        high = min(start + most, end.at - most // 4)
        return self._cut((start, end.at), low, high, start + length // 2)

    def _overlong(self, most: int, limit: int) -> _End:
        """No end in sight: cut late, which leaves at least a third for the next piece."""
        start = self._start
        return self._cut((start, limit), start + most // 2, start + most, start + most)

    def _cut(self, stretch: tuple[int, int], low: int, high: int, target: int) -> _End:
        at = best_cut(self._text, stretch, low, high, target, self._words.conjunctions)
        return _End(at, self._options.clause_pause_ms)

    def _take(self, cut: _End) -> Piece | None:
        piece = self._text[self._start : cut.at]
        start_char = self.start_char + len(piece) - len(piece.lstrip())
        self._start = cut.at
        self._ends = [end for end in self._ends if end.at > cut.at]
        spoken = piece.strip()
        if not is_speakable(spoken):
            return None
        self._given_chars += spoken_chars(spoken)
        return Piece(spoken, start_char, cut.pause_ms)

    def _skip_space(self) -> None:
        text, begin = self._text, self._start
        if self._broken and begin < len(text):
            self._skip_left_behind()
            begin = self._start
        end = self._spaces_end(begin)
        moved = end > begin
        if moved and (self._line_start == begin or "\n" in text[begin:end]):
            # The line begins with its first visible character.
            self._line_start, self._line_marked = end, None
        self._start = end
        self._scan = max(self._scan, end)
        if self._line_marked is None:
            # At once: the beginning of the line may be trimmed before its first stop.
            self._line_marked = starts_marked(text, self._line_start, final=False)

    def _spaces_end(self, at: int) -> int:
        found = _SPACES.match(self._text, at)
        return found.end() if found else at

    def _skip_left_behind(self) -> None:
        found = _LEFT_BEHIND.match(self._text, self._start)
        if found is None:
            self._broken = False
        elif found.end() < len(self._text):
            self._broken = False
            if self._text[found.end()].isspace():
                self._start = found.end()
                self._scan = max(self._scan, self._start)

    def _trim(self) -> None:
        excess = self._start - LOOK_BEHIND_CHARS
        if excess > 0:
            self._text = self._text[excess:]
            self._trimmed_chars += excess
            self._start -= excess
            self._scan -= excess
            self._line_start -= excess
            self._ends = [replace(end, at=end.at - excess) for end in self._ends]
