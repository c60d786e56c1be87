"""Numbers said two digits at a time: rooms, sizes of screens; and marks such as ``7/10``."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.numbers import below_hundred, cardinal, number
from brisa.text.normalize.english.rule import Context, Marks, Rule

_ROOM: Final = (
    r"(?<!\w)(?:(?:Room|Suite|Apartment|Apt\.?|Flat|Unit|Ward|Ste\.?|Rm\.?)"
    r"|(?:in|to|from|of|at|for|is) (?:room|suite|apartment|apt\.?|flat|ward))\s"
)
_NO_NUMBER: Final = r"(?![\w:/%-]|[.,]\d)"


def in_pairs(digits: str) -> str:
    """Three or four digits: 305 "three oh five", 1080 "ten eighty", 300 "three hundred"."""
    if int(digits) % 1000 == 0 or digits[0] == "0":
        return cardinal(digits)
    front, rest = below_hundred(int(digits[:-2])), int(digits[-2:])
    if not rest:
        return f"{front} hundred"
    return f"{front} {'oh ' if rest < 10 else ''}{below_hundred(rest)}"


def _room(match: re.Match[str], _context: Context) -> str:
    return in_pairs(match.group("said"))


def _screen(match: re.Match[str], _context: Context) -> str:
    return f"{in_pairs(match.group('wide'))} by {in_pairs(match.group('high'))}"


def _mark(match: re.Match[str], _context: Context) -> str | None:
    reached, of = match.group("reached", "of")
    return f"{cardinal(reached)} out of {cardinal(of)}" if int(reached) <= int(of) else None


def _whole_mark(match: re.Match[str], _context: Context) -> str:
    """``4.5/5``, ``10/10``."""
    reached, of = match.group("reached") or match.group("all"), match.group("of", "all")
    return f"{number(reached)} out of {cardinal(of[0] or of[1])}"


RULES: Final = (
    Rule((rf"{_ROOM}(?P<said>[1-9]\d{{2,3}}){_NO_NUMBER}"), _room, Marks.DIGIT),
    Rule(
        (
            r"(?<![\w.,])(?P<wide>[1-9]\d{2,3})\s?[x×]\s?(?P<high>[1-9]\d{2,3})"
            rf"{_NO_NUMBER}(?!\s?(?:[cmk]?m|ft|in|feet|inch(?:es)?|yards?)\b)"
        ),
        _screen,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?:\b(?:[Rr]at(?:ed?|es|ing)|[Ss]cor(?:ed?|es)|[Gg](?:ot|ave|ets?|ives?))\s"
            r"(?:[a-z]+\s){0,2})(?P<said>(?P<reached>\d{1,3})/(?P<of>5|10|100))"
            r"(?![\w/]|[.,]\d| of\b)"
        ),
        _mark,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?<!\w)(?:an?|solid|perfect|easy) "
            r"(?P<said>(?P<reached>[2-9]|\d{2,3})/(?P<of>10|100))(?![\w/]|[.,]\d)"
        ),
        _mark,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?<![\w/.,])(?:(?P<reached>\d{1,2}\.\d)/(?P<of>5|10|100)"
            r"|(?P<all>5|10|100)/(?P=all))(?![\w/]|[.,]\d)"
        ),
        _whole_mark,
        Marks.DIGIT,
    ),
)
"""Before fractions and sizes with units."""
