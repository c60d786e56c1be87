"""What a language has to say before its numbers, dates and signs can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Gender: TypeAlias = Literal["", "m", "f", "n"]
"""What a number word agrees with; ``""``: nothing follows, the number stands alone."""


def words(text: str) -> frozenset[str]:
    """The words of ``text``, as a set."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Noun:
    """A unit or coin. ``plural`` is its form after every number that takes a plural."""

    singular: str
    plural: str
    gender: Gender = "m"


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency and its hundredth, if it has one in use."""

    major: Noun
    minor: Noun | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """Names of the signs in e-mail and web addresses."""

    at: str
    dot: str
    hyphen: str
    underscore: str
    slash: str
    colon: str
    hashtag: str


@dataclass(frozen=True, slots=True)
class Signs:
    """Words between and before figures."""

    minus: str
    plus: str
    comma: str
    point: str
    to: str
    score: str
    over: str
    version: str
    """Before ``v2.0``; ends where the number begins."""
    percent: str
    permille: str
    per: str
    per_feminine: str
    times: str
    by: str
    """``3 x 4`` as a size."""


@dataclass(frozen=True, slots=True)
class Lexis:
    """A language's words and forms.

    ``cardinal(n, locale, gender)`` and ``ordinal(n, locale, gender)`` say ``0 <= n < 10**12``.
    ``agreement(word)`` is the gender of a number before the lower-case word that follows.
    ``scale_of`` joins millions to what they are of (``de``); ``None`` where nothing is said.
    ``fraction_max_digits``: decimals up to so many are said as one number, longer digit by digit.
    ``abbreviations`` are said as their words wherever they stand whole; those of
    ``before_figures`` only when a figure follows, those of ``before_names`` when a capital does.
    """

    code: str
    locale: Callable[[str], str]
    cardinal: Callable[[int, str, Gender], str]
    ordinal: Callable[[int, str, Gender], str]
    year: Callable[[int, str], str]
    agreement: Callable[[str], Gender]
    is_plural: Callable[[int, str], bool]
    """``(whole, decimals)``: does the noun take its plural."""
    signs: Signs
    address: Address
    scale_of: str | None
    scales: Mapping[str, str]
    fraction_max_digits: int
    months: Sequence[str]
    month_abbreviations: Mapping[str, int]
    date: Callable[[int, int, int | None, str, str], str]
    """``(day, month, year, before, locale)``; ``before`` is the text the date stands behind."""
    time: Callable[[int, int, int | None, bool, str], str]
    """``(hour, minute, second, marked, locale)``; ``marked``: an ``h`` or ``Uhr`` is written."""
    time_mark: str
    """A pattern for the word or letter after ``17:30``."""
    hour_mark: str
    """The same after ``17``, where it cannot be a length of time said otherwise."""
    join_money: str
    """Between the major and the minor coins."""
    say_minor: bool
    units: Mapping[str, Noun]
    currencies: Mapping[str, Currency]
    currency_signs: Mapping[str, str]
    local_currency: Mapping[str, str]
    """What ``$`` is in a region, by its tag in lower case."""
    denominators: Callable[[int, int, str], str | None]
    """``(numerator, denominator, locale)`` to the fraction's words."""
    mixed: Callable[[str, str], str]
    """The words of a whole and of a fraction together."""
    phone: str
    """Patterns of numbers written as the country does, besides ``+`` and a country code."""
    phone_cue: str
    phone_pairs: bool
    regnal: Callable[[str, int, str], str | None]
    """``(word before, value, locale)`` to what a Roman numeral is after it."""
    abbreviations: Mapping[str, str]
    before_figures: Mapping[str, str]
    before_names: Mapping[str, str]
    symbols: Mapping[str, str]
    point_is_decimal: Callable[[str], bool] = lambda _locale: False
    """Does the region write ``1,234.50``."""
    spelled: frozenset[str] = frozenset()
    """Words in capitals that are said letter by letter though they could be words."""
    said: frozenset[str] = frozenset()
    """Words in capitals that are said as words though they do not look like any."""
