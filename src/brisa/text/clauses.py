"""Where text that has no sentence end may be cut: clauses, spaces, and what is like size."""

from __future__ import annotations

import unicodedata
from typing import Final

from brisa.text.boundaries import CLOSERS
from brisa.text.patterns import lazy_pattern

_SPACELESS: Final = "\u0e00-\u0eff"
"""Thai and Lao: a space there ends a phrase, words have none between them."""

CLAUSE: Final = lazy_pattern(rf"[,;:،؛][{CLOSERS}]{{0,3}}(?=\s)|—|\s[-–](?=\s)|[，；：、]")
PHRASE: Final = lazy_pattern(rf"{CLAUSE.pattern}|(?<=[{_SPACELESS}])\s(?=[{_SPACELESS}])")
_SPACE: Final = lazy_pattern(r"\s+")
WIDE_MARKS: Final = "，；：、"


def cut_within(text: str, low: int, high: int, target: int) -> int:
    """The best place to cut in ``low < cut <= high``: the clause end nearest ``target``, else the
    space nearest it, else ``high``, never before a combining mark if that can be helped."""
    for pattern in (CLAUSE, _SPACE):
        ends = [m.end() for m in pattern.finditer(text, low, min(len(text), high + 1))]
        ends = [end for end in ends if low < end <= high]
        if ends:
            return min(ends, key=lambda end: abs(end - target))
    return cut_word(text, low, high)


def cut_word(text: str, low: int, high: int) -> int:
    """The last place in ``low < cut <= high`` that does not part what is written as one letter."""
    cut = high
    while cut > low + 1 and cut < len(text) and _joins_left(text[cut], text[cut - 1]):
        cut -= 1
    return cut


def _joins_left(character: str, before: str) -> bool:
    joiner, sara_am = "\u200d", "\u0e33"
    mark = unicodedata.category(character)[0] == "M"
    return mark or joiner in (character, before) or character == sara_am


def cut_long(text: str, limit: int) -> list[tuple[int, int]]:
    """``text`` in consecutive pieces ``(start, end)`` of at most ``limit``, of like size."""
    pieces: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > limit:
        rest = len(text) - start
        parts = -(-rest // limit)
        target = start + rest // parts
        # Room on both sides of the target, but what is left must still fit the other parts.
        low = max(start + limit // 3, len(text) - (parts - 1) * limit - 1)
        cut = cut_within(text, low, start + limit, target)
        pieces.append((start, cut))
        start = cut
    return [*pieces, (start, len(text))]
