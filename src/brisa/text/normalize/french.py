"""French: ``le 1er mai`` is *le premier mai*, ``17h30`` *dix-sept heures trente*.

Regions: ``fr-CH`` says *septante, huitante, nonante*, ``fr-BE`` *septante* and *nonante*. Telephone
numbers are said in pairs, as they are written.
"""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Address, Gender, Lexis, Signs
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.romans import roman_value
from brisa.text.normalize.european.rules import language_rules
from brisa.text.normalize.french_words import (
    ABBREVIATIONS,
    BEFORE_FIGURES,
    BEFORE_NAMES,
    CURRENCIES,
    CURRENCY_SIGNS,
    FEMININE,
    MONTHS,
    MONTHS_SHORT,
    PARTS,
    SCALES,
    SPELLED,
    UNITS,
)
from brisa.text.normalize.numeral_words import cardinal_words, rendered
from brisa.text.patterns import lazy_pattern

_LOCALES: Final = {"fr-ch": "fr-CH", "fr-be": "fr-BE"}
_FEMININE_ENDING: Final = lazy_pattern(r"(?:[st]ions?|tés?|ettes?|ures?|[ae]nces?|elles?|euses?)$")


def _locale(language: str) -> str:
    return _LOCALES.get(language.lower(), "fr")


def _cardinal(value: int, locale: str, gender: Gender) -> str:
    words = cardinal_words(value, locale)
    if gender == "f" and (words == "un" or words.endswith((" un", "-un"))):
        return f"{words}e"
    return words


def _ordinal(value: int, locale: str, gender: Gender) -> str:
    if value == 1:
        return "première" if gender == "f" else "premier"
    return rendered(value, locale, "ordinal") or f"{cardinal_words(value, locale)}ième"


def _agreement(word: str) -> Gender:
    lowered = word.lower()
    return "f" if lowered in FEMININE or _FEMININE_ENDING.search(lowered) else "m"


def _date(day: int, month: int, year: int | None, _before: str, locale: str) -> str:
    first = "premier" if day == 1 else cardinal_words(day, locale)
    said = f"{first} {MONTHS[month - 1]}"
    return said if year is None else f"{said} {cardinal_words(year, locale)}"


def _time(hour: int, minute: int, second: int | None, _marked: bool, locale: str) -> str:
    said = f"{_cardinal(hour, locale, 'f')} heure{'s' if hour > 1 else ''}"
    if minute or second:
        said += f" {_cardinal(minute, locale, 'f')}"
    if second:
        said += f" et {_cardinal(second, locale, 'f')} seconde{'s' if second > 1 else ''}"
    return said


def _fraction(top: int, bottom: int, locale: str) -> str | None:
    special = {2: "demi", 3: "tiers", 4: "quart"}.get(bottom)
    if bottom < 2 or bottom > 100:
        return None
    part = special or _ordinal(bottom, locale, "m")
    plural = "s" if top > 1 and not part.endswith("s") else ""
    return f"{cardinal_words(top, locale)} {part}{plural}"


def _regnal(word: str, value: int, locale: str) -> str | None:
    if word in PARTS:
        return _cardinal(value, locale, "")
    if not word[0].isupper() or len(word) < 3 or word.isupper():
        return None
    return "premier" if value == 1 else _cardinal(value, locale, "")


_CENTURY: Final = lazy_pattern(
    r"(?<!\w)(?:(?P<roman>X{0,3}(?:IX|IV|V?I{0,3}))(?P<mark>[eè]mes?|es?|ᵉ)|I(?P<first>er|re))(?!\w)"
)
_ORDINAL: Final = lazy_pattern(
    r"(?<![\w.,])(?P<value>\d{1,4})(?P<mark>ers?|ères?|res?|i?[eè]mes?|es?|ᵉ|nde?s?)(?!\w)"
)


_OUT_OF: Final = lazy_pattern(
    r"(?<![\w.,])(?P<all>\d{1,2}) ?(?P<what>[hj]) ?/ ?(?P<of>\d{1,2})(?!\w)"
)


