"""Numbers that no other rule knows: ordinals, quantities, list items, mixed with letters."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import cardinal, number, ordinal, spell_digits
from brisa.text.normalize.english.rule import NUMBER, SIGN, Context, Marks, Rule
from brisa.text.normalize.english.years import year
from brisa.text.patterns import lazy_pattern

_SCALES: Final = MappingProxyType(
    {"k": "thousand", "m": "million", "b": "billion", "bn": "billion", "mn": "million"}
)
_NO_DIGIT: Final = lazy_pattern(r"\D")
_SEPARATOR: Final = lazy_pattern(r"[ '’,\u00a0\u202f\u2009]")
_PIECE: Final = lazy_pattern(r"\d+(?:\.\d+)?|[^\W\d_]+|.")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PLURAL: Final = lazy_pattern(r"\d['’]?s\Z")
_YEAR_DIGITS: Final = 4
_SAID_AS_WORDS: Final = 5
"""A run of capitals this long beside digits is a word (``COVID-19``)."""


def _ordinal(match: re.Match[str], context: Context) -> str:
    digits = _NO_DIGIT.sub("", match.group("digits"))
    return ordinal(digits, british=context.british)


def _quantity(match: re.Match[str], context: Context) -> str:
    written = match.group()
    grouped = _SEPARATOR.sub("", written)
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
    if len(scale) == 1 and "." not in written and match.group("noun") is None:
        return None
    return f"{number(written, british=context.british)} {_SCALES[scale.lower()]}"


def _plus(match: re.Match[str], context: Context) -> str:
    return f"{number(match.group('number'), british=context.british)} plus"


def mixed(word: str, *, british: bool = False) -> str:
    """``MP3`` "M P three", ``A1B2`` "A one B two", ``B52s`` "B fifty twos"."""
    word = word.translate(_SUBSCRIPTS)
    if _PLURAL.search(word):
        return _plural(mixed(word[:-1].rstrip("'’"), british=british))
    return " ".join(
        _say_piece(piece, british=british)
        for piece in _PIECE.findall(word)
        if any(map(str.isalnum, piece))
    )


def _say_piece(piece: str, *, british: bool) -> str:
    if piece[0].isdecimal():
        if len(piece) == _YEAR_DIGITS and piece.startswith(("19", "20")):
            return year(int(piece), british=british)
        short = len(piece) < _YEAR_DIGITS and (piece[0] != "0" or len(piece) == 1)
        return number(piece, british=british) if short or "." in piece else spell_digits(piece)
    capitals = piece.isascii() and piece.isupper() and len(piece) < _SAID_AS_WORDS
    return spelled(piece) if capitals or (len(piece) == 1 and piece.isascii()) else piece


def _plural(words: str) -> str:
    if words.endswith("y"):
        return f"{words[:-1]}ies"
    return f"{words}es" if words.endswith("x") else f"{words}s"


def _lines(match: re.Match[str], context: Context) -> str:
    """``1080p`` is "ten eighty P"."""
    head, tail = match.group("lines")[:-2], match.group("lines")[-2:]
    return f"{cardinal(head)} {cardinal(tail)} P"


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
        (r"(?:\A|(?<=[\ue000\ue001]))\s*(?P<said>\(?(?P<number>\d{1,3})(?:[.]|\)))(?=\s)"),
        _item,
        Marks.DIGIT,
    ),
    Rule(
        (r"(?<![\w.,])(?P<digits>\d{1,3}(?:,\d{3})+|\d+)\s?(?:st|nd|rd|th|ST|ND|RD|TH)(?!\w)"),
        _ordinal,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w.,-])(?P<number>{NUMBER})(?P<scale>[kKmMbB]n?)(?!\w)(?P<noun>(?=\s[a-z]{{2,}}s\b"
            r"|\speople\b))?"
        ),
        _scaled,
        Marks.DIGIT,
    ),
    Rule((r"(?<![\w.,])(?P<lines>480|720|1080|1440|2160)p(?!\w)"), _lines, Marks.DIGIT),
    Rule((rf"(?<![\w.,])(?P<number>{NUMBER})\+(?![\w+])"), _plus, Marks.DIGIT),
    Rule((r"(?<![\w.-])[A-Z]{1,5}-\d{1,4}[A-Za-z]?(?![\w-]|[.,]\d)"), _mixed, Marks.DIGIT),
    Rule(
        (r"(?<![\w.])(?=[^\W_]*[\d₀-₉])(?=[^\W_]*[^\W\d_])[^\W_]+(?![\w])"),
        _mixed,
        Marks.DIGIT,
    ),
    Rule((r"(?<=[^\W\d_]-)\d+(?![\w-]|[.,]\d)"), _quantity, Marks.DIGIT),
    Rule((r"(?<![\w.,])\d+-(?=[a-z])"), _before_hyphen, Marks.DIGIT),
    Rule((rf"(?<![\w.,]){SIGN}?{NUMBER}"), _quantity, Marks.DIGIT),
    Rule((rf"{NUMBER}"), _quantity, Marks.DIGIT),
    Rule((r"\d+"), _any_digits, Marks.DIGIT),
    Rule((r"\d"), _any_digits, Marks.DIGIT),
)
"""The last three take what nothing else did: no digit goes unread."""
