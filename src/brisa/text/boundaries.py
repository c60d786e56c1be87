"""Where text may be cut: sentence ends, line ends, clauses. Data and pure functions.

Every function looks at the text around one place only, at most :data:`LOOK_BEHIND_CHARS` back and
:data:`LOOK_AHEAD_CHARS` ahead, and says so when what it needs has not arrived. The answer for a
place therefore never depends on how the text was cut into pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from brisa.text.abbreviations import (
    AFTER_CLOCK,
    BEFORE_NUMBER,
    DOMAIN_ENDS,
    MAYBE_LAST,
    NEVER_LAST,
    STARTERS,
    TITLES,
)

LOOK_BEHIND_CHARS: Final = 48
LOOK_AHEAD_CHARS: Final = 96
GAP_MAX_CHARS: Final = 64
"""White space beyond this many characters is not waited for."""

MARKER_MAX_CHARS: Final = 7
"""What must be seen of a line to tell whether it is a list item or a heading."""

WRAPPED_LINE_MIN_CHARS: Final = 50
"""A line at least this long may have been broken by an editor in mid-sentence; a shorter one ends
where its writer meant it to (verse, addresses, headings)."""

CLOSERS: Final = "\"'”’»›)\\]}」』）】》〉*_"
_WIDE_STOPS: Final = "。！？｡؟।॥۔"
_STOP_RUN: Final = rf"[.!?…{_WIDE_STOPS}]{{1,8}}[{CLOSERS}]{{0,4}}"
CANDIDATE: Final = re.compile(rf"{_STOP_RUN}|\n")
"""A place where a sentence or line may end."""

CANDIDATE_MAX_CHARS: Final = 12

_MARKER: Final = re.compile(r"#{1,6}\s|[-*+•–]\s|>|\||\d{1,3}[.)]\s")
_LAST_WORD: Final = re.compile(r"[^\s(\[{“‘\"'—]*\Z")
_WORD: Final = re.compile(r"[^\W\d_]{1,12}")
_GLUED_BEFORE: Final = re.compile(r"(?:^|[\s(“\"'‘])[a-z]{2,}\Z")
_GLUED_AFTER: Final = re.compile(r"[A-Z][a-z]{0,13}(?=[\s,.!?'’])")
_DOTTED: Final = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|[Pp]h\.[Dd]")


_ABBREVIATIONS: Final = frozenset({*TITLES, *NEVER_LAST, *BEFORE_NUMBER, *MAYBE_LAST})


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


def judge(text: str, match: re.Match[str], line: Line, *, final: bool) -> Kind | None:
    """What ends at a :data:`CANDIDATE` match; ``None`` if later text is needed to tell.

    ``final`` says that no text will follow.
    """
    end = match.end()
    gap_end = _gap_end(text, end)
    if gap_end > end and text[end] in " \t" and _is_plain_end(text, match):
        return Kind.SENTENCE
    if text.count("\n", match.start(), gap_end) > 1:
        return Kind.PARAGRAPH
    if gap_end >= len(text) and gap_end - end < GAP_MAX_CHARS and not final:
        return None
    # Nothing follows, or nothing within reach: the same answer, as both may be all that arrived.
    alone = gap_end - end == GAP_MAX_CHARS or gap_end >= len(text)
    lines = text.count("\n", match.start(), gap_end)
    if lines == 0:
        return Kind.SENTENCE if alone else _judge_stop(text, match, gap_end, line, final)
    if alone or lines > 1:
        return Kind.PARAGRAPH
    marked = False if text[gap_end].isalpha() else starts_marked(text, gap_end, final=final)
    if marked is None:
        return None
    if marked or line.marked or match.start() - line.start < WRAPPED_LINE_MIN_CHARS:
        return Kind.SENTENCE
    if match.group() == "\n":
        return Kind.NOTHING
    return _judge_stop(text, match, gap_end, line, final)


def _is_plain_end(text: str, match: re.Match[str]) -> bool:
    """A stop after an ordinary word, before a space: whatever follows, a sentence has ended.

    Text that is still being written is spoken at the end of its sentences because of this, not at
    the beginning of the next ones.
    """
    stop = match.group()
    if stop[-1] not in ".!?":
        return False
    if "!" in stop or "?" in stop:
        return True
    found = _LAST_WORD.search(_behind(text, match.start()))
    word = found.group() if found else ""
    ordinary = len(word) > 3 and word.isalpha()
    return ordinary and stop == "." and word.lower() not in _ABBREVIATIONS


def _gap_end(text: str, at: int) -> int:
    limit = min(len(text), at + GAP_MAX_CHARS)
    while at < limit and text[at].isspace():
        at += 1
    return at


def _judge_stop(
    text: str, match: re.Match[str], gap_end: int, line: Line, final: bool
) -> Kind | None:
    end, stop = match.end(), match.group()
    if any(character in _WIDE_STOPS for character in stop):
        return Kind.SENTENCE
    if gap_end == end:
        return _judge_glued(text, match, final)
    following = text[gap_end]
    quoted = stop[-1] not in ".!?…"
    if "!" in stop or "?" in stop:
        return Kind.NOTHING if quoted and following.islower() else Kind.SENTENCE
    if stop[0] == "…" or stop.startswith(".."):
        return Kind.NOTHING if following.islower() else Kind.SENTENCE
    return _judge_full_stop(text, match.start(), gap_end, line, quoted, final)


def _judge_glued(text: str, match: re.Match[str], final: bool) -> Kind | None:
    """No space after the stop: ``done.And`` ends a sentence, ``example.Com`` does not."""
    end = match.end()
    if len(match.group()) != 1 or not ("A" <= text[end] <= "Z"):
        return Kind.NOTHING
    if not _GLUED_BEFORE.search(_behind(text, match.start())):
        return Kind.NOTHING
    if not final and len(text) < end + 16 and not re.search(r"[^A-Za-z]", text[end:]):
        return None
    after = _GLUED_AFTER.match(text, end)
    if after is None or after.group().lower() in DOMAIN_ENDS:
        return Kind.NOTHING
    return Kind.SENTENCE


def _judge_full_stop(
    text: str, at: int, gap_end: int, line: Line, quoted: bool, final: bool
) -> Kind | None:
    following = text[gap_end]
    if line.start <= at <= line.start + 3 and text[max(0, line.start) : at].isdigit():
        return Kind.NOTHING  # "1. First item"
    behind = _behind(text, at)
    found = _LAST_WORD.search(behind)
    word = found.group() if found else ""
    lower = word.lower()
    if lower in TITLES or lower in NEVER_LAST:
        return Kind.NOTHING
    if lower in BEFORE_NUMBER and following.isdigit():
        return Kind.NOTHING
    if _is_initial(word, behind[: len(behind) - len(word)]):
        return Kind.NOTHING
    if lower in MAYBE_LAST or _DOTTED.fullmatch(word):
        return _judge_abbreviation(text, lower, gap_end, final)
    if following.islower():
        return Kind.SENTENCE if len(word) > 3 and word.isalpha() and not quoted else Kind.NOTHING
    return Kind.SENTENCE


def _judge_abbreviation(text: str, word: str, gap_end: int, final: bool) -> Kind | None:
    following = text[gap_end]
    if not following.isalpha():
        return Kind.NOTHING if following.isdigit() else Kind.SENTENCE
    if following.islower():
        return Kind.NOTHING
    found = _WORD.match(text, gap_end)
    if not final and gap_end + 12 >= len(text) and (found is None or found.end() == len(text)):
        return None
    next_word = found.group().lower() if found else ""
    if word in ("a.m", "p.m"):
        return Kind.NOTHING if next_word in AFTER_CLOCK else Kind.SENTENCE
    return Kind.SENTENCE if next_word in STARTERS else Kind.NOTHING


def _is_initial(word: str, before: str) -> bool:
    """``J. K. Rowling``, ``George W. Bush``; but ``vitamin C.`` and ``so do I.`` end sentences."""
    if len(word) != 1 or not word.isupper():
        return False
    previous = before.split()[-1:]
    return not previous or previous[0][0].isupper() or previous[0].endswith(".")


def _behind(text: str, at: int) -> str:
    return text[max(0, at - LOOK_BEHIND_CHARS) : at]
