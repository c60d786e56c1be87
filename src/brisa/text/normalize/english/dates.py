"""Calendar dates: with names of months, and in figures by the order a reader expects."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.numbers import ordinal
from brisa.text.normalize.english.rule import DASH, DASHES, Context, Marks, Rule
from brisa.text.normalize.english.vocabulary import words
from brisa.text.normalize.english.years import year
from brisa.text.patterns import lazy_pattern

MONTHS: Final = words(
    "January February March April May June July August September October November December"
)
WEEKDAYS: Final = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

_SHORT_MONTHS: Final = MappingProxyType(
    {**{month[:3]: month for month in MONTHS if month != "May"}, "Sept": "September"}
)
_SHORT_DAYS: Final = MappingProxyType(
    {
        **{day[:3]: day for day in WEEKDAYS},
        "Tues": "Tuesday",
        "Weds": "Wednesday",
        "Thur": "Thursday",
        "Thurs": "Thursday",
    }
)
_SHORT: Final = MappingProxyType({**_SHORT_MONTHS, **_SHORT_DAYS})
_WORDS: Final = frozenset({"Mar", "Jun", "Sat", "Sun", "Wed", "Jan", "Dec", "Fri", "Mon", "Jul"})

_MONTH: Final = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(_SHORT_MONTHS)})\b\.?)"
_SHOUTED_MONTH: Final = "|".join(month.upper() for month in (*MONTHS, *_SHORT_MONTHS))
_ANY_MONTH: Final = rf"(?:{_MONTH}|(?:{_SHOUTED_MONTH})\b\.?)"
_DAY: Final = r"(?P<day>0?[1-9]|[12]\d|3[01])(?P<suffix>st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>\d{4})(?![\w/:]|[.,]\d|-\d)"
_PLAIN_YEAR: Final = r"(?:1[1-9]|20)\d\d"
_WEEKDAY: Final = rf"(?:(?P<weekday>{'|'.join((*WEEKDAYS, *_SHORT_DAYS))})(?P<dot>\.)?,?\s)?"


def month_name(written: str) -> str:
    """``Sept.`` is September."""
    name = written.rstrip(".").capitalize()
    return _SHORT_MONTHS.get(name, name)


def say_date(
    month: int | str, day: int | None, year_value: int | None, *, day_first: bool, british: bool
) -> str:
    """ "May fourth twenty twenty six", or with ``day_first`` "the fourth of May ..."."""
    name = MONTHS[month - 1] if isinstance(month, int) else month
    words = name
    if day is not None:
        nth = ordinal(str(day))
        words = f"the {nth} of {name}" if day_first else f"{name} {nth}"
    return words if year_value is None else f"{words} {year(year_value, british=british)}"


def _weekday(match: re.Match[str]) -> str:
    written = match.group("weekday")
    return f"{_SHORT_DAYS.get(written, written)}, " if written else ""


def _year_of(match: re.Match[str]) -> int | None:
    return int(match.group("year")) if match.group("year") else None


def _month_day(match: re.Match[str], context: Context) -> str | None:
    day = int(match.group("day"))
    name = month_name(match.group("month"))
    last = match.group("last")
    words = f"{_weekday(match)}{name} {ordinal(str(day))}"
    if last:
        words += f" to {ordinal(last)}"
    value = _year_of(match)
    if value is None:
        return words
    comma = "," if match.group("comma") else ""
    return f"{words}{comma} {year(value, british=context.british)}"


def _day_month(match: re.Match[str], context: Context) -> str | None:
    day = ordinal(match.group("day"))
    name = month_name(match.group("month"))
    last = match.group("last")
    words = f"{day} to the {ordinal(last)}" if last else day
    words = f"{_weekday(match)}the {words} of {name}"
    value = _year_of(match)
    return words if value is None else f"{words} {year(value, british=context.british)}"


def _month_year(match: re.Match[str], context: Context) -> str:
    return f"{month_name(match.group('month'))} {year(int(match.group('year')))}"


def _month_alone(match: re.Match[str], context: Context) -> str | None:
    return _SHORT[match.group(1)]


def _day_range(match: re.Match[str], context: Context) -> str | None:
    first, last = (_SHORT.get(name, name) for name in (match.group("first"), match.group("last")))
    if (first in MONTHS) != (last in MONTHS):
        return None
    return f"{first} to {last}"


def full_year(written: str) -> int:
    """``26`` is 2026, ``87`` 1987: two figures are of the hundred years that end in 2050."""
    value = int(written)
    if len(written) != 2:
        return value
    return value + (2000 if value <= 50 else 1900)


def settle(first: int, second: int, order: str) -> tuple[int, int] | None:
    """Month and day of two figures; a day over 12 settles it whatever ``order`` says."""
    month, day = (second, first) if order == "dmy" else (first, second)
    if month > 12:
        month, day = day, month
    return (month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _in_figures(match: re.Match[str], context: Context) -> str | None:
    first, second = int(match.group("first")), int(match.group("second"))
    day_first = context.order == "dmy"
    # A point between figures is the European way of writing dates.
    order = "dmy" if match.group("mark") == "." else context.order
    settled = settle(first, second, order)
    if settled is None:
        return None
    return say_date(
        settled[0],
        settled[1],
        full_year(match.group("year")),
        day_first=day_first,
        british=context.british,
    )


def _year_first(match: re.Match[str], context: Context) -> str | None:
    month, day = int(match.group("month")), int(match.group("day"))
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return say_date(
        month, day, int(match.group("year")), day_first=context.british, british=context.british
    )


def _month_slash_day(match: re.Match[str], context: Context) -> str | None:
    settled = settle(int(match.group("first")), int(match.group("second")), context.order)
    if settled is None:
        return None
    return say_date(*settled, None, day_first=context.order == "dmy", british=context.british)


def _weekday_slash(match: re.Match[str], context: Context) -> str | None:
    words = _month_slash_day(match, context)
    return None if words is None else f"{_SHORT_DAYS[match.group('day')]}, {words}"


HINTS: Final = lazy_pattern(rf"(?<!\w)(?:{'|'.join(_SHORT_DAYS)})(?!\w)")
"""Short names of weekdays, which need no full stop."""

RULES: Final = (
    Rule(
        (
            r"(?<![\w/.-])(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?P=mark)"
            rf"(?P<year>{_PLAIN_YEAR}|(?<=/)\d\d)(?![\w/]|[.-]\d)"
        ),
        _in_figures,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w/.-])(?P<year>{_PLAIN_YEAR})(?P<mark>[/.-])(?P<month>\d{{1,2}})(?P=mark)"
            r"(?P<day>\d{1,2})(?=T\d|(?![\w/]|[.-]\d))"
        ),
        _year_first,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?:(?<=\b[Oo]n )|(?<=\b[Dd]ue )|(?<=day ))"
            r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\w/]|[.-]\d)"
        ),
        _month_slash_day,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<!\w){_WEEKDAY}(?P<month>{_ANY_MONTH})\s{_DAY}(?![\w:/]|[.,]\d|\s?%)"
            rf"(?:{DASH}(?P<last>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\w:/]))?"
            rf"(?:(?P<comma>,)?\s{_YEAR})?"
        ),
        _month_day,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w.,$£€]){_WEEKDAY}(?:[Tt]he\s)?{_DAY}"
            rf"(?:{DASH}(?P<last>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?)?"
            rf"\s(?:of\s)?(?P<month>{_ANY_MONTH})(?!\w)(?:,?\s{_YEAR})?"
        ),
        _day_month,
        Marks.DIGIT,
    ),
    Rule(
        (rf"(?<!\w)(?P<month>{_ANY_MONTH})\s(?P<year>{_PLAIN_YEAR})(?![\w/:]|[.,]\d|-\d)"),
        _month_year,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<!\w)(?P<first>{'|'.join((*_SHORT, *WEEKDAYS, *MONTHS))})\.?{DASH}"
            rf"(?P<last>{'|'.join((*_SHORT, *WEEKDAYS, *MONTHS))})(?!\w)\.?"
        ),
        _day_range,
        Marks.SYMBOL,
        among=DASHES,
    ),
    Rule(
        (rf"(?<!\w)({'|'.join(_SHORT)})\.(?!\w)"),
        _month_alone,
        Marks.DOT,
    ),
    Rule(
        (rf"(?<!\w)({'|'.join(_SHORT_DAYS)})(?=,\s(?:{_MONTH}|\d))"),
        _month_alone,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<!\w)(?P<day>{'|'.join(_SHORT_DAYS)})\.?,?\s"
            r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\w/]|[.-]\d)"
        ),
        _weekday_slash,
        Marks.SYMBOL,
        among="/",
    ),
    Rule(
        (
            r"(?i:(?<=\bon )|(?<=\bby )|(?<=\bthis )|(?<=\bnext )|(?<=\blast )|(?<=\buntil )"
            rf"|(?<=\bevery )|(?<=\bfrom ))({'|'.join(_SHORT_DAYS)})(?![\w.'’])"
        ),
        _month_alone,
        Marks.DOT,
    ),
    Rule(
        (r"(?<!\w)(Aug|Sept|Oct|Nov|Feb|Apr|Tues|Thurs|Thu)(?![\w.'’])"),
        _month_alone,
        Marks.CAPITALS | Marks.DIGIT | Marks.DOT,
    ),
)
"""Dates, ranges of days and months, short names of them."""
