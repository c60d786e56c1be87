"""Abbreviations with a full stop, or known well enough without."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from brisa.text.normalize.english.abbreviation_names import (
    ALWAYS,
    BARE,
    NUMBERED,
    STREETS,
    TITLES,
)
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.patterns import lazy_pattern


def _alternatives(words: Mapping[str, str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _title(match: re.Match[str], context: Context) -> str:
    return TITLES[(match.group("title") or match.group("bare")).capitalize()]


def _street(match: re.Match[str], context: Context) -> str | None:
    """``Dr.`` and ``St.`` stand before names as well: after a house number they are streets."""
    short = match.group("street")
    if short in TITLES and not match.group("house") and match.group("named"):
        return None
    return STREETS[short]


def _established(match: re.Match[str], context: Context) -> str:
    return "established" if match.group("year") is not None else "estimated"


def _limit(match: re.Match[str], context: Context) -> str:
    return "minimum" if match.group("word").lower() == "min" else "maximum"


def _versus(match: re.Match[str], context: Context) -> str:
    return "versus"


def _always(match: re.Match[str], context: Context) -> str | None:
    written = match.group()
    said = ALWAYS.get(written) or ALWAYS.get(written.lower())
    if said is None:
        return None
    return said.capitalize() if written[0].isupper() and said[0].islower() else said


def _bare(match: re.Match[str], context: Context) -> str:
    return BARE[match.group()]


def _numbered(match: re.Match[str], context: Context) -> str:
    return NUMBERED[match.group("word").lower()]


def _numero(match: re.Match[str], context: Context) -> str:
    return "number"


_HOUSE: Final = r"(?:(?P<house>\d+)\s(?:[NSEW]\.?\s)?(?:[A-Z]\w+\s)?)?"

RULES: Final = (
    Rule(
        (
            rf"(?<!\w){_HOUSE}(?:[A-Z][a-z]+|\d+(?:st|nd|rd|th))\s"
            rf"(?P<said>(?P<street>{_alternatives(STREETS)})(?:\.(?!\w)"
            rf"|(?![\w.'’])))(?P<named>\s[A-Z])?"
        ),
        _street,
        Marks.DOT,
    ),
    Rule(
        (
            rf"(?<!\w)(?P<title>{_alternatives(TITLES)}|MRS|MR|MS|DR)\.(?=\s?[A-Z\ue004])"
            r"|(?<!\w)(?P<bare>Mr|Mrs|Ms|Dr|Prof|St|Mt|Lt|Capt|Sgt|MR|MRS|DR)(?:(?=\s[A-Z])"
            r"|\.(?!\w))"
        ),
        _title,
        Marks.DOT,
        may_end=False,
    ),
    Rule(
        (rf"(?<![\w.])(?P<word>(?i:{_alternatives(NUMBERED)}))\.\s?(?=\d|[IVX]+\b|[A-Z]\d)"),
        _numbered,
        Marks.DIGIT | Marks.CAPITALS,
    ),
    Rule((r"(?<![\w.])(?P<word>(?i:apt|ste|rm|ext|pp))(?=\s\d)"), _numbered, Marks.DIGIT),
    Rule((r"№\s?(?=\d)"), _numero, Marks.SYMBOL),
    Rule(
        (r"(?<![\w.])[Ee]st\.(?P<year>(?=\s(?:in\s)?\d{4}\b))?(?!\w)"),
        _established,
        Marks.DOT,
    ),
    Rule((r"(?<![\w.])(?P<word>min|max|Min|Max)\.(?=\s[a-z\d$£€])"), _limit, Marks.DOT),
    Rule((r"(?<=\w )v\.(?= [A-Z])"), _versus, Marks.DOT),
    Rule((rf"(?<![\w.])(?i:{_alternatives(ALWAYS)})(?!\w)"), _always, Marks.DOT),
    Rule(
        (rf"(?<![\w./@-])(?:{_alternatives(BARE)})(?![\w/@-]|['’]\w|\.\w)"),
        _bare,
        Marks.DOT,
    ),
)
"""Streets before titles: both have ``Dr.`` and ``St.``."""

HINTS: Final = lazy_pattern(
    rf"(?<!\w)(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Lt|Capt|Sgt|Ave|Rd|{_alternatives(BARE)})(?!\w)"
    rf"|(?<!\w)(?:{_alternatives(ALWAYS)})"
)
"""A text without a match and without a full stop inside has none of these."""
