"""Portuguese: ``17h30`` is *dezessete e trinta*, ``R$ 2,50`` *dois reais e cinquenta centavos*.

``pt-PT`` (and the other tags of Europe, Africa and Asia) differs from Brazil, which plain ``pt``
stands for: *dezasseis, dezassete, dezanove*; *mil milhões* for a thousand millions; *cêntimos* of
the euro; *quilómetro*; *por cento* is the same. Abbreviations of both are known everywhere.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Address, Currency, Gender, Lexis, Noun, Signs
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.rules import language_rules
from brisa.text.normalize.numeral_words import cardinal_words, rendered
from brisa.text.normalize.portuguese_words import (
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
from brisa.text.normalize.romance_words import feminine_ending, feminine_ordinal
from brisa.text.patterns import lazy_pattern

_BRAZIL: Final = frozenset(("pt", "pt-br"))


def _locale(language: str) -> str:
    return "pt-BR" if language.lower() in _BRAZIL else "pt-PT"


def _cardinal(value: int, locale: str, gender: Gender) -> str:
    millions, rest = divmod(value, 10**6)
    if not millions:
        return _below_million(value, locale, gender)
    if millions >= 1000 and locale == "pt-BR":
        billions, millions = divmod(millions, 1000)
        said = [
            f"{_below_million(billions, locale, 'm')} {'bilhão' if billions == 1 else 'bilhões'}"
        ]
    else:
        said = []
    if millions:
        noun = "milhão" if millions == 1 else "milhões"
        said.append(f"{_below_million(millions, locale, 'm')} {noun}")
    if rest:
        joint = "e " if rest < 100 or (rest < 1000 and rest % 100 == 0) else ""
        said.append(f"{joint}{_below_million(rest, locale, gender)}")
    return " ".join(said)


_HUNDREDS: Final = lazy_pattern(r"(?<=(?:zent|cent|hent))os\b")
_ONE: Final = lazy_pattern(r"\bum\b")
_TWO: Final = lazy_pattern(r"\bdois\b")


def _below_million(value: int, locale: str, gender: Gender) -> str:
    thousands, rest = divmod(value, 1000)
    if thousands and rest and rest % 100 == 0:
        head = "mil" if thousands == 1 else f"{_below_million(thousands, locale, gender)} mil"
        return f"{head} e {_below_million(rest, locale, gender)}"
    said = cardinal_words(value, locale)
    if gender == "f":
        said = _HUNDREDS.sub("as", said)
        said = _ONE.sub("uma", said)
        return _TWO.sub("duas", said)
    return said


def _ordinal(value: int, locale: str, gender: Gender) -> str:
    said = rendered(value, locale, "ordinal") if 0 < value < 1000 else None
    if said is None:
        return _cardinal(value, locale, "")
    return feminine_ordinal(said) if gender == "f" else said


def _agreement(word: str) -> Gender:
    lowered = word.lower()
    if lowered in NOT_NOUNS:
        return ""
    if lowered in MASCULINE:
        return "m"
    return "f" if feminine_ending(lowered) else "m"


def _date(day: int, month: int, year: int | None, _before: str, locale: str) -> str:
    first = "primeiro" if day == 1 else _cardinal(day, locale, "")
    said = f"{first} de {MONTHS[month - 1]}"
    return said if year is None else f"{said} de {_cardinal(year, locale, '')}"


def _time(hour: int, minute: int, second: int | None, marked: bool, locale: str) -> str:
    said = _cardinal(hour, locale, "f")
    if hour == 20 and 0 < minute < 10 and not second:
        return f"{said} horas e {_cardinal(minute, locale, 'm')}"
    if minute or second:
        said += f" e {_cardinal(minute, locale, 'm')}"
    else:
        said += " hora" if hour == 1 else " horas"
    if second:
        said += f" e {_cardinal(second, locale, 'm')} segundo{'s' if second > 1 else ''}"
    return said


def _fraction(top: int, bottom: int, locale: str) -> str | None:
    special = "terço" if bottom == 3 else None
    if bottom < 2 or bottom > 100:
        return None
    if bottom == 2:
        return "meio"
    if bottom <= 10 or bottom == 100:
        part = special or _ordinal(bottom, locale, "m")
        return f"{_cardinal(top, locale, 'm')} {part}{'s' if top > 1 else ''}"
    return (
        f"{_cardinal(top, locale, 'm')} {_cardinal(bottom, locale, '')} avo{'s' if top > 1 else ''}"
    )


def _regnal(word: str, value: int, locale: str) -> str | None:
    known = word in PARTS
    if not known and (not word[0].isupper() or len(word) < 3 or word.isupper()):
        return None
    if value <= 10 and (not known or word.lower().startswith("século")):
        return _ordinal(value, locale, "f" if not known and word.endswith(("a", "el")) else "m")
    return _cardinal(value, locale, "")


_ORDINAL: Final = lazy_pattern(
    r"(?<![\w.,])(?P<value>\d{1,4})\.?(?P<mark>[ºª°]s?|os?|as?)(?![\w\u00b0])(?! ?[CF]\b)"
)


def _marked(match: re.Match[str], reader: Reader) -> str | None:
    mark = match["mark"]
    if mark[0] in "oa" and int(match["value"]) > 20:
        return None
    said = reader.ordinal(int(match["value"]), "f" if mark[0] in "ªa" else "m")
    if mark.endswith("s"):
        return " ".join(f"{word}s" for word in said.split())
    return said


BRAZIL: Final = Lexis(
    code="pt",
    locale=_locale,
    cardinal=_cardinal,
    ordinal=_ordinal,
    year=lambda value, locale: _cardinal(value, locale, ""),
    agreement=_agreement,
    is_plural=lambda whole, _decimals: whole >= 2 or whole == 0,
    signs=Signs(
        "menos", "mais", "vírgula", "ponto", "a", "a", "sobre", "versão", "por cento", "por mil",
        "por", "por", "vezes", "por",
    ),
    address=Address("arroba", "ponto", "hífen", "sublinhado", "barra", "dois pontos", "hashtag"),
    scale_of="de",
    scales=SCALES,
    fraction_max_digits=2,
    months=MONTHS,
    month_abbreviations=MONTHS_SHORT,
    date=_date,
    time=_time,
    time_mark=r"horas?|hs?\b\.?",
    hour_mark=r"hs?\b",
    join_money=" e ",
    say_minor=True,
    units=UNITS,
    currencies=CURRENCIES,
    currency_signs=CURRENCY_SIGNS,
    local_currency={},
    denominators=_fraction,
    mixed=lambda whole, part: f"{whole} e {part}",
    phone=r"\(0?\d{2}\) ?9?\d{4}[- ]\d{4}|9\d{4}-\d{4}|[29]\d{2} \d{3} (?!000)\d{3}",
    phone_cue=r"telefone|tel|telef|ligue para o|ligue para|telem[óo]vel|celular|fax|cep|whatsapp",
    phone_pairs=False,
    regnal=_regnal,
    abbreviations=ABBREVIATIONS,
    before_figures=BEFORE_FIGURES,
    before_names=BEFORE_NAMES,
    symbols={
        "&": "e", "+": "mais", "=": "igual a", "%": "por cento", "@": "arroba",
        "\u00d7": "vezes", "\u00f7": "dividido por", "\u00b1": "mais ou menos",
        "<": "menor que", ">": "maior que", "\u2264": "menor ou igual a",
        "\u2265": "maior ou igual a", "\u2248": "aproximadamente", "~": "cerca de",
        "\u00a7": "parágrafo", "\u20ac": "euros", "R$": "reais", "$": "dólares",
        "\u00a3": "libras", "\u00b0": "graus", "#": "número", "\u221e": "infinito",
        "\u221a": "raiz de", "\u2030": "por mil", "\u00b2": "ao quadrado",
        "\u00b3": "ao cubo", "\u00a9": "copyright", "\u00ae": "marca registrada",
        "\u2122": "marca", "\u2192": "para",
    },
    spelled=SPELLED,
    said=SAID,
)  # fmt: skip


def _european(noun: Noun) -> Noun:
    return Noun(noun.singular.replace("ô", "ó"), noun.plural.replace("ô", "ó"), noun.gender)


PORTUGAL: Final = replace(
    BRAZIL,
    units={written: _european(noun) for written, noun in UNITS.items()},
    currencies={
        **CURRENCIES,
        "EUR": Currency(Noun("euro", "euros"), Noun("cêntimo", "cêntimos")),
    },
    abbreviations={
        written: said.replace("anônima", "anónima").replace("quilô", "quiló")
        for written, said in ABBREVIATIONS.items()
    },
)

_FIRM: Final = lazy_pattern(r"& Cia(?!\w)(?!\.)")
_OWN_WORDS: Final = (Finder(_FIRM, lambda _match, _reader: "e companhia"),)

_BRAZIL_RULES: Final = language_rules(
    BRAZIL, own_words=_OWN_WORDS, own_first=(Finder(_ORDINAL, _marked),)
)
_PORTUGAL_RULES: Final = language_rules(
    PORTUGAL, own_words=_OWN_WORDS, own_first=(Finder(_ORDINAL, _marked),)
)


def _rules(options: ReadingOptions) -> LanguageRules:
    return _BRAZIL_RULES if _locale(options.language) == "pt-BR" else _PORTUGAL_RULES


def _find_edits(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
    return _rules(options).find_edits(text, taken, options)


def _say_as(text: str, interpret_as: str, options: ReadingOptions) -> str | None:
    return _rules(options).say_as(text, interpret_as, options)


RULES: Final = LanguageRules("pt", _find_edits, _say_as)
