"""Where text may be cut: the ends of sentences, lines and paragraphs. Pure functions.

Every function looks at the text around one place only, at most :data:`LOOK_BEHIND_CHARS` back and
:data:`LOOK_AHEAD_CHARS` ahead, and says so when what it needs has not arrived. The answer for a
place therefore never depends on how the text was cut into pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from brisa.text.abbreviations import NAMES_WITH_MARKS, SentenceWords
from brisa.text.enclosures import TAG_MAX_CHARS, is_enclosed
from brisa.text.full_stops import (
    LOOK_BEHIND_CHARS,
    Stop,
    ends_glued,
    ends_sentence,
    last_word,
    starts_sentence,
)
from brisa.text.patterns import lazy_pattern

LOOK_AHEAD_CHARS: Final = TAG_MAX_CHARS
GAP_MAX_CHARS: Final = 64
"""White space beyond this many characters is not waited for."""

MARKER_MAX_CHARS: Final = 7
"""What must be seen of a line to tell whether it is a list item or a heading."""

WRAPPED_LINE_MIN_CHARS: Final = 50
"""A line at least this long may have been broken by an editor in mid-sentence; a shorter one ends
where its writer meant it to (verse, addresses, headings)."""

CLOSERS: Final = "\"'”’»›)\\]}」』）】》〉*_"
_WIDE_STOPS: Final = "。！？｡؟।॥۔።፧။។։"
_STOP_RUN: Final = rf"[.!?…{_WIDE_STOPS}]{{1,8}}[{CLOSERS}]{{0,4}}(?:[ \u00a0\u202f]»)?"
CANDIDATE: Final = lazy_pattern(rf"{_STOP_RUN}|\n")
"""A place where a sentence or line may end."""

CANDIDATE_MAX_CHARS: Final = 14

_MARKER: Final = lazy_pattern(r"#{1,6}\s|[-*+•–]\s|>|\||\d{1,3}[.)]\s")
_WIDE: Final = lazy_pattern(rf"[{_WIDE_STOPS}]")
_SENTENCE_EDGE: Final = ".!?…:\"'“‘«(["


class Kind(Enum):
    """What ends at a place."""

    NOTHING = "nothing"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class Line:
    """The line a candidate stands in: where it begins, and whether it is a list item, heading,
    table row or quotation."""

    start: int
    marked: bool


def starts_marked(text: str, at: int, *, final: bool) -> bool | None:
    """Whether the line beginning at ``at`` is marked as :class:`Line` says; ``None``: wait."""
    if at + MARKER_MAX_CHARS > len(text) and not final:
        return None
    return _MARKER.match(text, at) is not None


def mark_end(text: str, match: re.Match[str]) -> int:
    """Where the mark of a :data:`CANDIDATE` match ends: a guillemet after a space belongs to it
    only if one is open, as the space ends a plain sentence otherwise."""
    end = match.end()
    if match.group().endswith(" »") and not _in_guillemets(text, match.start()):
        return end - 2
    return end


def _in_guillemets(text: str, at: int) -> bool:
    low = max(0, at - LOOK_BEHIND_CHARS)
    return text.rfind("«", low, at) > text.rfind("»", low, at)


def judge(
    text: str, match: re.Match[str], line: Line, words: SentenceWords, *, final: bool
) -> Kind | None:
    """What ends at a :data:`CANDIDATE` match; ``None`` if later text is needed to tell.

    ``final`` says that no text will follow.
    """
    start, end = match.start(), mark_end(text, match)
    if text[start] != "\n":
        enclosed = is_enclosed(text, start, end, look_behind=LOOK_BEHIND_CHARS - 1, final=final)
        if enclosed is not False:
            return Kind.NOTHING if enclosed else None
    gap_end = _gap_end(text, end)
    stop = Stop(text, start, end, gap_end, line.start, final)
    if gap_end > end and text[end] in " \t" and _is_plain_end(stop, words):
        return Kind.SENTENCE
    lines = text.count("\n", start, gap_end)
    if lines > 1:
        return Kind.PARAGRAPH
    if gap_end >= len(text) and gap_end - end < GAP_MAX_CHARS and not final:
        return None
    # Nothing follows, or nothing within reach: the same answer, as both may be all that arrived.
    alone = gap_end - end == GAP_MAX_CHARS or gap_end >= len(text)
    if lines == 0:
        return Kind.SENTENCE if alone else _kind(_ends(stop, words))
    return Kind.PARAGRAPH if alone else _judge_line_end(stop, line, words)


def _judge_line_end(stop: Stop, line: Line, words: SentenceWords) -> Kind | None:
    text, gap_end = stop.text, stop.next_at
    marked = False if text[gap_end].isalpha() else starts_marked(text, gap_end, final=stop.final)
    if marked is None:
        return None
    if marked or line.marked or stop.start - line.start < WRAPPED_LINE_MIN_CHARS:
        return Kind.SENTENCE
    return Kind.NOTHING if text[stop.start] == "\n" else _kind(_ends(stop, words))


def _kind(ends: bool | None) -> Kind | None:
    if ends is None:
        return None
    return Kind.SENTENCE if ends else Kind.NOTHING


def _gap_end(text: str, at: int) -> int:
    limit = min(len(text), at + GAP_MAX_CHARS)
    while at < limit and text[at].isspace():
        at += 1
    return at


def _is_plain_end(stop: Stop, words: SentenceWords) -> bool:
    """A stop after an ordinary word, before a space: whatever follows, a sentence has ended.

    Text that is still being written is spoken at the end of its sentences because of this, not at
    the beginning of the next ones.
    """
    mark = stop.text[stop.start : stop.end]
    if mark[-1] not in ".!?" or _in_guillemets(stop.text, stop.start):
        return False
    if "?" in mark or "!" in mark:
        return "?" in mark or not _may_be_name(stop)
    word = last_word(stop.behind)
    return len(word) > 3 and word.isalpha() and mark == "." and not words.is_abbreviation(word)


def _may_be_name(stop: Stop) -> bool:
    """``at Yahoo! and elsewhere``: a capital that does not come from beginning the sentence."""
    behind = stop.behind
    word = last_word(behind)
    if word.lower() in NAMES_WITH_MARKS:
        return True
    before = behind[: len(behind) - len(word)].rstrip()
    return word.istitle() and bool(before) and before[-1] not in _SENTENCE_EDGE


def _ends(stop: Stop, words: SentenceWords) -> bool | None:
    mark = stop.text[stop.start : stop.end]
    if _WIDE.search(mark):
        return True
    if stop.next_at == stop.end:
        return ends_glued(stop)
    lower = stop.text[stop.next_at].islower()
    if "!" in mark or "?" in mark:
        if "?" not in mark and _may_be_name(stop):
            return _ends_after_name(stop, words)
        return not (stop.quoted and lower)
    if mark[0] == "…" or mark.startswith(".."):
        return not lower
    return ends_sentence(stop, words)


def _ends_after_name(stop: Stop, words: SentenceWords) -> bool | None:
    following = stop.text[stop.next_at]
    if following.islower():
        return False
    if following.isalpha() and last_word(stop.behind).lower() in NAMES_WITH_MARKS:
        return starts_sentence(stop, words)
    return True
