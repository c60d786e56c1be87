"""Spanish: ``21 casas`` are *veintiuna casas*, ``el siglo XX`` is *el siglo veinte*.

Regions: where ``1,234.50`` is written (Mexico, the United States, Central America and the
Caribbean, Peru) a point is the decimal mark and is said *punto*, and ``$`` is the
peso where that is the coin. The first of a month is *uno* in Spain and *primero* elsewhere.
"""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Address, Gender, Lexis, Signs, words
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.rules import language_rules
from brisa.text.normalize.numeral_words import cardinal_words, rendered
from brisa.text.normalize.romance_words import feminine_ending, feminine_ordinal
from brisa.text.normalize.spanish_words import (
    ABBREVIATIONS,
    BEFORE_FIGURES,
    BEFORE_NAMES,
    CURRENCIES,
    CURRENCY_SIGNS,
    MASCULINE,
    MONTHS,
    MONTHS_SHORT,
    NOT_NOUNS,
    PARTS,
    SAID,
    SCALES,
    SPELLED,
    UNITS,
)
from brisa.text.patterns import lazy_pattern

_POINT: Final = words("es-mx es-us es-gt es-sv es-hn es-ni es-pa es-do es-pr es-pe es-419")
_UNO: Final = lazy_pattern(r"uno$")
_HUNDREDS: Final = lazy_pattern(r"(?<=ient)os\b")
_VEINTIUN_MIL: Final = lazy_pattern(r"\bveintiún (?=mil)")
_UNO_MIL: Final = lazy_pattern(r"\b(veinti)?uno (?=mil\b|millones)")


def _locale(language: str) -> str:
    tag = language.lower()
    if tag in _POINT:
        return "es-MX"
    return "es" if tag in ("es", "es-es") else "es-CO"


def _cardinal(value: int, _locale: str, gender: Gender) -> str:
    millions, rest = divmod(value, 10**6)
    if millions >= 2:
        said = f"{_below_million(millions, 'm')} millones"
        return f"{said} {_below_million(rest, gender)}" if rest else said
    if millions:
        return f"un millón {_below_million(rest, gender)}" if rest else "un millón"
    return _below_million(value, gender)


def _below_million(value: int, gender: Gender) -> str:
    said = cardinal_words(value, "es")
    said = _UNO_MIL.sub(lambda match: "veintiún " if match[1] else "un ", said)
    if gender == "f":
        said = _HUNDREDS.sub("as", said)
        said = _VEINTIUN_MIL.sub("veintiuna ", said)
        return _UNO.sub("una", said)
    if gender in ("m", "n"):
        return _UNO.sub("ún" if said.endswith("veintiuno") else "un", said)
    return said


def _ordinal(value: int, _locale: str, gender: Gender) -> str:
    if value > 99:
        return _cardinal(value, "es", "")
    said = rendered(value, "es", "ordinal") or _cardinal(value, "es", "")
    return feminine_ordinal(said) if gender == "f" else said


def _agreement(word: str) -> Gender:
    lowered = word.lower()
    if lowered in NOT_NOUNS:
        return ""
    if lowered in MASCULINE:
        return "m"
    return "f" if feminine_ending(lowered) else "m"


def _date(day: int, month: int, year: int | None, _before: str, locale: str) -> str:
    first = "primero" if day == 1 and locale != "es" else _cardinal(day, locale, "")
    said = f"{first} de {MONTHS[month - 1]}"
    return said if year is None else f"{said} de {_cardinal(year, locale, '')}"


def _time(hour: int, minute: int, second: int | None, marked: bool, locale: str) -> str:
    said = _cardinal(hour, locale, "f")
    if minute or second:
        zero = "cero " if 0 < minute < 10 else ""
        said += f" {zero}{_cardinal(minute, locale, '')}"
    elif marked:
        said += " hora" if hour == 1 else " horas"
    if second:
        said += f" y {_cardinal(second, locale, 'm')} segundo{'s' if second > 1 else ''}"
    return said


def _fraction(top: int, bottom: int, locale: str) -> str | None:
    special = "tercio" if bottom == 3 else None
    if bottom < 2 or bottom > 100:
        return None
    if bottom == 2:
        return "medio"
    if bottom <= 10:
        part = special or _ordinal(bottom, locale, "m")
    elif bottom == 100:
        part = "centésimo"
    else:
        part = f"{_cardinal(bottom, locale, '')}avo".replace(" y ", "i").replace("eavo", "avo")
    return f"{_cardinal(top, locale, 'm')} {part}{'s' if top > 1 else ''}"


