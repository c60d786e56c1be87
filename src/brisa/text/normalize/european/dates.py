"""Dates in figures and with the names of months."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.figures import START
from brisa.text.normalize.european.finding import Finder, alternatives
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_ISO: Final = rf"{START}(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})(?![\w-])"
_FIGURES: Final = (
    rf"{START}(?P<first>\d{{1,2}})(?P<mark>[./-]) ?(?P<second>\d{{1,2}})(?P=mark) ?"
    r"(?P<year>\d{4}|\d{2})(?![\w/-]|[.,]\d)"
)
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BEFORE_CHARS: Final = 40


def date_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for ``2026-04-03``, ``3.4.2026``, ``3/4/26`` and ``3 avril 2026``."""
    named = alternatives([*lexis.months, *lexis.month_abbreviations])
    yield Finder(lazy_pattern(_ISO), _iso)
    yield Finder(lazy_pattern(_FIGURES), _figures)
    yield Finder(
        lazy_pattern(
            rf"{START}(?P<day>\d{{1,2}})(?:\.|\u00ba|er|\u00b0)? ?(?:de )?(?P<month>{named})(?!\w)"
            r"(?:,? (?:de |del )?(?P<year>\d{4})(?![\w]|[.,]\d))?",
            re.IGNORECASE,
        ),
        _named,
    )


def valid_date(day: int, month: int) -> bool:
    """Is there such a day in some year."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def _iso(match: re.Match[str], reader: Reader) -> str | None:
    return _said(match, reader, int(match["day"]), int(match["month"]), int(match["year"]))


def _figures(match: re.Match[str], reader: Reader) -> str | None:
    first, second = int(match["first"]), int(match["second"])
    day, month = first, second
    if reader.options.date_order == "mdy" and valid_date(second, first):
        day, month = second, first
    if not valid_date(day, month):
        day, month = month, day
    return _said(match, reader, day, month, _full_year(match["year"]))


def _full_year(written: str) -> int:
    """Two digits are of this century up to 49, of the last from 50."""
    year = int(written)
    if len(written) == 4:
        return year
    return year + (2000 if year < 50 else 1900)


def _named(match: re.Match[str], reader: Reader) -> str | None:
    lexis = reader.lexis
    name = match["month"].lower()
    names = [month.lower() for month in lexis.months]
    short = {key.lower(): month for key, month in lexis.month_abbreviations.items()}
    month = names.index(name) + 1 if name in names else short[name]
    year = int(match["year"]) if match["year"] else None
    return _said(match, reader, int(match["day"]), month, year)


def _said(
    match: re.Match[str], reader: Reader, day: int, month: int, year: int | None
) -> str | None:
    if not valid_date(day, month):
        return None
    before = match.string[max(0, match.start() - _BEFORE_CHARS) : match.start()]
    return reader.lexis.date(day, month, year, before, reader.locale)
