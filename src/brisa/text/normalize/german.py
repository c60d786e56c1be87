"""German: ``19,4 °C`` is *neunzehn Komma vier Grad Celsius*, ``am 3. April`` *am dritten April*.

Regions: ``de-CH`` and ``de-LI`` write ``1'234.50``. Case and gender of ordinals and of *ein* are
told from the article before and the ending of the noun behind, which is right more often than not.
"""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.european.dates import valid_date
from brisa.text.normalize.european.finding import Finder, ends_text
from brisa.text.normalize.european.lexis import Address, Gender, Lexis, Signs
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.romans import CANONICAL, roman_value
from brisa.text.normalize.european.rules import language_rules
from brisa.text.normalize.german_coins import CURRENCIES, ONE_COIN
from brisa.text.normalize.german_words import (
    ABBREVIATIONS,
    BEFORE_FIGURES,
    CURRENCY_SIGNS,
    KINGS,
    MONTHS,
    MONTHS_SHORT,
    PARTS,
    QUEENS,
    SAID,
    SCALES,
    SPELLED,
    UNITS,
)
from brisa.text.normalize.numeral_words import cardinal_words, rendered
from brisa.text.patterns import lazy_pattern

_FEMININE: Final = lazy_pattern(
    r"(?:[a-zäöüß]{2,}(?:ung|heit|keit|schaft|tion|tät|[^aeiouy]e|ik|ur|nacht|uhr|zahl|hand))$"
)
_OBLIQUE: Final = lazy_pattern(
    r"(?:\b(?:am|vom|zum|zur|im|beim|den|dem|des|ab|seit|bis|einem|einer|eines|keinem|ihrem|seinem"
    r"|meinem|unserem|diesem|diesen|jedem|jeden)"
    r"|\b(?:in|an|auf|mit|von|bei|nach|seit|zu|aus|vor|während) der) $",
    re.IGNORECASE,
)
_DEFINITE: Final = lazy_pattern(r"\b(?:der|die|das|diese|jede|dieser|dieses) $", re.IGNORECASE)
_NEUTER: Final = lazy_pattern(r"\b(?:ein|mein|dein|sein|ihr|unser|kein|als) $", re.IGNORECASE)


def _locale(language: str) -> str:
    return "de-CH" if language.lower() in ("de-ch", "de-li") else "de"


def _cardinal(value: int, _locale: str, gender: Gender) -> str:
    if value == 1:
        return {"": "eins", "m": "ein", "n": "ein", "f": "eine"}[gender]
    return cardinal_words(value, "de")


def _year(value: int, _locale: str) -> str:
    return rendered(value, "de", "year") or cardinal_words(value, "de")


def _ordinal(value: int, _locale: str, gender: Gender) -> str:
    stem = rendered(value, "de", "ordinal") or cardinal_words(value, "de") + "ste"
    return stem if gender in ("", "f") else f"{stem}r"


def _agreement(word: str) -> Gender:
    if word in ("Uhr", "Prozent", "Komma") or not word[:1].isupper():
        return "m" if word == "Uhr" else ""
    return "f" if _FEMININE.search(word) else "m"


def _date(day: int, month: int, year: int | None, before: str, locale: str) -> str:
    said = f"{_declined(day, before, 'm')} {MONTHS[month - 1]}"
    return said if year is None else f"{said} {_year(year, locale)}"


def _declined(value: int, before: str, gender: Gender) -> str:
    """An ordinal as it stands behind the text ``before``."""
    stem = _ordinal(value, "de", "f")
    if _OBLIQUE.search(before):
        return f"{stem}n"
    if _DEFINITE.search(before) or gender == "f":
        return stem
    return f"{stem}r"


def _time(hour: int, minute: int, second: int | None, _marked: bool, locale: str) -> str:
    said = f"{_cardinal(hour, locale, 'm')} Uhr"
    if minute or second:
        said += f" {_cardinal(minute, locale, '')}"
    if second:
        said += f" und {_cardinal(second, locale, 'f')} Sekunde{'n' if second != 1 else ''}"
    return said


def _fraction(top: int, bottom: int, locale: str) -> str | None:
    if bottom == 2:
        return "ein halb"
    if bottom < 3 or bottom > 1000:
        return None
    part = _ordinal(bottom, locale, "f").removesuffix("te")
    return f"{_cardinal(top, locale, 'n')} {part.capitalize()}tel"


def _mixed(whole: str, part: str) -> str:
    if part == "ein halb":
        return f"{'ein' if whole == 'eins' else whole}einhalb"
    return f"{whole} {part}"


def _regnal(word: str, value: int, locale: str) -> str | None:
    if word in PARTS:
        return _cardinal(value, locale, "")
    if word in QUEENS:
        return f"die {_ordinal(value, locale, 'f').capitalize()}"
    if word in KINGS:
        return f"der {_ordinal(value, locale, 'f').capitalize()}"
    return None


