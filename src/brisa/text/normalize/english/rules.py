"""The rules of English in their order: the most special first, what is left last.

Nothing here is loaded while speaking, and no library is asked: a text without digits, signs,
capitals or abbreviations costs a few searches.
"""

from __future__ import annotations

from typing import Final

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.english import (
    abbreviations,
    addresses,
    chat,
    codes,
    dates,
    files,
    fractions,
    initialisms,
    maths,
    money,
    pairs,
    phones,
    plain,
    ranges,
    roman,
    symbols,
    tags,
    times,
    units,
    versions,
    years,
)
from brisa.text.normalize.english.region import is_british
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.say_as import say_as
from brisa.text.normalize.english.shouting import is_shouted
from brisa.text.patterns import lazy_pattern

_DIGIT: Final = lazy_pattern(r"[\d₀-₉½⅓⅔¼¾⅕-⅞⅐⅑⅒]")
_SYMBOL: Final = lazy_pattern(r"[^\w\s.,!?;:'\"’‘“”()…—]|_|[²³¹µº]|[α-ωΑ-Ω]")
_CAPITALS: Final = lazy_pattern(r"[A-Z][A-Z.'’&]|(?<=[a-z])[A-Z]|(?<=[^\W\d_] )[A-Z](?!\w)")
_DOT: Final = lazy_pattern(r"\.(?!\.|[\"'”’)\]\s]*\Z)")

_HINTS: Final = (abbreviations.HINTS, dates.HINTS, chat.HINTS)

_RULES: Final[tuple[Rule, ...]] = (
    *addresses.RULES,
    versions.ADDRESS,
    *symbols.RULES,
    symbols.KEYS,
    *tags.RULES,
    *files.RULES,
    *phones.RULES,
    *dates.RULES,
    *times.RULES,
    *money.RULES,
    *versions.RULES,
    *codes.RULES,
    *pairs.RULES,
    *roman.RULES,
    initialisms.MIXED,
    *years.RULES,
    *units.RULES,
    *fractions.RULES,
    *ranges.RULES,
    *maths.RULES,
    years.BARE,
    *chat.RULES,
    *abbreviations.RULES,
    *plain.RULES,
    *initialisms.RULES,
    *symbols.LEFT_OVER,
)


def find_edits(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
    """See :data:`brisa.text.normalize.base.FindEdits`."""
    marks = marks_of(text)
    if not marks:
        return []
    context = _context(text, options)
    known = frozenset(taken.edits)
    found = Taken(known)
    characters = frozenset(text)
    for rule in _RULES:
        if rule.may_match(marks, characters):
            found.add(rule.edits(context, found))
    return [edit for edit in found.edits if edit not in known]


def marks_of(text: str) -> Marks:
    """Which kinds of things that need a rule the text may hold."""
    marks = Marks.NONE
    if _DIGIT.search(text):
        marks |= Marks.DIGIT
    if _SYMBOL.search(text):
        marks |= Marks.SYMBOL
    if _CAPITALS.search(text):
        marks |= Marks.CAPITALS
    if _DOT.search(text) or any(hints.search(text) for hints in _HINTS):
        marks |= Marks.DOT
    return marks


def _context(text: str, options: ReadingOptions) -> Context:
    british = is_british(options.language)
    order = options.date_order or ("dmy" if british else "mdy")
    return Context(text, british, order, is_shouted(text))


RULES: Final = LanguageRules("en", find_edits, say_as)
