"""Roman numerals, where the word before them says that they are such."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.numbers import cardinal, ordinal
from brisa.text.normalize.english.rule import DASH, Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_VALUES: Final = MappingProxyType({"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000})
_WELL_FORMED: Final = lazy_pattern(
    r"(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
)

_NUMBERED: Final = (
    "World War|Chapter|Part|Act|Scene|Book|Volume|Vol\\.|Section|Article|Appendix|Phase|Stage|Type"
    "|Level|Tier|Class|Grade|Title|Canto|Psalm|Table|Figure|Fig\\.|Plate|Episode|Season|Super Bowl"
    "|WrestleMania|Olympiad|Mark|Mk\\.?|Division|Corps|Apollo|Gemini|Saturn|Rocky|Fantasy"
    "|Quest|Theft Auto"
    "|Symphony|Sonata|Concerto|Op\\.|Opus|No\\.|Case|Round|Form|Schedule|Annex|Area|Unit"
    "|Group|Region"
    "|Zone|Star Wars|Godfather|Civilization|Halo|Vatican"
)
_NAMED: Final = (
    "Henry|Louis|Elizabeth|Charles|George|William|Edward|Richard|James|Philip|Phillip|Francis"
    "|Frederick|Napoleon|Nicholas|Alexander|Peter|Paul|John|Pius|Leo|Benedict|Gregory|Innocent"
    "|Clement|Urban|Boniface|Catherine|Ivan|Ramesses|Ramses|Thutmose|Amenhotep|Ptolemy|Cleopatra"
    "|Harald|Haakon|Olaf|Gustav|Christian|Margrethe|Ferdinand|Alfonso|Joseph|Leopold|Wilhelm"
    "|Otto|Umberto|Victor|Emmanuel|Mehmed|Selim|Murad|Darius|Xerxes|Robert|David|Malcolm"
    "|Constantine|Theodosius|Justinian|Mary|Anne|Stephen|Sixtus|Julius|Rama|Akbar|Albert"
    "|Baudouin|Juan|Carlos|Felipe|Pedro|Manuel|Sancho|Afonso|Maximilian|Rudolf|Sigismund|Karl"
)
_FIRST_NAMES: Final = (
    "Thomas|Michael|Martin|Samuel|Harry|Walter|Arthur|Daniel|Matthew|Mark|Frank|Theodore|Andrew"
    "|Benjamin|Patrick|Kenneth|Donald|Jack|Roger|Howard|Harold|Raymond|Gerald|Douglas|Scott"
    "|Henry|Charles|George|William|Edward|Richard|James|Philip|Francis|Peter|Paul|John|Joseph"
    "|Robert|David|Albert|Stephen|Steven|Alexander|Nicholas|Frederick|Louis|Loudon|Brian|Eric"
)
_NUMERAL: Final = r"[IVXLCDM]+"
_LATER: Final = r"(?:[IVXLC]{2,8}|[VX])"
_AFTER: Final = r"(?![\w&]|['’]\w|\.\w)"


def value(numeral: str) -> int | None:
    """``XIV`` is 14; ``None`` if it is not well formed."""
    if len(numeral) > 15 or not _WELL_FORMED.fullmatch(numeral):
        return None
    total = 0
    for letter, following in zip(numeral, numeral[1:] + "I", strict=True):
        here = _VALUES[letter]
        total += -here if here < _VALUES[following] else here
    return total


def _numbered(match: re.Match[str], context: Context) -> str | None:
    said = value(match.group("numeral"))
    if said is None or (match.group("numeral") == "I" and not _stands_for_one(match, context)):
        return None
    words = cardinal(str(said), british=context.british)
    last = match.group("last")
    if not last:
        return words
    end = value(last)
    return None if end is None else f"{words} to {cardinal(str(end), british=context.british)}"


_GOES_ON: Final = lazy_pattern(
    r"\s?(?:[^\w\s]|\Z|of\b|is\b|was\b|and\b|or\b|in\b|began\b|begins\b|ended\b|ends\b|to\b|at\b)"
)


def _stands_for_one(match: re.Match[str], context: Context) -> bool:
    """``Part I``, not ``the Part I like``."""
    if match.group("word") == "World War":
        return True
    return _GOES_ON.match(context.text, match.end()) is not None


def _nth(match: re.Match[str], context: Context) -> str | None:
    said = value(match.group("numeral"))
    return None if said is None else f"the {ordinal(str(said))}"


def _century(match: re.Match[str], context: Context) -> str | None:
    said = value(match.group("numeral"))
    return None if said is None else ordinal(str(said))


def _item(match: re.Match[str], context: Context) -> str | None:
    said = value(match.group("numeral").upper())
    return None if said is None else cardinal(str(said))


RULES: Final = (
    Rule(
        (
            rf"(?<!\w)(?i:(?P<word>{_NUMBERED}))s?\s"
            rf"(?P<said>(?P<numeral>{_NUMERAL})(?:{DASH}(?P<last>{_NUMERAL}))?){_AFTER}"
        ),
        _numbered,
        Marks.CAPITALS,
    ),
    Rule(
        (rf"(?<!\w)(?!Malcolm\sX\b)(?:{_NAMED})\s(?P<said>(?P<numeral>{_LATER})){_AFTER}"),
        _nth,
        Marks.CAPITALS,
    ),
    Rule(
        (
            rf"(?<!\w)(?:{_FIRST_NAMES})(?:\s[A-Z]\.)?\s[A-Z][a-z]+,?\s"
            rf"(?P<said>(?P<numeral>I{{2,3}}|IV)){_AFTER}"
        ),
        _nth,
        Marks.CAPITALS,
    ),
    Rule(
        (rf"(?<!\w)(?P<said>(?P<numeral>{_LATER}))(?:th)?(?=\s[Cc]entur)"),
        _century,
        Marks.CAPITALS,
    ),
    Rule(
        (
            rf"(?<!\w)[A-Z][a-z]+\s(?P<said>(?P<numeral>II|III|IV|VI|VII|VIII|IX|XI{{1,3}}))"
            rf"{_AFTER}"
        ),
        lambda match, context: _numbered_name(match, context),
        Marks.CAPITALS,
    ),
    Rule(
        (r"(?:\A|(?<=[\ue000\ue001]))\s*\(?(?P<said>(?P<numeral>[ivx]{2,5}))(?=[.)]\s)"),
        _item,
        Marks.DOT | Marks.SYMBOL,
    ),
)
"""What is counted, then whom is numbered, then any name with a numeral over one."""


def _numbered_name(match: re.Match[str], context: Context) -> str | None:
    said = value(match.group("numeral"))
    return None if said is None else cardinal(str(said))
