"""Numbers that no other rule knows: ordinals, quantities, list items, mixed with letters."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import cardinal, number, ordinal, spell_digits
from brisa.text.normalize.english.rule import NUMBER, SIGN, Context, Marks, Rule

_SCALES: Final = MappingProxyType(
    {"k": "thousand", "m": "million", "b": "billion", "bn": "billion", "mn": "million"}
)
_PIECE: Final = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|.")
_SAID_AS_WORDS: Final = 5
"""A run of capitals this long beside digits is a word (``COVID-19``)."""


def _ordinal(match: re.Match[str], context: Context) -> str:
    digits = re.sub(r"\D", "", match.group("digits"))
    return ordinal(digits, british=context.british)


def _quantity(match: re.Match[str], context: Context) -> str:
    written = match.group()
    grouped = re.sub(r"[ '’,\u00a0\u202f\u2009]", "", written)
    if grouped != written and "." not in written:
        return _signed(grouped, context)
    return number(written, british=context.british)


def _signed(digits: str, context: Context) -> str:
    if digits[0].isdigit():
        return cardinal(digits, british=context.british)
    sign = "plus" if digits[0] == "+" else "minus"
    return f"{sign} {cardinal(digits[1:], british=context.british)}"


def _scaled(match: re.Match[str], context: Context) -> str | None:
    """``1.2M``, ``5M users``: so many millions; ``4K`` is said with its letter."""
    written, scale = match.group("number"), match.group("scale")
    if len(scale) == 1 and "." not in written and not match.group("noun"):
        return None
    if scale in "kK" and not match.group("noun") and "." not in written:
        return None
    return f"{number(written, british=context.british)} {_SCALES[scale.lower()]}"


def _plus(match: re.Match[str], context: Context) -> str:
    return f"{number(match.group('number'), british=context.british)} plus"


def mixed(word: str, *, british: bool = False) -> str:
    """``MP3`` "M P three", ``A1B2`` "A one B two", ``covid19`` "covid nineteen"."""
    words = []
    for piece in _PIECE.findall(word):
        if piece[0].isdecimal():
            short = len(piece) < 4 and (piece[0] != "0" or len(piece) == 1)
            said = number(piece, british=british)
            words.append(said if short or "." in piece else spell_digits(piece))
        elif piece.isalpha():
            capitals = piece.isupper() and len(piece) < _SAID_AS_WORDS
            words.append(spelled(piece) if capitals or len(piece) == 1 else piece)
    return " ".join(words)


def _mixed(match: re.Match[str], context: Context) -> str:
    return mixed(match.group(), british=context.british)


def _before_hyphen(match: re.Match[str], context: Context) -> str:
    """``30-year-old``: the rest keeps its hyphens."""
    return number(match.group()[:-1], british=context.british)


def _item(match: re.Match[str], context: Context) -> str:
    return f"{cardinal(match.group('number'))}."


def _any_digits(match: re.Match[str], context: Context) -> str:
    digits = "".join(str(int(digit)) for digit in match.group())
    return number(digits, british=context.british)


RULES: Final = (
    Rule(
        re.compile(
            r"(?:\A|(?<=[\ue000\ue001]))\s*(?P<said>\(?(?P<number>\d{1,3})(?:[.]|\)))(?=\s)"
        ),
        _item,
        Marks.DIGIT,
    ),
    Rule(
        re.compile(
            r"(?<![\w.,])(?P<digits>\d{1,3}(?:,\d{3})+|\d+)\s?(?:st|nd|rd|th|ST|ND|RD|TH)(?!\w)"
        ),
        _ordinal,
        Marks.DIGIT,
    ),
    Rule(
        re.compile(
            rf"(?<![\w.,-])(?P<number>{NUMBER})(?P<scale>[kKmMbB]n?)(?!\w)(?P<noun>(?=\s[a-z]{{2,}}s\b"
            r"|\speople\b))?"
        ),
        _scaled,
        Marks.DIGIT,
    ),
    Rule(re.compile(rf"(?<![\w.,])(?P<number>{NUMBER})\+(?![\w+])"), _plus, Marks.DIGIT),
    Rule(
        re.compile(r"(?<![\w.])(?=[^\W_]*\d)(?=[^\W_]*[^\W\d_])[^\W_]+(?![\w])"),
        _mixed,
        Marks.DIGIT,
    ),
    Rule(
        re.compile(r"(?<![\w.-])[A-Z]{1,5}-\d{1,4}[A-Za-z]?(?![\w-]|[.,]\d)"), _mixed, Marks.DIGIT
    ),
    Rule(re.compile(r"(?<=[^\W\d_]-)\d+(?![\w-]|[.,]\d)"), _quantity, Marks.DIGIT),
    Rule(re.compile(r"(?<![\w.,])\d+-(?=[a-z])"), _before_hyphen, Marks.DIGIT),
    Rule(re.compile(rf"(?<![\w.,]){SIGN}?{NUMBER}"), _quantity, Marks.DIGIT),
    Rule(re.compile(rf"{NUMBER}"), _quantity, Marks.DIGIT),
    Rule(re.compile(r"\d+"), _any_digits, Marks.DIGIT),
)
"""The last two take what nothing else did: no digit goes unread."""
