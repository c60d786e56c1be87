"""Amounts of money: ``1.234,50 €``, ``R$ 5``, ``7,2 Millionen Euro``, ``5 Mrd. $``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brisa.text.normalize.european.figures import END, NUMBER, SIGN, SIGNED, START, Figure
from brisa.text.normalize.european.finding import Finder, alternatives
from brisa.text.normalize.european.lexis import Currency, Gender, Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern


def money_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for the signs, codes and names of currencies, before and behind."""
    sign = alternatives(lexis.currency_signs)
    scale = alternatives(lexis.scales)
    marks = re.escape("".join(c for c in "€$£¥₹₽₩₺₴฿¢"))
    scaled = rf"(?:[ \u00a0\u202f]?(?P<scale>{scale})(?!\w))?"
    yield Finder(
        lazy_pattern(
            rf"(?:{SIGN}|{START})(?P<sign>{sign})[ \u00a0\u202f]?(?P<figure>[-\u2212]?{NUMBER})"
            rf"{scaled}{END}"
        ),
        _said,
    )
    yield Finder(
        lazy_pattern(
            rf"(?P<figure>{SIGNED}){scaled}[ \u00a0\u202f]?(?P<of>(?:de |d['\u2019]))?"
            rf"(?P<sign>{sign})(?:(?<=[{marks}])|(?!\w))"
        ),
        _said,
    )


def _said(match: re.Match[str], reader: Reader) -> str | None:
    code = reader.lexis.currency_signs[match["sign"]]
    if match["sign"] == "$":
        code = reader.lexis.local_currency.get(reader.options.language.lower(), code)
    currency = reader.lexis.currencies[code]
    figure = reader.parse(match["figure"])
    if match.start("figure") > match.start() and not match.string[match.start()].isalnum():
        lead = match.string[match.start()]
        if lead in "-\u2212\u2013+":
            figure = Figure(lead, figure.whole, figure.decimals, figure.mark)
    if match["scale"]:
        return _scaled(figure, match["scale"], currency, reader)
    if len(figure.decimals) in (1, 2):
        return _with_minor(figure, currency, reader)
    return reader.counted(figure, currency.major)


def _scaled(figure: Figure, written: str, currency: Currency, reader: Reader) -> str:
    lexis = reader.lexis
    scale = scale_word(figure, written, reader)
    of = f" {lexis.scale_of}" if lexis.scale_of and scale not in ("mil", "mille") else ""
    gender: Gender = "f" if lexis.code == "de" else "m"
    number = reader.number(figure, gender)
    return f"{number} {scale}{reader.joined(of, currency.major.plural)}"


def scale_word(figure: Figure, written: str, reader: Reader) -> str:
    """``Mio.`` after a figure in full, singular or plural."""
    one, many = reader.lexis.scales[written].split("|")
    return many if reader.lexis.is_plural(figure.value, figure.decimals) else one


def _with_minor(figure: Figure, currency: Currency, reader: Reader) -> str:
    minor = int(figure.decimals.ljust(2, "0"))
    major = Figure(figure.sign, figure.whole, "", "")
    if currency.minor is None:
        if minor:
            return reader.counted(figure, currency.major)
        return reader.counted(major, currency.major)
    coins = _coins(minor, currency, reader)
    if not minor:
        return reader.counted(major, currency.major)
    if not figure.value:
        return f"{reader.sign(figure.sign)}{coins}"
    if not reader.lexis.say_minor:
        coins = reader.cardinal(minor)
    join = reader.lexis.join_money
    return f"{reader.counted(major, currency.major)}{join}{coins}"


def _coins(minor: int, currency: Currency, reader: Reader) -> str:
    assert currency.minor is not None
    return reader.counted(Figure("", str(minor), "", ""), currency.minor)
