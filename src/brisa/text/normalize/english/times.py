"""Times of day, stretches between them, and durations written with colons."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.numbers import below_hundred, cardinal
from brisa.text.normalize.english.rule import DASH, DASHES, Context, Marks, Rule

_SIDES: Final = ("first", "last")
_HALF: Final = r"(?:[AaPp]\.\s?[Mm]\b(?:\.(?!\.))?|[AaPp][Mm]\b)"


def say_clock(hour: int, minute: int, half: str | None) -> str:
    """``half`` is ``a``, ``p`` or ``None``: "seven P M", "seven o'clock", "fourteen thirty"."""
    if half:
        letters = f"{half.upper()} M"
        return f"{_hour_minute(hour, minute)} {letters}" if minute else f"{_hour(hour)} {letters}"
    if minute:
        return _hour_minute(hour, minute)
    if hour in (0, 24):
        return "midnight"
    return f"{_hour(hour)} o'clock" if hour <= 12 else f"{_hour(hour)} hundred"


def _hour(hour: int) -> str:
    return below_hundred(hour)


def _hour_minute(hour: int, minute: int) -> str:
    return f"{_hour(hour)} {'oh ' if minute < 10 else ''}{below_hundred(minute)}"


def _half(written: str | None) -> str | None:
    return written[0].lower() if written else None


def _clock(match: re.Match[str], context: Context) -> str | None:
    hour, minute = int(match.group("hour")), int(match.group("minute"))
    half = _half(match.group("half"))
    if half is None and match.group("hours"):
        return (
            f"{_hour(hour)} hundred hours" if not minute else f"{_hour_minute(hour, minute)} hours"
        )
    return say_clock(hour, minute, half)


def _hour_only(match: re.Match[str], context: Context) -> str:
    return say_clock(int(match.group("hour")), 0, _half(match.group("half")))


def _at_hour(match: re.Match[str], context: Context) -> str:
    return f"at {say_clock(int(match.group('hour')), 0, _half(match.group('half')))}"


def _stretch(match: re.Match[str], context: Context) -> str | None:
    if not any(match.group(f"{side}_{part}") for side in _SIDES for part in ("minute", "half")):
        return None
    first, last = (_side(match, side) for side in _SIDES)
    return f"{first} to {last}"


def _side(match: re.Match[str], side: str) -> str:
    hour, minute = match.group(f"{side}_hour"), match.group(f"{side}_minute")
    half = _half(match.group(f"{side}_half"))
    if minute is None and half is None:
        return _hour(int(hour))
    return say_clock(int(hour), int(minute or 0), half)


def _duration(match: re.Match[str], context: Context) -> str:
    hours, minutes, seconds = (int(part) for part in match.group(1, 2, 3))
    parts = [
        _count(value, unit)
        for value, unit in ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
        if value
    ]
    if not parts:
        return "zero seconds"
    *rest, last = parts
    return f"{' '.join(rest)} and {last}" if rest else last


def _lengths(match: re.Match[str], _context: Context) -> str:
    """``4h 30m``: minutes beside hours or seconds, though ``m`` alone is a length."""
    said = [
        _count(int(match.group(unit)), unit)
        for unit in ("hour", "minute", "second")
        if match.group(unit)
    ]
    return " ".join(said)


def _count(value: int, unit: str) -> str:
    return f"{cardinal(str(value))} {unit if value == 1 else f'{unit}s'}"


def _clock_with_seconds(match: re.Match[str], context: Context) -> str:
    hour, minute, second = (int(part) for part in match.group(1, 2, 3))
    words = f"{_hour_minute(hour, minute)} and {_count(second, 'second')}"
    half = _half(match.group("half"))
    return f"{words} {half.upper()} M" if half else words


def _ratio(match: re.Match[str], context: Context) -> str:
    first, last = match.groups()
    return f"{cardinal(first)} to {cardinal(last)}"


def _iso(match: re.Match[str], context: Context) -> str:
    words = say_clock(int(match.group("hour")), int(match.group("minute")), None)
    return f"at {words}{' U T C' if match.group('zone') else ''}"


def _side_pattern(side: str) -> str:
    return (
        rf"(?P<{side}_hour>[01]?\d|2[0-4])(?::(?P<{side}_minute>[0-5]\d))?"
        rf"(?:\s?(?P<{side}_half>{_HALF}))?"
    )


_STRETCH: Final = (
    rf"(?<![\w:.,$£€/-]){_side_pattern('first')}{DASH}{_side_pattern('last')}(?![\w:])"
)


def _zone(match: re.Match[str], context: Context) -> str:
    """``UTC-5``: an offset, no range and no year."""
    hours = cardinal(match.group("hours"))
    minutes = match.group("minutes")
    sign = "plus" if match.group("sign") == "+" else "minus"
    return f" {sign} {hours} {cardinal(minutes)}" if minutes else f" {sign} {hours}"


RULES: Final = (
    Rule(
        (
            r"(?<=\b(?:UTC|GMT))(?P<sign>[-+−–])(?P<hours>\d{1,2})"
            r"(?::(?P<minutes>[0-5]\d))?(?![\w:/]|[.,]\d)"
        ),
        _zone,
        Marks.DIGIT,
        among="-+−–",
    ),
    Rule(
        (r"(?<=\d)T(?P<hour>\d\d):(?P<minute>\d\d)(?::\d\d(?:\.\d+)?)?(?P<zone>Z)?(?!\w)"),
        _iso,
        Marks.DIGIT,
        among="T",
    ),
    Rule(
        (rf"(?<![\w:.])(\d{{1,2}}):([0-5]\d):([0-5]\d)\s?(?P<half>{_HALF})"),
        _clock_with_seconds,
        Marks.DIGIT,
        among=":",
    ),
    Rule(
        (
            r"(?<![\w:.,])(?=\d+\s?h\s?\d|\d+\s?m\s?\d+\s?s)(?:(?P<hour>\d{1,3})\s?h\s?)?"
            r"(?P<minute>[0-5]?\d)\s?m(?:ins?)?(?:\s?(?P<second>[0-5]?\d)\s?s)?(?![\w/])"
        ),
        _lengths,
        Marks.DIGIT,
    ),
    Rule((r"(?<![\w:.])(\d{1,3}):([0-5]\d):([0-5]\d)(?![\w:])"), _duration, Marks.DIGIT, among=":"),
    Rule((_STRETCH), _stretch, Marks.DIGIT, among=DASHES),
    Rule(
        (
            rf"(?<![\w:.,$])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?![\d:])"
            rf"(?:\s?(?P<half>{_HALF})|(?P<hours>\s?h(?:ours|rs)?\b\.?))?(?!\w)"
        ),
        _clock,
        Marks.DIGIT,
        among=":",
    ),
    Rule(
        (rf"(?<![\w:.,$])(?P<hour>1[0-2]|0?[1-9])\s?(?P<half>{_HALF})(?!\w)"),
        _hour_only,
        Marks.DIGIT,
    ),
    Rule(
        (rf"(?<!\S)@\s?(?P<hour>1[0-2]|0?[1-9])\s?(?P<half>{_HALF})(?!\w)"),
        _at_hour,
        Marks.DIGIT,
        among="@",
    ),
    Rule((r"(?<![\w:.,$])(\d{1,4}):(\d{1,4})(?![\w:]|\.\d)"), _ratio, Marks.DIGIT, among=":"),
)
"""The longest first: with a date, with seconds, from one time to another."""
