"""The rules of a language made from its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.european.addresses import address_finders
from brisa.text.normalize.european.dates import date_finders
from brisa.text.normalize.european.finding import Finder, find
from brisa.text.normalize.european.initialisms import initialism_finders
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.money import money_finders
from brisa.text.normalize.european.phones import phone_finders, version_finders
from brisa.text.normalize.european.plain import fraction_finders, number_finders
from brisa.text.normalize.european.quantities import quantity_finders
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.romans import roman_finders
from brisa.text.normalize.european.say_as import said_as
from brisa.text.normalize.european.signs import abbreviation_finders, symbol_finders
from brisa.text.normalize.european.times import time_finders
from brisa.text.patterns import lazy_pattern

_FIGURES: Final = lazy_pattern(
    r"[\d\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u215e\u2460-\u24ff@/#]|www\."
    r"|\w\.\w|\b[IVX]+\."
)


def language_rules(
    lexis: Lexis,
    *,
    own_words: Sequence[Finder] = (),
    own_first: Sequence[Finder] = (),
    own_last: Sequence[Finder] = (),
) -> LanguageRules:
    """What :mod:`brisa.text.normalize.table` hands out for the language.

    ``own_words``, ``own_first`` and ``own_last`` are rules of the language alone: for texts without
    figures too, before the common rules for figures, and after all but those for bare numbers.
    """
    figures = (
        *address_finders(lexis),
        *own_first,
        *date_finders(lexis),
        *phone_finders(lexis),
        *money_finders(lexis),
        *time_finders(lexis),
        *version_finders(lexis),
        *fraction_finders(lexis),
        *quantity_finders(lexis),
    )
    words = (
        *own_words,
        *roman_finders(lexis),
        *abbreviation_finders(lexis),
        *initialism_finders(lexis),
    )
    numbers = (*own_last, *number_finders(lexis))
    symbols = tuple(symbol_finders(lexis))

    def find_edits(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
        finders: list[Finder] = [*words, *symbols]
        if _FIGURES.search(text):
            finders = [*figures, *words, *numbers, *symbols]
        return find(text, taken, Reader(lexis, options), finders)

    def say_as(text: str, interpret_as: str, options: ReadingOptions) -> str | None:
        return said_as(text, interpret_as, Reader(lexis, options), find_edits)

    return LanguageRules(lexis.code, find_edits, say_as)
