"""Telephone numbers: digit by digit, in the groups they are written in."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.numbers import spell_digits
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_GROUPS: Final = lazy_pattern(r"\d+|[A-Za-z]{2,}")
_GAP: Final = r"[ .\-\u00a0\u2011]"
_FEWEST_DIGITS: Final = 7
_MOST_DIGITS: Final = 15
"""ITU-T E.164."""


def say_phone(written: str) -> str:
    """``+44 20 7946 0000``: "plus four four, two zero, ...". Letters stay words."""
    groups = [
        spell_digits(group) if group.isdigit() else group for group in _GROUPS.findall(written)
    ]
    plus = "plus " if written.lstrip(" (").startswith("+") else ""
    return plus + ", ".join(groups)


def _phone(match: re.Match[str], context: Context) -> str | None:
    written = match.group()
    digits = sum(map(str.isdigit, written))
    if not _FEWEST_DIGITS <= digits <= _MOST_DIGITS:
        return None
    return say_phone(written)


_START: Final = r"(?<![\w.,/$£€+#-])"
_END: Final = r"(?![\w/%]|[.,-]\d|-\w)"

RULES: Final = (
    Rule(
        (
            rf"(?<![\w+])(?:tel:)?\+\(?\d{{1,4}}\)?(?:{_GAP}?\(\d{{1,4}}\))?(?:{_GAP}?\d{{1,5}}){{1,7}}{_END}"
        ),
        _phone,
        Marks.DIGIT,
        among="+",
    ),
    Rule(
        (rf"{_START}(?:1{_GAP})?(?:\(\d{{3}}\)\s?|\d{{3}}{_GAP})\d{{3}}{_GAP}\d{{4}}{_END}"),
        _phone,
        Marks.DIGIT,
    ),
    Rule(
        (rf"{_START}1-\d{{3}}-[A-Z]{{4,8}}(?!\w)"),
        lambda m, _: say_phone(m.group()),
        Marks.DIGIT,
        among="-",
    ),
    Rule((rf"{_START}\d{{3}}[-.]\d{{4}}{_END}"), _phone, Marks.DIGIT),
    Rule(
        (rf"{_START}\(?0\d{{2,4}}\)?(?:(?:{_GAP}\d{{3,4}}){{1,3}}|{_GAP}\d{{5,8}}){_END}"),
        _phone,
        Marks.DIGIT,
    ),
    Rule(
        (rf"{_START}(?:0\d)(?:{_GAP}\d\d){{4}}{_END}"),
        _phone,
        Marks.DIGIT,
    ),
)
"""International, North American, numbers that begin with a nought."""