def _century(match: re.Match[str], reader: Reader) -> str | None:
    if match["first"]:
        return reader.ordinal(1, "f" if match["first"] == "re" else "m")
    if not match["roman"]:
        return None
    said = reader.ordinal(roman_value(match["roman"]))
    return f"{said}s" if match["mark"].endswith("s") else said


def _marked(match: re.Match[str], reader: Reader) -> str:
    mark = match["mark"]
    if mark[0] == "n":
        said = "seconde" if "e" in mark else "second"
    else:
        said = reader.ordinal(int(match["value"]), "f" if mark.startswith(("re", "ère")) else "m")
    return f"{said}s" if mark.endswith("s") else said


def _out_of(match: re.Match[str], reader: Reader) -> str:
    """``24h/24``, ``7j/7``: round the clock."""
    gender: Gender = "f" if match["what"] == "h" else "m"
    noun = "heures" if match["what"] == "h" else "jours"
    all_of, of = int(match["all"]), int(match["of"])
    return f"{reader.cardinal(all_of, gender)} {noun} sur {reader.cardinal(of)}"


LEXIS: Final = Lexis(
    code="fr",
    locale=_locale,
    cardinal=_cardinal,
    ordinal=_ordinal,
    year=lambda value, locale: cardinal_words(value, locale),
    agreement=_agreement,
    is_plural=lambda whole, _decimals: whole >= 2,
    signs=Signs(
        "moins", "plus", "virgule", "point", "à", "à", "sur", "version", "pour cent", "pour mille",
        "par", "par", "fois", "par",
    ),
    address=Address("arobase", "point", "tiret", "tiret bas", "barre oblique", "deux-points",
                    "hashtag"),
    scale_of="de",
    scales=SCALES,
    fraction_max_digits=3,
    months=MONTHS,
    month_abbreviations=MONTHS_SHORT,
    date=_date,
    time=_time,
    time_mark=r"heures?",
    hour_mark=r"[hH]",
    join_money=" ",
    say_minor=False,
    units=UNITS,
    currencies=CURRENCIES,
    currency_signs=CURRENCY_SIGNS,
    local_currency={},
    denominators=_fraction,
    mixed=lambda whole, part: f"{whole} et {part}",
    phone=r"0\d(?:[ \u00a0.-]\d{2}){4}|0\d{2,3}[ /]\d{2,3}(?:[ .]\d{2}){2}",
    phone_cue=r"t[ée]l(?:[ée]phone)?|appelez le|num[ée]ro|fax|portable|code postal",
    phone_pairs=True,
    regnal=_regnal,
    abbreviations=ABBREVIATIONS,
    before_figures=BEFORE_FIGURES,
    before_names=BEFORE_NAMES,
    symbols={
        "&": "et", "+": "plus", "=": "égale", "%": "pour cent", "@": "arobase",
        "\u00d7": "fois", "\u00f7": "divisé par", "\u00b1": "plus ou moins",
        "<": "inférieur à", ">": "supérieur à", "\u2264": "inférieur ou égal à",
        "\u2265": "supérieur ou égal à", "\u2248": "environ", "~": "environ",
        "\u00a7": "paragraphe", "\u20ac": "euros", "$": "dollars", "\u00a3": "livres",
        "\u00b0": "degrés", "#": "dièse", "\u221e": "infini", "\u221a": "racine de",
        "\u2030": "pour mille", "\u00b2": "au carré", "\u00b3": "au cube",
        "\u00a9": "copyright", "\u00ae": "marque déposée", "\u2122": "marque", "\u2192": "vers",
    },
    spelled=SPELLED,
)  # fmt: skip

RULES: Final = language_rules(
    LEXIS,
    own_words=(Finder(_CENTURY, _century),),
    own_first=(Finder(_OUT_OF, _out_of), Finder(_ORDINAL, _marked)),
)
