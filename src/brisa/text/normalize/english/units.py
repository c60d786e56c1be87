"""Numbers with units: ``5 kg``, ``60 km/h``, ``101.3°F``, ``5'10"``, ``12.5%``, ``15–20 °C``."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.numbers import is_one, number
from brisa.text.normalize.english.rule import DASH, DASHES, NUMBER, SIGN, Context, Marks, Rule
from brisa.text.normalize.english.unit_names import DEGREES, NAMES, NOT_GLUED, ONLY_GLUED
from brisa.text.normalize.english.vocabulary import words
from brisa.text.patterns import lazy_pattern

_POWERS: Final = {
    "²": "square",
    "2": "square",
    "^2": "square",
    "³": "cubic",
    "3": "cubic",
    "^3": "cubic",
}
_LENGTHS: Final = frozenset(words("km cm mm nm m dm mi ft in yd µm"))
_UNIT: Final = "|".join(map(re.escape, sorted(NAMES, key=len, reverse=True)))
_COMPOUND: Final = (
    rf"(?P<square>(?:sq|cu)\.?\s)?(?P<unit>{_UNIT})(?P<power>[²³]|\^?[23](?![\d.]))?"
    rf"(?:(?P<slash>/|\sper\s)(?P<per>{_UNIT}|sec|day|week|month|year)(?P<per_power>[²³]"
    rf"|\^?[23](?!\d))?)?"
    r"(?![\w²³'’&+]|/\w|-[a-z])"
)
_BEFORE: Final = r"(?<![\w.,:/$£€#^-])"
_VALUE: Final = rf"(?P<sign>{SIGN})?(?P<number>{NUMBER})"
_INCH: Final = r"(?:\"|″|''|”|’’|in\b)"
_FOOT: Final = r"(?:'|′|’|\s?ft\b\.?)"


def unit_name(written: str, power: str | None, *, one: bool) -> str:
    """``m`` with ``²`` is "square meters"."""
    name = NAMES[written][0 if one else 1] if written in NAMES else written
    return f"{_POWERS[power]} {name}" if power else name


def _compound(match: re.Match[str], *, one: bool) -> str | None:
    written, power, per = match.group("unit"), match.group("power"), match.group("per")
    if power and power not in "²³" and written not in _LENGTHS:
        return None
    name = unit_name(written, power, one=one)
    square = match.group("square")
    if square:
        name = f"{'square' if square.startswith('sq') else 'cubic'} {name}"
    if per:
        per_power = match.group("per_power")
        name += f" per {unit_name(per, None, one=True)}"
        if per_power:
            name += " squared" if per_power[-1] in "²2" else " cubed"
    return name


def _is_unit(match: re.Match[str], context: Context) -> bool:
    unit = match.group("unit")
    alone = not (match.group("power") or match.group("per") or match.group("square"))
    glued = match.start("unit") == match.end("number")
    if not alone:
        return True
    if glued:
        return unit not in NOT_GLUED
    if unit == "in":
        return _IN_IS_INCHES.match(context.text, match.end()) is not None
    return unit not in ONLY_GLUED


_IN_IS_INCHES: Final = lazy_pattern(
    r"\.?(?:[,;:)!?]|\s?[x×]\s|\s(?:by|tall|long|wide|high|thick|deep|diameter|of|apart)\b)|\.?\Z"
)


def _measure(match: re.Match[str], context: Context) -> str | None:
    if not _is_unit(match, context):
        return None
    written = match.group("number")
    name = _compound(match, one=is_one(written) or _describes(match, context))
    if name is None:
        return None
    sign = match.group("sign") or ""
    return f"{number(sign + written, british=context.british)} {name}"


def _describes(match: re.Match[str], context: Context) -> bool:
    """``a 2 TB disk``: what stands before what it measures is in the singular."""
    before = context.text[max(0, match.start() - 9) : match.start()]
    noun = _NOUN.match(context.text, match.end())
    return noun is not None and _ARTICLE.search(before) is not None


_ARTICLE: Final = lazy_pattern(r"\b(?:an?|another|every|each|single)\s\Z", re.IGNORECASE)
_NOUN: Final = lazy_pattern(
    r"\s(?!(?:or|and|to|for|in|on|at|per|an?|from|of|by|with|but|if|is|was|away|above|below)\b)[a-z]{2,}"
)


def _measures(match: re.Match[str], context: Context) -> str | None:
    if not _is_unit(match, context):
        return None
    name = _compound(match, one=False)
    first, last = (
        number(match.group(side), british=context.british) for side in ("first", "number")
    )
    joint = "by" if match.group("joint").strip() in ("x", "×") else "to"
    return None if name is None else f"{first} {joint} {last} {name}"


def _attributive(match: re.Match[str], context: Context) -> str:
    unit = NAMES[match.group("unit")][0]
    return f"{number(match.group('number'), british=context.british)} {unit}"


def _degrees(match: re.Match[str], context: Context) -> str:
    written, scale = match.group("number"), match.group("scale")
    first = match.group("first")
    words = number((match.group("sign") or "") + written, british=context.british)
    if first:
        words = f"{number((match.group('first_sign') or '') + first)} to {words}"
    name = "degree" if is_one(written) and not first else "degrees"
    return f"{words} {name} {DEGREES[scale.upper()]}" if scale else f"{words} {name}"


def _feet_inches(match: re.Match[str], context: Context) -> str:
    feet, inches = match.group("feet"), match.group("inches")
    words = f"{number(feet)} {'foot' if is_one(feet) else 'feet'}"
    return f"{words} {number(inches)} {'inch' if is_one(inches) else 'inches'}" if inches else words


def _inches(match: re.Match[str], context: Context) -> str | None:
    if context.text.count('"', 0, match.start()) % 2:
        return None  # the end of a quotation
    written = match.group("number")
    return f"{number(written)} {'inch' if is_one(written) else 'inches'}"


def _percent(match: re.Match[str], context: Context) -> str:
    sign = match.group("sign") or ""
    words = number(sign + match.group("number"), british=context.british)
    first = match.group("first")
    if first:
        words = f"{number((match.group('first_sign') or '') + first)} to {words}"
    return f"{words} {'percent' if match.group('mark') == '%' else 'per mille'}"


def _after_fraction(match: re.Match[str], context: Context) -> str | None:
    """``1/2 tsp`` is of one, ``2 1/2 tsp`` of several."""
    several = _MIXED_BEFORE.search(context.text, max(0, match.start() - 12), match.start())
    return unit_name(match.group("unit"), None, one=several is None)


_MIXED_BEFORE: Final = lazy_pattern(r"\d[ -]?(?:\d{1,2}/\d{1,2}|[½⅓⅔¼¾⅛⅜⅝⅞])\s?\Z")
_FIRST: Final = rf"(?:(?P<first_sign>{SIGN})?(?P<first>{NUMBER})"

RULES: Final = (
    Rule(
        (rf"{_BEFORE}{_FIRST}\s?[°%]?[CF]?{DASH})?{_VALUE}\s?(?:°|º|˚)\s?(?P<scale>[CFK](?!\w))?"),
        _degrees,
        Marks.SYMBOL,
        among="°º˚",
    ),
    Rule(
        (rf"{_BEFORE}{_FIRST}\s?%?{DASH})?{_VALUE}\s?(?P<mark>[%‰])"),
        _percent,
        Marks.SYMBOL,
        among="%‰",
    ),
    Rule(
        (rf"{_BEFORE}(?P<feet>\d{{1,3}}){_FOOT}\s?(?P<inches>\d{{1,2}}(?:\.\d+)?)\s?{_INCH}"),
        _feet_inches,
        Marks.DIGIT,
    ),
    Rule(
        (r"(?<![\w.,:/$£€#^'\"‘“-])(?P<feet>\d{1,3})(?P<inches>)['′](?![\w'’])(?=[\s,.;)]|\Z)"),
        _feet_inches,
        Marks.DIGIT,
    ),
    Rule((rf"{_BEFORE}(?P<number>{NUMBER})(?:″|\"(?=\s[a-z]))"), _inches, Marks.DIGIT, among='″"'),
    Rule(
        (
            rf"{_BEFORE}(?P<first>{NUMBER})(?P<joint>{DASH}|\s?[x×]\s?)(?P<number>{NUMBER})\s?"
            rf"{_COMPOUND}(?:\.(?=\s[a-z\d]))?"
        ),
        _measures,
        Marks.DIGIT,
        among=DASHES + "x×",
    ),
    Rule(
        (rf"{_BEFORE}{_VALUE}\s?{_COMPOUND}(?:\.(?=\s[a-z\d]))?"),
        _measure,
        Marks.DIGIT,
    ),
    Rule(
        (
            r"(?:(?<=/\d )|(?<=/\d\d )|(?<=[½⅓⅔¼¾⅛⅜⅝⅞] )|(?<=[½⅓⅔¼¾⅛⅜⅝⅞]))"
            rf"(?P<unit>(?!(?:in|s|h|l|m|t|st|K|B)\b){_UNIT})(?!\w)(?:\.(?=\s[a-z\d]))?"
        ),
        _after_fraction,
        Marks.SYMBOL | Marks.DIGIT,
        among="/½⅓⅔¼¾⅛⅜⅝⅞",
    ),
    Rule(
        (rf"{_BEFORE}(?P<number>{NUMBER})-(?P<unit>{_UNIT})(?![\w/])"),
        _attributive,
        Marks.DIGIT,
        among="-",
    ),
)
"""Degrees and percent, feet and inches, then every other unit."""
