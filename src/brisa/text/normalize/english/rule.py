"""A rule: a pattern, what it needs to be worth trying, and what is said for a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import Final, TypeAlias

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.english.letters import edits_for
from brisa.text.normalize.english.vocabulary import CLOCK_GOES_ON, STARTERS
from brisa.text.patterns import LazyPattern, lazy_pattern

NUMBER: Final = (
    r"(?>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?:['’\u00a0\u202f\u2009]\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d{1,3}(?: \d{3}){2,}(?![\d-])(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\d.])\.\d+)"
)
"""A number as people write it: separators of thousands are commas, apostrophes or spaces.
Atomic: a part of a number is never taken for a number."""

SIGN: Final = r"(?:(?<![\w.)\]}%°])[-−+])"
DASHES: Final = "-–—‒−"
DASH: Final = rf"\s?[{DASHES}]\s?"
SENTENCE_ENDS: Final = "\ue000\ue001"


class Marks(Flag):
    """What a text has in it; a rule is tried only if the text has what the rule needs."""

    NONE = 0
    DIGIT = auto()
    SYMBOL = auto()
    CAPITALS = auto()
    DOT = auto()


@dataclass(frozen=True, slots=True)
class Context:
    """The text and how it is to be taken. ``order`` is ``mdy``, ``dmy`` or ``ymd``."""

    text: str
    british: bool
    order: str
    shouted: bool = False


Say: TypeAlias = Callable[[re.Match[str], Context], str | None]
"""The words for the whole match, or for its group ``said`` if it has one; ``None``: not this
rule's."""


@dataclass(frozen=True, slots=True)
class Rule:
    """``pattern`` is compiled, as ``lazy``, when it is first needed: most texts need few of them.

    ``needs``: any of these marks is enough. ``may_end``: a full stop at the end of a match may
    end the sentence as well, and is then left in the text. ``among``: every match has one of these
    characters in it or beside it; without any of them in the text the rule is not tried."""

    pattern: str
    say: Say
    needs: Marks
    may_end: bool = True
    among: str = ""
    lazy: LazyPattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lazy", lazy_pattern(self.pattern))

    def may_match(self, marks: Marks, characters: Set[str]) -> bool:
        """Whether it is worth trying on a text that has these."""
        if not self.needs & marks:
            return False
        return not self.among or not characters.isdisjoint(self.among)

    def edits(self, context: Context, taken: Taken) -> Iterator[Edit]:
        """In order, clear of ``taken``."""
        pattern = self.lazy
        place = "said" if "said" in pattern.groupindex else 0
        for match in pattern.finditer(context.text):
            start, end = match.span(place)
            if start == end or not taken.free(start, end):
                continue
            said = self.say(match, context)
            if said is None:
                continue
            if not _speaks(said) and _speaks(context.text[start:end]):
                continue
            if self.may_end and said[-1:] != "." and _keeps_stop(context.text, end):
                end -= 1
            yield from edits_for(context.text, start, end, said, british=context.british)


_CLOCK: Final = lazy_pattern(r"[aApP]\.\s?[mM]\.\Z")


_NEXT: Final = lazy_pattern(r"[\"'”’)\]\s]*(?:([A-Z][a-z]*)|(\S))?")


def _speaks(text: str) -> bool:
    return any(map(str.isalnum, text))


def _keeps_stop(text: str, end: int) -> bool:
    return text[end - 1] == "." and stop_counts(text, end)


def stop_counts(text: str, end: int) -> bool:
    """The full stop before ``end`` belongs to an abbreviation; does it end the sentence as well?"""
    following = _NEXT.match(text, end)
    if following is None or not following.group().strip():
        return True
    word, other = following.groups()
    if word is None:
        return other is None or other in SENTENCE_ENDS
    if _CLOCK.search(text, max(0, end - 5), end):
        return word.lower() not in CLOCK_GOES_ON
    return word.lower() in STARTERS
