"""Fractions: ``1/2``, ``2 3/4``, ``½``; and pairs with a slash that are no fractions."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from brisa.text.normalize.english.numbers import cardinal, ordinal
from brisa.text.normalize.english.rule import DASH, Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_VULGAR: Final = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_MAX_DENOMINATOR: Final = 100
_FRACTION_SLASH: Final = "/\u2044"


def say_fraction(numerator: str, denominator: str) -> str:
    """ "one half", "three quarters", "five eighths", "two and a half"'s "one half"."""
    above, below = int(numerator), int(denominator)
    words = cardinal(numerator)
    if below == 2:
        return f"{words} {'half' if above == 1 else 'halves'}"
    name = "quarter" if below == 4 else ordinal(denominator)
    return f"{words} {name if above == 1 else f'{name}s'}"


def _mixed(whole: str, numerator: str, denominator: str, *, british: bool) -> str:
    fraction = say_fraction(numerator, denominator)
    fraction = "a half" if fraction == "one half" else fraction
    return f"{cardinal(whole, british=british)} and {fraction}"


def _is_fraction(numerator: str, denominator: str) -> bool:
    above, below = int(numerator), int(denominator)
    if not 2 <= below <= _MAX_DENOMINATOR or not above:
        return False
    return above < below or below in (2, 3, 4, 5, 8, 16)


def _slashed(match: re.Match[str], context: Context) -> str | None:
    above, below = match.group("above"), match.group("below")
    if (above, below) in _PAIRS:
        return f"{cardinal(above)} {cardinal(below)}"
    if above == below:
        all_of = _COUNTED.match(context.text, match.end()) is not None
        return f"{cardinal(above)}{' out of ' if all_of else ' '}{cardinal(below)}"
    if not _is_fraction(above, below):
        return f"{cardinal(above)} over {cardinal(below)}"
    sign = "minus " if match.group("sign") else ""
    return sign + say_fraction(above, below)


_PAIRS: Final = frozenset(
    {("24", "7"), ("9", "11"), ("7", "11"), ("365", "24"), ("50", "50"), ("20", "20")}
)
_COUNTED: Final = lazy_pattern(r"\s(?:[a-z]+\s)?[a-z]+(?<!s)s\b")
"""``3/3 runs``, ``3/3 green runs``: all of them."""


def _mixed_slashed(match: re.Match[str], context: Context) -> str | None:
    whole, above, below = match.group("whole", "above", "below")
    if not _is_fraction(above, below) or int(above) >= int(below):
        return None
    words = _mixed(whole, above, below, british=context.british)
    return f"minus {words}" if match.group("sign") else words


def _sign(match: re.Match[str], context: Context) -> str | None:
    whole, sign = match.group("whole"), match.group("mark")
    above, _, below = unicodedata.normalize("NFKC", sign).partition("\u2044")
    if whole:
        return _mixed(whole, above, below, british=context.british)
    return say_fraction(above, below)


def _range(match: re.Match[str], context: Context) -> str | None:
    above, below, top, bottom = match.groups()
    if not (_is_fraction(above, below) and _is_fraction(top, bottom)):
        return None
    return f"{say_fraction(above, below)} to {say_fraction(top, bottom)}"


_ONE: Final = r"(\d{1,2})/(\d{1,3})"

RULES: Final = (
    Rule((rf"(?<![\w/.,]){_ONE}{DASH}{_ONE}(?![\w/])"), _range, Marks.SYMBOL, among="/"),
    Rule(
        (
            r"(?<![\w/.,])(?P<sign>[-−])?(?P<whole>\d{1,4})[ -](?P<above>\d{1,2})"
            rf"[{_FRACTION_SLASH}](?P<below>\d{{1,3}})(?![\w/]|[.,]\d)"
        ),
        _mixed_slashed,
        Marks.SYMBOL,
        among=_FRACTION_SLASH,
    ),
    Rule(
        (
            r"(?<![\w/.,:])(?P<sign>(?<![\w)])[-−])?(?P<above>\d{1,3})"
            rf"[{_FRACTION_SLASH}](?P<below>\d{{1,3}})(?![\w/]|[.,]\d)"
        ),
        _slashed,
        Marks.SYMBOL,
        among=_FRACTION_SLASH,
    ),
    Rule(
        (rf"(?<![\w.,])(?P<whole>\d{{1,6}})?[ ]?(?P<mark>[{_VULGAR}])"),
        _sign,
        Marks.SYMBOL | Marks.DIGIT,
        among=_VULGAR,
    ),
)
"""Mixed numbers before fractions alone."""
