"""Amounts of money: symbol or code before or behind the number, with or without a scale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.currencies import SCALES, SYMBOLS, Currency
from brisa.text.normalize.english.numbers import is_one, number
from brisa.text.normalize.english.rule import DASH, DASHES, NUMBER, Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_PER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mo": "month",
        "yr": "year",
        "wk": "week",
        "hr": "hour",
        "h": "hour",
        "min": "minute",
        "kg": "kilogram",
        "lb": "pound",
        "gal": "gallon",
        "pp": "person",
    }
)

_SYMBOL: Final = "|".join(
    re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True) if not symbol.isalpha()
)
_SIGNS: Final = "".join(symbol[-1] for symbol in SYMBOLS if not symbol.isalpha())
_CODE: Final = "|".join(symbol for symbol in SYMBOLS if symbol.isalpha())
_SCALE: Final = (
    r"(?:\s(?:hundred|thousand|million|billion|trillion)\b"
    r"|\s?(?:mn|mm|mil|mio|bn|tn|[kKmMbBtT])(?!\w))"
)
_PER_UNIT: Final = r"(?:/(?P<per>[a-z]{1,9})(?![\w/]))?"
_TAIL: Final = rf"(?P<scale>{_SCALE})?"
_NO_DIGIT: Final = lazy_pattern(r"\D")
_ARTICLE: Final = lazy_pattern(
    r"\b(?:an?|per|every|each|another|the|this|that|my|your|our|his|her|their)\s\Z", re.IGNORECASE
)
_NOUN: Final = lazy_pattern(
    r"(?:-|\s)(?!(?:or|and|to|for|in|on|at|per|an?|from|of|by|with|but|if|is|was|are|were|will|would"
    r"|has|had|he|she|we|they|you|it|that|which|who|went|goes|the|as|back|off|more|less)\b)[a-z]{2,}"
)


def amount(written: str, scale: str, currency: Currency, *, british: bool, single: bool) -> str:
    """``24.95`` and dollars: "twenty four dollars and ninety five cents". ``single``: before what
    it describes ("a five dollar bill")."""
    name = currency.one if single or (is_one(written) and not scale) else currency.many
    if scale:
        return f"{number(written, british=british)} {scale} {name}"
    whole, point, minor = written.partition(".")
    if not point or len(minor) != 2 or not currency.minor_one:
        return f"{number(written, british=british)} {name}"
    whole_value, minor_value = int(_NO_DIGIT.sub("", whole) or "0"), int(minor)
    parts = []
    if whole_value or not minor_value:
        major = currency.one if whole_value == 1 else name
        parts.append(f"{number(whole or '0', british=british)} {major}")
    if minor_value:
        minor_name = currency.minor_one if minor_value == 1 else currency.minor_many
        parts.append(f"{number(str(minor_value))} {minor_name}")
    return " and ".join(parts)


def _currency(match: re.Match[str]) -> Currency:
    return SYMBOLS[match.group("symbol")]


def _scale(match: re.Match[str], group: str = "scale") -> str:
    written = match.group(group)
    return SCALES[written.strip().lower()] if written else ""


def _single(match: re.Match[str], context: Context) -> bool:
    if context.text.startswith("-", match.end()):
        return _NOUN.match(context.text, match.end()) is not None
    before = context.text[max(0, match.start() - 9) : match.start()]
    return bool(_ARTICLE.search(before) and _NOUN.match(context.text, match.end()))


def _one(match: re.Match[str], context: Context) -> str | None:
    per = match.group("per")
    words = amount(
        match.group("number"),
        _scale(match),
        _currency(match),
        british=context.british,
        single=not per and _single(match, context),
    )
    sign = "minus " if match.group("sign") else ""
    unit = f" per {_PER.get(per, per)}" if per else ""
    return f"{sign}{words}{unit}{' plus' if match.group('plus') else ''}"


def _several(match: re.Match[str], context: Context) -> str:
    first_scale, scale = _scale(match, "first_scale"), _scale(match)
    first = number(match.group("first"), british=context.british)
    single = _single(match, context)
    last = amount(
        match.group("number"), scale, _currency(match), british=context.british, single=single
    )
    if first_scale and first_scale != scale:
        first = f"{first} {first_scale}"
    return f"{first} to {last}"


def _cent_sign(match: re.Match[str], context: Context) -> str:
    written = match.group("number")
    return f"{number(written, british=context.british)} {'cent' if is_one(written) else 'cents'}"


def _pence(match: re.Match[str], context: Context) -> str | None:
    return (
        f"{number(match.group('number'))} pence" if context.british or "£" in context.text else None
    )


_MINUS: Final = r"(?P<sign>(?<![\w)\]}.])[-−])?"

RULES: Final = (
    Rule(
        (
            rf"(?<![\w$£€])(?P<symbol>{_SYMBOL}) ?(?P<first>{NUMBER})(?P<first_scale>{_SCALE})?"
            rf"{DASH}(?:{_SYMBOL})? ?(?P<number>{NUMBER}){_TAIL}(?!\w)"
        ),
        _several,
        Marks.SYMBOL,
        among=DASHES,
    ),
    Rule(
        (
            rf"{_MINUS}(?<![\w$£€])(?P<symbol>{_SYMBOL}) ?(?P<number>{NUMBER}){_TAIL}{_PER_UNIT}"
            r"(?P<plus>\+(?!\d))?(?![^\W\d_])"
        ),
        _one,
        Marks.SYMBOL,
        among=_SIGNS,
    ),
    Rule(
        (
            rf"{_MINUS}(?<!\w)(?P<symbol>{_CODE})\s?(?P<number>{NUMBER}){_TAIL}{_PER_UNIT}"
            r"(?P<plus>\+(?!\d))?(?![^\W\d_])"
        ),
        _one,
        Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w.,$£€])(?P<first>{NUMBER})(?P<first_scale>{_SCALE})?{DASH}"
            rf"(?P<number>{NUMBER}){_TAIL} ?(?P<symbol>[$£€¥₹₩₽₺₪]|(?:{_CODE})(?!\w))(?!\d)"
        ),
        _several,
        Marks.DIGIT,
        among=DASHES,
    ),
    Rule(
        (
            rf"{_MINUS}(?<![\w.,$£€])(?P<number>{NUMBER}){_TAIL} ?"
            rf"(?P<symbol>[$£€¥₹₩₽₺₪](?!\s?\d)|(?:{_CODE})(?!\w)){_PER_UNIT}(?P<plus>\+)?"
        ),
        _one,
        Marks.DIGIT,
    ),
    Rule((rf"(?<![\w.,])(?P<number>{NUMBER}) ?¢"), _cent_sign, Marks.SYMBOL, among="¢"),
    Rule((r"(?<![\w.,])(?P<number>\d{1,2})p(?!\w)"), _pence, Marks.DIGIT),
)
"""Amounts of money, ranges of them first."""
