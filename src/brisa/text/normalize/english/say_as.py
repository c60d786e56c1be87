"""What a caller says about a stretch (SSML ``say-as``), in English words."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.english.dates import MONTHS, full_year, say_date
from brisa.text.normalize.english.fractions import say_fraction
from brisa.text.normalize.english.numbers import number, ordinal, spell_digits
from brisa.text.normalize.english.phones import say_phone
from brisa.text.normalize.english.region import is_british
from brisa.text.normalize.english.times import say_clock
from brisa.text.patterns import lazy_pattern

_SIGN_NAMES: Final = MappingProxyType(
    {
        ".": "dot",
        "-": "dash",
        "_": "underscore",
        "/": "slash",
        "@": "at",
        "#": "hash",
        "&": "and",
        "+": "plus",
        "*": "star",
        ":": "colon",
        "$": "dollar",
        "%": "percent",
        "=": "equals",
        "!": "exclamation mark",
        "?": "question mark",
    }
)
_NUMBER: Final = lazy_pattern(r"\s*([-−+]?)\s*(\d[\d,' ]*(?:\.\d+)?|\.\d+)\s*\Z")
_NO_FIGURE: Final = lazy_pattern(r"[^\d.]")
_FRACTION: Final = lazy_pattern(r"\s*(?:(\d+)[ +])?(\d+)\s*/\s*(\d+)\s*\Z")
_TIME: Final = lazy_pattern(
    r"\s*(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([AaPp])?\.?\s?(?:[Mm]\.?)?\s*\Z"
)
_DATE_PARTS: Final = lazy_pattern(r"\d+|[A-Za-z]+")


def say_as(text: str, interpret_as: str, options: ReadingOptions) -> str | None:
    """See :data:`brisa.text.normalize.base.SayAs`."""
    kind, _, detail = interpret_as.lower().partition(":")
    if kind == "date":
        return _date(text, detail, options)
    say = _KINDS.get(kind)
    return say(text, options) if say else None


def _characters(text: str, options: ReadingOptions) -> str | None:
    said = [
        spell_digits(character)
        if character.isdecimal()
        else character.upper()
        if character.isalpha()
        else _SIGN_NAMES.get(character, "")
        for character in text
    ]
    return " ".join(filter(None, said)) or None


def _digits(text: str, options: ReadingOptions) -> str | None:
    return _characters(text, options) if any(map(str.isdecimal, text)) else None


def _number(text: str, options: ReadingOptions) -> str | None:
    match = _NUMBER.match(text)
    if match is None:
        return _fraction(text, options)
    whole, point, rest = _NO_FIGURE.sub("", match.group(2)).partition(".")
    # A caller who says that it is a quantity means one, however many digits it has.
    grouped = f"{whole.lstrip('0') or '0'},"
    words = number(grouped + point + rest, british=is_british(options.language))
    sign = {"": "", "+": "plus "}.get(match.group(1), "minus ")
    return sign + words


def _ordinal(text: str, options: ReadingOptions) -> str | None:
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    return ordinal(digits, british=is_british(options.language)) if digits else None


def _fraction(text: str, options: ReadingOptions) -> str | None:
    match = _FRACTION.match(text)
    if match is None or not int(match.group(3)):
        return None
    whole, above, below = match.groups()
    words = say_fraction(above, below)
    if not whole:
        return words
    words = "a half" if words == "one half" else words
    return f"{number(whole, british=is_british(options.language))} and {words}"


def _time(text: str, options: ReadingOptions) -> str | None:
    match = _TIME.match(text)
    if match is None or int(match.group(1)) > 24 or int(match.group(2) or 0) > 59:
        return None
    half = match.group(3)
    return say_clock(int(match.group(1)), int(match.group(2) or 0), half.lower() if half else None)


def _telephone(text: str, options: ReadingOptions) -> str | None:
    return say_phone(text) if any(map(str.isdecimal, text)) else None


def _expletive(text: str, options: ReadingOptions) -> str:
    return "bleep"


def _date(text: str, detail: str, options: ReadingOptions) -> str | None:
    """``detail`` names the parts in the order they stand in: ``mdy``, ``ym``, ``d`` ..."""
    parts = _DATE_PARTS.findall(text)
    order = detail or options.date_order or ("dmy" if is_british(options.language) else "mdy")
    if not detail and parts and len(parts[0]) == 4:
        order = "ymd"
    if len(parts) != len(order) or set(order) - set("ymd") or len(set(order)) < len(order):
        return None
    found = dict(zip(order, parts, strict=True))
    return _say_parts(found, british=is_british(options.language))


def _say_parts(found: dict[str, str], *, british: bool) -> str | None:
    month = _month(found["m"]) if "m" in found else ""
    if month is None or not all(found[part].isdecimal() for part in "yd" if part in found):
        return None
    day = int(found["d"]) if "d" in found else None
    value = full_year(found["y"]) if "y" in found else None
    if day is not None and not month:
        return ordinal(str(day)) if value is None else None
    return say_date(month, day, value, day_first=british, british=british).strip()


def _month(written: str) -> str | None:
    if written.isdecimal():
        return MONTHS[int(written) - 1] if 1 <= int(written) <= 12 else None
    return next((month for month in MONTHS if month.lower().startswith(written.lower())), None)


_KINDS: Final[MappingProxyType[str, Callable[[str, ReadingOptions], str | None]]] = (
    MappingProxyType(
        {
            "characters": _characters,
            "spell-out": _characters,
            "verbatim": _characters,
            "digits": _digits,
            "cardinal": _number,
            "number": _number,
            "ordinal": _ordinal,
            "fraction": _fraction,
            "time": _time,
            "telephone": _telephone,
            "expletive": _expletive,
        }
    )
)
"""The others (``unit``, ``currency``, ``address``) are read as if unmarked, which knows them."""