def _regnal(word: str, value: int, locale: str) -> str | None:
    known = word in PARTS
    if not known and (not word[0].isupper() or len(word) < 3 or word.isupper()):
        return None
    if value <= 10 and (not known or word.lower() in ("siglo", "siglos")):
        return _ordinal(value, locale, "f" if not known and feminine_name(word) else "m")
    return _cardinal(value, locale, "")


def feminine_name(name: str) -> bool:
    """Of queens: ``Isabel II``, ``Juana I``."""
    return name.endswith("a") or name in ("Isabel", "Beatriz", "Leonor")


_ORDINAL: Final = lazy_pattern(
    r"(?<![\w.,])(?P<value>\d{1,3})\.?(?P<mark>[ºª°]s?|os?|as?|er|ero|era|do|da|to|ta|vo|va|mo|ma)"
    r"(?![\w\u00b0])(?! ?[CF]\b)"
)


def _marked(match: re.Match[str], reader: Reader) -> str | None:
    mark = match["mark"]
    if mark in ("o", "a", "os", "as") and int(match["value"]) > 20:
        return None
    if mark in ("er",):
        return f"{reader.ordinal(int(match['value']))}".removesuffix("o")
    gender: Gender = "f" if mark[0] == "ª" or mark.rstrip("s").endswith("a") else "m"
    said = reader.ordinal(int(match["value"]), gender)
    return f"{said}s" if mark.endswith("s") else said


LEXIS: Final = Lexis(
    code="es",
    locale=_locale,
    cardinal=_cardinal,
    ordinal=_ordinal,
    year=lambda value, locale: _cardinal(value, locale, ""),
    agreement=_agreement,
    is_plural=lambda whole, decimals: whole != 1 or bool(decimals),
    signs=Signs(
        "menos", "más", "coma", "punto", "a", "a", "sobre", "versión", "por ciento", "por mil",
        "por", "por", "por", "por",
    ),
    address=Address("arroba", "punto", "guion", "guion bajo", "barra", "dos puntos", "etiqueta"),
    scale_of="de",
    scales=SCALES,
    fraction_max_digits=2,
    months=MONTHS,
    month_abbreviations=MONTHS_SHORT,
    date=_date,
    time=_time,
    time_mark=r"horas?|hs?\b\.?",
    hour_mark=r"hs?\b",
    join_money=" con ",
    say_minor=True,
    units=UNITS,
    currencies=CURRENCIES,
    currency_signs=CURRENCY_SIGNS,
    local_currency=dict.fromkeys(("es-mx", "es-ar", "es-co", "es-cl", "es-uy", "es-do"), "MXN"),
    denominators=_fraction,
    mixed=lambda whole, part: f"{whole} y {part}",
    phone=r"[6789]\d{2}[ \u00a0-]\d{3}[ \u00a0-](?!000)\d{3}|[6789]\d{2}(?:[ \u00a0-]\d{2}){3}",
    phone_cue=r"tel[ée]fono|tel|tfno|llame al|llama al|m[óo]vil|celular|fax|c[óo]digo postal",
    phone_pairs=False,
    regnal=_regnal,
    abbreviations=ABBREVIATIONS,
    before_figures=BEFORE_FIGURES,
    before_names=BEFORE_NAMES,
    symbols={
        "&": "y", "+": "más", "=": "igual a", "%": "por ciento", "@": "arroba",
        "\u00d7": "por", "\u00f7": "dividido por", "\u00b1": "más menos",
        "<": "menor que", ">": "mayor que", "\u2264": "menor o igual que",
        "\u2265": "mayor o igual que", "\u2248": "aproximadamente", "~": "aproximadamente",
        "\u00a7": "sección", "\u20ac": "euros", "$": "dólares", "\u00a3": "libras",
        "\u00b0": "grados", "#": "número", "\u221e": "infinito", "\u221a": "raíz de",
        "\u2030": "por mil", "\u00b2": "al cuadrado", "\u00b3": "al cubo",
        "\u00a9": "copyright", "\u00ae": "marca registrada", "\u2122": "marca", "\u2192": "a",
    },
    point_is_decimal=lambda locale: locale == "es-MX",
    spelled=SPELLED,
    said=SAID,
)  # fmt: skip


RULES: Final = language_rules(LEXIS, own_first=(Finder(_ORDINAL, _marked),))
