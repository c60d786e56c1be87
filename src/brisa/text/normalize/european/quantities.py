"""Figures with units and percent, ranges and sizes of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.figures import END, NUMBER, SIGNED, START
from brisa.text.normalize.european.finding import Finder, alternatives
from brisa.text.normalize.european.lexis import Gender, Lexis, Noun
from brisa.text.normalize.european.money import scale_word
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_SPACE: Final = r"[ \u00a0\u2009\u202f]?"
_DASH: Final = r"(?:[\u2013\u2014-]|[ \u00a0][\u2013\u2014][ \u00a0])"


def quantity_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for ranges, sizes, percent, units, scales (``Mio.``) and bare ranges."""
    unit = alternatives(lexis.units)
    scale = alternatives(lexis.scales)
    signs = r"%|\u2030"
    per = rf"(?:/(?P<per>{unit}))?"
    what = rf"(?:(?P<ratio>{signs})|(?P<unit>{unit}){per})(?!\w)"
    yield Finder(
        lazy_pattern(rf"(?P<low>{SIGNED}){_DASH}(?P<high>{NUMBER}){_SPACE}{what}"), _range_of
    )
    yield Finder(
        lazy_pattern(
            rf"(?P<low>{SIGNED}){_SPACE}[x\u00d7]{_SPACE}(?P<high>{NUMBER})"
            rf"(?:{_SPACE}{what})?{END}"
        ),
        _size,
    )
    yield Finder(lazy_pattern(rf"(?P<low>{SIGNED}){_SPACE}{what}"), _quantity)
    yield Finder(lazy_pattern(rf"(?P<low>{SIGNED}){_SPACE}(?P<scale>{scale})(?!\w)"), _scaled)
    yield Finder(lazy_pattern(rf"(?P<low>{START}{NUMBER}){_DASH}(?P<high>{NUMBER}){END}"), _range)


def _quantity(match: re.Match[str], reader: Reader) -> str | None:
    figure = reader.parse(match["low"])
    if match["ratio"]:
        return f"{reader.number(figure)} {_ratio(match, reader)}"
    if not match["per"] and _word_instead(match):
        return None
    return f"{reader.counted(figure, _noun(match, reader))}{_per(match, reader)}"


def _word_instead(match: re.Match[str]) -> bool:
    """A letter alone behind a space, before more text in capitals or a dot, is no unit."""
    return (
        match["unit"].isupper()
        and len(match["unit"]) == 1
        and match["low"] + match["unit"] != match[0]
        and match.string[match.end() : match.end() + 1] == "."
    )


def _noun(match: re.Match[str], reader: Reader) -> Noun:
    return reader.lexis.units[match["unit"]]


def _ratio(match: re.Match[str], reader: Reader) -> str:
    signs = reader.lexis.signs
    return signs.percent if match["ratio"] == "%" else signs.permille


def _per(match: re.Match[str], reader: Reader) -> str:
    if not match["per"]:
        return ""
    noun = reader.lexis.units[match["per"]]
    signs = reader.lexis.signs
    return f" {signs.per_feminine if noun.gender == 'f' else signs.per} {noun.singular}"


def _range_of(match: re.Match[str], reader: Reader) -> str | None:
    low, high = reader.parse(match["low"]), reader.parse(match["high"])
    to = reader.lexis.signs.to
    if match["ratio"]:
        return f"{reader.number(low)} {to} {reader.number(high)} {_ratio(match, reader)}"
    noun = _noun(match, reader)
    first = reader.number(low, noun.gender)
    return f"{first} {to} {reader.counted(high, noun)}{_per(match, reader)}"


def _size(match: re.Match[str], reader: Reader) -> str | None:
    low, high = reader.parse(match["low"]), reader.parse(match["high"])
    first, by = reader.number(low), reader.lexis.signs.by
    if match["unit"]:
        return f"{first} {by} {reader.counted(high, _noun(match, reader))}{_per(match, reader)}"
    ratio = f" {_ratio(match, reader)}" if match["ratio"] else ""
    return f"{first} {by} {reader.number(high)}{ratio}"


def _scaled(match: re.Match[str], reader: Reader) -> str:
    figure = reader.parse(match["low"])
    gender: Gender = "f" if reader.lexis.code == "de" else "m"
    return f"{reader.number(figure, gender)} {scale_word(figure, match['scale'], reader)}"


def _range(match: re.Match[str], reader: Reader) -> str | None:
    """``5–9``; from the higher to the lower with a hyphen it is a score."""
    low, high = reader.parse(match["low"]), reader.parse(match["high"])
    signs = reader.lexis.signs
    score = "-" in match[0] and low.value > high.value
    gender = reader.agreement(match.string, match.end())
    between = signs.score if score else signs.to
    first, last = _year_or(reader, low.whole), _year_or(reader, high.whole)
    if first and (last or len(high.whole) == 2):
        return f"{first} {between} {last or reader.cardinal(high.value)}"
    return f"{reader.number(low, gender)} {between} {reader.number(high, gender)}"


def _year_or(reader: Reader, digits: str) -> str | None:
    if len(digits) == 4 and 1100 <= int(digits) < 2100:
        return reader.lexis.year(int(digits), reader.locale)
    return None
