"""Fractions, numbers standing alone, and every digit that no other rule has said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.figures import END, SIGNED, START
from brisa.text.normalize.european.finding import Finder, alternatives
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_VULGAR: Final = "\u00bc\u00bd\u00be\u2150-\u215e"
_DIGITAL: Final = "\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u249b\u24ea-\u24ff"
_SLASHED: Final = (
    rf"{START}(?:(?P<whole>\d{{1,3}}) )?(?P<top>\d{{1,3}})[/\u2044](?P<bottom>\d{{1,4}})"
)
_MARKS: Final = (10, 20, 100)
_PART_OF: Final = lazy_pattern(r" (?:d[eo]s?|da|del|das)\b| d['\u2019]")
_SLASHED_ANY: Final = lazy_pattern(rf"{START}(?P<top>\d+)[/\u2044](?P<bottom>\d+)(?![\w/]|[.,]\d)")


def fraction_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for ``3/4``, ``1 1/2``, ``½`` and ``2½``, with a unit or not."""
    unit = rf"(?: ?(?P<unit>{alternatives(lexis.units)})(?!\w))?"
    yield Finder(lazy_pattern(rf"{_SLASHED}{unit}(?![\w/]|[.,]\d)"), _slashed)
    yield Finder(_SLASHED_ANY, _over)
    vulgar = rf"(?:(?<!\d)(?P<whole>\d{{1,6}}) ?)?(?P<sign>[{_VULGAR}])"
    yield Finder(lazy_pattern(vulgar + unit), _vulgar)


def number_finders(_lexis: Lexis) -> Iterator[Finder]:
    """Rules for numbers, then for single digits wherever they are left."""
    yield Finder(lazy_pattern(rf"{SIGNED}{END}"), _number)
    yield Finder(lazy_pattern(rf"\d+|[{_DIGITAL}]"), _left)
    yield Finder(lazy_pattern(r"\d"), _left)


def _slashed(match: re.Match[str], reader: Reader) -> str | None:
    top, bottom = int(match["top"]), int(match["bottom"])
    if match["whole"] and top >= bottom:
        return None
    if not match["whole"] and not match["unit"] and _is_mark(match, top, bottom, reader):
        return _over(match, reader)
    said = _fraction(match["whole"], top, bottom, reader)
    return said and said + _of(match, reader)


def _is_mark(match: re.Match[str], top: int, bottom: int, reader: Reader) -> bool:
    """``18/20`` at school, unless it is of something."""
    marks = reader.lexis.scale_of is not None and bottom in _MARKS
    return marks and 1 < top < bottom and not _PART_OF.match(match.string, match.end())


def _fraction(whole: str | None, top: int, bottom: int, reader: Reader) -> str | None:
    said = reader.lexis.denominators(top, bottom, reader.locale) if top < bottom else None
    if said is None:
        return None
    if not whole:
        return said
    return reader.lexis.mixed(reader.integer(whole), said)


def _over(match: re.Match[str], reader: Reader) -> str:
    top, bottom = reader.integer(match["top"]), reader.integer(match["bottom"])
    return f"{top} {reader.lexis.signs.over} {bottom}"


def _vulgar(match: re.Match[str], reader: Reader) -> str | None:
    parts = unicodedata.normalize("NFKD", match["sign"]).split("\u2044")
    top, bottom = int(parts[0]), int(parts[-1])
    said = _fraction(match["whole"], top, bottom, reader) or (
        f"{reader.cardinal(top)} {reader.lexis.signs.over} {reader.cardinal(bottom)}"
    )
    return said + _of(match, reader)


def _of(match: re.Match[str], reader: Reader) -> str:
    """The unit behind a fraction."""
    if not match["unit"]:
        return ""
    noun = reader.lexis.units[match["unit"]]
    if match["whole"]:
        return f" {noun.plural}"
    of = f" {reader.lexis.scale_of}" if reader.lexis.scale_of else ""
    return reader.joined(of, noun.singular)


def _number(match: re.Match[str], reader: Reader) -> str:
    figure = reader.parse(match[0])
    return reader.number(figure, reader.agreement(match.string, match.end()))


def _left(match: re.Match[str], reader: Reader) -> str:
    if match[0].isdecimal():
        attached = match.start() > 0 and match.string[match.start() - 1].isalpha()
        gender = "" if attached else reader.agreement(match.string, match.end())
        return reader.integer(match[0], gender)
    return reader.cardinal(int(unicodedata.numeric(match[0], 0.0)))
