"""Which words of the source text the words of its spoken form come from.

Normalisation rewrites numbers, dates and abbreviations ("7:30" -> "seven thirty") and tells nobody
where. Both texts are cut into words; words that are alike are paired, looking ahead for where the
two agree again after a rewritten stretch; inside such a stretch words are shared out in order, in
proportion to how long they are to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_RUN: Final = re.compile(r"[^\s—…]+")
_EDGES: Final = "\"'“”‘’«»()[]{}<>,.;:!?¡¿-–*_`|~"
_SEARCH_WORDS: Final = 40
"""How far apart two places may be to be where the texts agree again: the longest reading of one
word (a telephone number, digit by digit) with room to spare."""
_DIGIT_WEIGHT: Final = 4
"""A digit is about as long to say as this many letters."""


@dataclass(frozen=True, slots=True)
class Span:
    """A word at ``start``..``end`` of a text, as written; with the punctuation that clings to it
    it reaches from ``run_start`` to ``run_end``."""

    start: int
    end: int
    run_start: int
    run_end: int


def spans(text: str) -> list[Span]:
    """The words of a text, in order: runs between white space, dashes and ellipses."""
    return [_span(text, match.start(), match.end()) for match in _RUN.finditer(text)]


def _span(text: str, run_start: int, run_end: int) -> Span:
    start, end = run_start, run_end
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    if start == end:  # nothing but punctuation
        start, end = run_start, run_end
    return Span(start, end, run_start, run_end)


def align(source: Sequence[str], spoken: Sequence[str]) -> list[tuple[int, int]]:
    """For each spoken word the source words ``first``..``last`` (inclusive) it is the reading of.

    Monotonic: ``first`` of a word is never before ``last`` of the word before it. Every source word
    has at least one spoken word, unless there are none in its stretch.
    """
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while j < len(spoken):
        if i < len(source) and source[i] == spoken[j]:
            pairs.append((i, i))
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _agree_again(source, spoken, i, j)
        pairs += _share(source, spoken, (i, next_i), (j, next_j))
        i, j = next_i, next_j
    return pairs


def _agree_again(source: Sequence[str], spoken: Sequence[str], i: int, j: int) -> tuple[int, int]:
    for distance in range(1, _SEARCH_WORDS + 1):
        for ahead in range(distance + 1):
            at = i + ahead, j + distance - ahead
            if _agree(source, spoken, *at):
                return at
    return len(source), len(spoken)


def _agree(source: Sequence[str], spoken: Sequence[str], i: int, j: int) -> bool:
    """Alike here and at the next word too, or alike in a word that stands nowhere else nearby."""
    if i >= len(source) or j >= len(spoken) or source[i] != spoken[j]:
        return False
    after_source, after_spoken = source[i + 1 : i + 2], spoken[j + 1 : j + 2]
    if list(after_source) == list(after_spoken):
        return True
    near = _SEARCH_WORDS
    return all(
        words[max(0, at - near) : at + near].count(words[at]) == 1
        for words, at in ((source, i), (spoken, j))
    )


def _share(
    source: Sequence[str], spoken: Sequence[str], of: tuple[int, int], to: tuple[int, int]
) -> list[tuple[int, int]]:
    """Pair ``source[of]`` with ``spoken[to]``, in order."""
    sources, spokens = of[1] - of[0], to[1] - to[0]
    if sources == 0:  # words put in: part of the word before, or of the first
        at = min(max(0, of[0] - 1), max(0, len(source) - 1))
        return [(at, at)] * spokens
    if sources <= spokens:
        owners = _spread(source[of[0] : of[1]], spoken[to[0] : to[1]])
        return [(of[0] + owner, of[0] + owner) for owner in owners]
    owners = _spread(spoken[to[0] : to[1]], source[of[0] : of[1]])
    pairs: list[tuple[int, int]] = []
    for index in range(spokens):
        mine = [of[0] + at for at, owner in enumerate(owners) if owner == index]
        pairs.append((mine[0], mine[-1]))
    return pairs


def _spread(few: Sequence[str], many: Sequence[str]) -> list[int]:
    """For each of ``many`` its owner among ``few``: in order, every owner has at least one, each
    otherwise goes to whom its middle falls on."""
    if len(few) == len(many):
        return list(range(len(few)))
    ends = _cumulative(few)
    middles = [end - weight / 2 for end, weight in zip(*_ends_and_weights(many), strict=True)]
    owners: list[int] = []
    for index, middle in enumerate(middles):
        wanted = sum(end < middle for end in ends)
        least = max(owners[-1] if owners else 0, len(few) - (len(many) - index))
        most = min(owners[-1] + 1 if owners else 0, len(few) - 1)
        owners.append(min(max(wanted, least), most))
    return owners


def _cumulative(words: Sequence[str]) -> list[float]:
    return _ends_and_weights(words)[0]


def _ends_and_weights(words: Sequence[str]) -> tuple[list[float], list[float]]:
    sizes = [sum(_DIGIT_WEIGHT if c.isdigit() else 1 for c in word) or 1 for word in words]
    total = sum(sizes)
    ends: list[float] = []
    for size in sizes:
        ends.append((ends[-1] if ends else 0.0) + size / total)
    return ends, [size / total for size in sizes]