_ORDINAL: Final = lazy_pattern(
    rf"(?<![\w.,])(?P<value>\d{{1,3}}|{CANONICAL})\.(?= ?(?P<next>[^\W\d_]+))"
)
_ARTICLE: Final = lazy_pattern(
    r"(?:" + "|".join((_OBLIQUE.pattern, _DEFINITE.pattern, _NEUTER.pattern)) + ")",
    re.IGNORECASE,
)
_YEAR: Final = lazy_pattern(
    r"(?<![\w.,])(?P<year>1[1-9]\d\d)(?!\w|[.,]\d| ?[^\W\d_a-zäöü][^\W\d_])"
)
_DAY_MONTH: Final = lazy_pattern(
    r"(?<![\w.,])(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\.(?!\d| ?\d{2})"
)
_DECADE: Final = lazy_pattern(r"(?<![\w.,])(?P<value>\d0|[12]\d\d0)er\b(?P<noun>-?)")
_CASE_OF: Final = lazy_pattern(
    r"(?<![\w.,])(?P<first>\d{1,2})\. ?(?P<joint>und|oder|bis|/|\u2013|-) ?(?=\d{1,2}\. ?[^\W\d_])"
)


def _ordinal_before_noun(match: re.Match[str], reader: Reader) -> str | None:
    written = match["value"]
    value = int(written) if written.isdecimal() else roman_value(written)
    before = match.string[max(0, match.start() - 40) : match.start()]
    noun, article = match["next"], _ARTICLE.search(before) is not None
    if not value or (not article and (value > 31 or not noun[0].isupper())):
        return None
    if not article and before.rstrip()[-1:].islower() and not before.endswith(("\u00a0", " ")):
        return None
    gender = _agreement(noun) if noun[0].isupper() else "m"
    return _declined(value, before, gender or "m")


def _day_month(match: re.Match[str], reader: Reader) -> str | None:
    day, month = int(match["day"]), int(match["month"])
    if not valid_date(day, month):
        return None
    before = match.string[max(0, match.start() - 40) : match.start()]
    stop = "." if ends_text(match) else ""
    return f"{_date(day, month, None, before, reader.locale)}{stop}"


def _first_of_two(match: re.Match[str], _reader: Reader) -> str:
    before = match.string[max(0, match.start() - 40) : match.start()]
    joint = match["joint"] if match["joint"].isalpha() else "bis"
    return f"{_declined(int(match['first']), before, 'm')} {joint} "


def _decade(match: re.Match[str], reader: Reader) -> str:
    value = int(match["value"])
    words = _year(value, "de") if value >= 1000 else reader.cardinal(value)
    return f"{words}er{match['noun']}"


LEXIS: Final = Lexis(
    code="de",
    locale=_locale,
    cardinal=_cardinal,
    ordinal=_ordinal,
    year=_year,
    agreement=_agreement,
    is_plural=lambda whole, decimals: whole != 1 or bool(decimals),
    signs=Signs(
        "minus", "plus", "Komma", "Punkt", "bis", "zu", "durch", "Version", "Prozent", "Promille",
        "pro", "pro", "mal", "mal",
    ),
    address=Address(
        "at", "Punkt", "Bindestrich", "Unterstrich", "Schrägstrich", "Doppelpunkt", "Hashtag"
    ),
    scale_of=None,
    scales=SCALES,
    fraction_max_digits=0,
    months=MONTHS,
    month_abbreviations=MONTHS_SHORT,
    date=_date,
    time=_time,
    time_mark=r"Uhr|h",
    hour_mark=r"Uhr",
    join_money=" ",
    say_minor=False,
    units=UNITS,
    currencies=CURRENCIES,
    currency_signs=CURRENCY_SIGNS,
    local_currency={},
    denominators=_fraction,
    mixed=_mixed,
    phone=r"0\d{1,4}[ /-]{1,3}\d{3,}(?:[ -]\d{2,})*|0\d{3,5}(?: \d{2,}){1,4}",
    phone_cue=r"Tel(?:efon(?:nummer)?)?|Fax|Handy|Mobil|Hotline|Rufnummer|Nummer|PLZ|Postleitzahl",
    phone_pairs=False,
    regnal=_regnal,
    abbreviations=ABBREVIATIONS,
    before_figures=BEFORE_FIGURES,
    before_names={"Fr.": "Frau", "Hr.": "Herr", "Hrn.": "Herrn", "St.": "Sankt"},
    symbols={
        "&": "und", "+": "plus", "=": "gleich", "%": "Prozent", "@": "at", "\u00d7": "mal",
        "\u00f7": "geteilt durch", "\u00b1": "plus minus", "<": "kleiner als", ">": "größer als",
        "\u2264": "kleiner gleich", "\u2265": "größer gleich", "\u2248": "ungefähr", "~": "etwa",
        "\u00a7": "Paragraf", "\u20ac": "Euro",
        "$": "Dollar", "\u00a3": "Pfund", "\u00b0": "Grad",
        "#": "Nummer", "\u221e": "unendlich", "\u221a": "Wurzel aus", "\u2030": "Promille",
        "\u00b2": "hoch zwei", "\u00b3": "hoch drei",
        "\u00a9": "Copyright", "\u00ae": "registriert", "\u2122": "Trademark", "\u2192": "nach",
    },
    point_is_decimal=lambda locale: locale == "de-CH",
    spelled=SPELLED,
    said=SAID,
)  # fmt: skip

RULES: Final = language_rules(
    LEXIS,
    own_first=(
        ONE_COIN,
        Finder(_DAY_MONTH, _day_month),
        Finder(_CASE_OF, _first_of_two),
        Finder(_DECADE, _decade),
    ),
    own_last=(
        Finder(_ORDINAL, _ordinal_before_noun),
        Finder(_YEAR, lambda match, reader: reader.lexis.year(int(match["year"]), reader.locale)),
    ),
)
