"""Years, decades and eras; and whether a four-digit number is a year or a quantity."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.numbers import below_hundred, cardinal, decade
from brisa.text.normalize.english.rule import DASH, DASHES, Context, Marks, Rule
from brisa.text.normalize.english.vocabulary import words
from brisa.text.patterns import lazy_pattern

_YEAR: Final = r"(?:1[1-9]|2[01])\d\d"
_FIRST, _SURE, _LAST = 1100, 2099, 2199

_QUANTITY_BEFORE: Final = lazy_pattern(
    r"\b(?:over|than|nearly|almost|least|most|exactly|approximately|total|totaling|only|roughly"
    r"|just|extra|another|all|these|those|up to|as many as|cost|costs|weighs|numbered|counted"
    r"|plus|minus|times|equals|number)\s\Z",
    re.IGNORECASE,
)
_YEAR_BEFORE: Final = lazy_pattern(
    r"(?:\b(?:since|circa|c\.|ca\.|year|years|early|mid|late|summer|spring|autumn|fall|winter"
    r"|season|january|february|march|april|june|july|august|september|october|november"
    r"|december|anno)\s|[©'])\Z|^In\s\Z",
    re.IGNORECASE,
)
_FAR_BEFORE: Final = lazy_pattern(r"\b(?:in|by|until|since|year)\s\Z", re.IGNORECASE)
_COUNTED: Final = lazy_pattern(
    r"[ -](?:(?:more|other|new|different|extra|or so)\s)?(?:(?P<noun>[a-z]{2,}s)\b|people\b"
    r"|men\b|women\b"
    r"|children\b|percent\b|sheep\b|fish\b|feet\b|mice\b|staff\b|million\b|thousand\b|calories\b)"
)
_NOT_COUNTED: Final = frozenset(
    words(
        "was is has as his its this thus us does yes across towards besides unless always perhaps"
        " sometimes less plus versus sees makes brings begins ends marks saw wars elections"
    )
)
_ERA_YEAR: Final = r"\d{1,3}(?:,\d{3})+|\d{1,4}"
_ERA: Final = r"BCE|BC|B\.C\.E\.|B\.C\.|AD|A\.D\.|CE|C\.E\."
_ERAS: Final = MappingProxyType({"BC": "B C", "AD": "A D", "BCE": "B C E", "CE": "C E"})


def year(value: int, *, british: bool = False) -> str:
    """1908 "nineteen oh eight", 2005 "two thousand five", 2010 "twenty ten"."""
    century, rest = divmod(value, 100)
    if not _FIRST <= value <= _LAST or 2000 <= value <= 2009:
        return cardinal(str(value), british=british)
    if not rest:
        return f"{below_hundred(century)} hundred"
    return f"{below_hundred(century)} {'oh ' if rest < 10 else ''}{below_hundred(rest)}"


def is_year(text: str, start: int, end: int) -> bool:
    """``text[start:end]``, four digits, is rather a year than a number of things."""
    if not _FIRST <= int(text[start:end]) <= _LAST:
        return False
    behind = text[max(0, start - 16) : start]
    value = int(text[start:end])
    if value > _SURE:
        return _FAR_BEFORE.search(behind) is not None
    if _YEAR_BEFORE.search(behind):
        return True
    if _QUANTITY_BEFORE.search(behind):
        return False
    counted = _COUNTED.match(text, end)
    if counted is None or counted.group("noun") in _NOT_COUNTED:
        return True
    return value % 50 != 0 and counted.group("noun") is not None and behind.lower().endswith("the ")


def _bare(match: re.Match[str], context: Context) -> str | None:
    if not is_year(context.text, *match.span()):
        return None
    return year(int(match.group()), british=context.british)


def _decade(match: re.Match[str], context: Context) -> str:
    century, tens = match.group("century") or "", int(match.group("tens"))
    if not century:
        return decade(tens)
    value = int(century) * 100 + tens
    if not tens:
        return "two thousands" if value == 2000 else f"{below_hundred(int(century))} hundreds"
    return f"{below_hundred(int(century))} {decade(tens)}"


def _range(match: re.Match[str], context: Context) -> str | None:
    first, last = match.groups()
    if len(last) == 2 and int(last) <= int(first[2:]):
        return None
    begin = year(int(first), british=context.british)
    end = below_hundred(int(last)) if len(last) == 2 else year(int(last), british=context.british)
    return f"{begin} to {end}"


def _season(match: re.Match[str], context: Context) -> str | None:
    first, last = match.groups()
    if int(last) != (int(first) + 1) % 100:
        return None
    return f"{year(int(first), british=context.british)} {below_hundred(int(last))}"


def _era(match: re.Match[str], context: Context) -> str:
    digits = match.group("year").replace(",", "")
    grouped = digits != match.group("year")
    words = (
        cardinal(digits, british=context.british)
        if grouped
        else year(int(digits), british=context.british)
    )
    era = _ERAS[match.group("era").replace(".", "")]
    return f"{era} {words}" if match.start("era") < match.start("year") else f"{words} {era}"


RULES: Final = (
    Rule((rf"(?<![\w.,/-])({_YEAR})/(\d\d)(?![\w/-]|[.,]\d)"), _season, Marks.DIGIT, among="/"),
    Rule((rf"(?<![\w.,])(?P<year>{_ERA_YEAR})\s?(?P<era>{_ERA})(?!\w)"), _era, Marks.DIGIT),
    Rule((r"(?<!\w)(?P<era>AD|A\.D\.)\s(?P<year>\d{1,4})(?!\w)"), _era, Marks.DIGIT),
    Rule(
        (r"(?<![\w.,$£€])(?P<century>1[1-9]|20)(?P<tens>\d0)['’]?s(?!\w)"),
        _decade,
        Marks.DIGIT,
    ),
    Rule(
        (r"(?<!\w)['’‘](?P<century>)(?P<tens>[1-9]0)s(?!\w)"),
        _decade,
        Marks.DIGIT,
    ),
    Rule((r"(?<![\w.,-])(?P<century>)(?P<tens>[2-9]0)s(?!\w)"), _decade, Marks.DIGIT),
    Rule(
        (rf"(?<![\w.,$£€/-])({_YEAR}){DASH}({_YEAR}|\d\d)(?![\w/-]|[.,]\d|\s?%)"),
        _range,
        Marks.DIGIT,
        among=DASHES,
    ),
)
"""Decades, eras, ranges of years."""

BARE: Final = Rule(
    (rf"(?<![\w.,$£€/:+])(?<![\d\s(]-)(?<!\A-){_YEAR}(?![\w/:]|[.,]\d|\s?[%°]|-\d)"),
    _bare,
    Marks.DIGIT,
)
"""A year alone, when nothing more special is known of it."""
