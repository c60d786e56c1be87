"""The best place to cut a sentence that is too long for one segment.

Every place has a strength: a semicolon, colon or dash parts more than a comma before a conjunction,
that more than a comma, then come conjunctions without a comma, the edges of brackets, and spaces.
From the strength is taken how far the place lies from where the cut would best be. Brackets that
are short, and a number and its unit, are left whole if there is any other place. What has no white
space in it, such as an address, is cut only if it is longer than a segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.clauses import CLAUSE, cut_word
from brisa.text.enclosures import short_brackets
from brisa.text.patterns import lazy_pattern

_STRONG: Final = 4.0
_COMMA: Final = 2.5
_CONJUNCTION: Final = 1.0
_BRACKET: Final = 0.8
_SPACE: Final = 0.0
_FORBIDDEN: Final = -4.0
_DISTANCE: Final = 2.0
"""What is taken off at the edge of the allowed stretch; less than a comma's strength, so that a
comma anywhere is better than a bare space."""

_GAP: Final = lazy_pattern(r"\s+")
_NEXT: Final = lazy_pattern(r"[^\W\d_]+")
_UNIT_AFTER: Final = lazy_pattern(r"[^\W\d_]|[%°€$£µ]")


def best_cut(
    text: str, stretch: tuple[int, int], low: int, high: int, target: int, joiners: frozenset[str]
) -> int:
    """Where to cut the sentence at ``stretch`` in ``low < cut <= high``, near ``target``.

    Looks at nothing outside ``stretch``. ``joiners`` are the language's conjunctions.
    """
    low = min(low, high - 1)
    whole = short_brackets(text, *stretch)
    reach = max(target - low, high - target, 1)
    best, best_score = -1, 0.0
    for at, strength in _places(text, low, high, stretch[1], joiners):
        if any(begin < at < end for begin, end in whole):
            strength = _FORBIDDEN
        score = strength - _DISTANCE * abs(at - target) / reach
        if best < 0 or score > best_score:
            best, best_score = at, score
    return best if best >= 0 else cut_word(text, low, high)


def _places(
    text: str, low: int, high: int, limit: int, joiners: frozenset[str]
) -> Iterator[tuple[int, float]]:
    for match in CLAUSE.finditer(text, low, min(len(text), high + 1)):
        at = match.end()
        if low < at <= high:
            strong = any(mark in match.group() for mark in ";:—–-；：؛")
            comma = _COMMA + (0.5 if _conjunction(text, at, limit, joiners) else 0.0)
            yield at, _STRONG if strong else comma
    for match in _GAP.finditer(text, low, min(len(text), high + 1)):
        if low < match.end() <= high:
            yield match.end(), _gap_strength(text, match, limit, joiners)


def _gap_strength(text: str, gap: re.Match[str], limit: int, joiners: frozenset[str]) -> float:
    before = text[gap.start() - 1] if gap.start() else " "
    after = text[gap.end()] if gap.end() < limit else " "
    if before.isdigit() and _UNIT_AFTER.match(after) or before in "$€£":
        return _FORBIDDEN
    if _conjunction(text, gap.end(), limit, joiners):
        return _CONJUNCTION
    return _BRACKET if before in ")]" or after in "([" else _SPACE


def _conjunction(text: str, at: int, limit: int, joiners: frozenset[str]) -> bool:
    while at < limit and text[at].isspace():
        at += 1
    word = _NEXT.match(text, at, limit)
    return word is not None and word.group().lower() in joiners
