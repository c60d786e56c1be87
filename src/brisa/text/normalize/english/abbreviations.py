"""Abbreviations with a full stop, or known well enough without."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.rule import Context, Marks, Rule

_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Mr": "Mister",
        "Mrs": "Missus",
        "Ms": "Miz",
        "Mx": "Mix",
        "Dr": "Doctor",
        "Prof": "Professor",
        "Gen": "General",
        "Sen": "Senator",
        "Rep": "Representative",
        "Gov": "Governor",
        "Pres": "President",
        "Capt": "Captain",
        "Lt": "Lieutenant",
        "Col": "Colonel",
        "Maj": "Major",
        "Sgt": "Sergeant",
        "Cpl": "Corporal",
        "Cmdr": "Commander",
        "Adm": "Admiral",
        "Rev": "Reverend",
        "Hon": "Honorable",
        "Fr": "Father",
        "Supt": "Superintendent",
        "Messrs": "Messieurs",
        "Mt": "Mount",
        "Ft": "Fort",
        "St": "Saint",
    }
)
"""Before a name."""

_STREETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "St": "Street",
        "Dr": "Drive",
        "Ave": "Avenue",
        "Av": "Avenue",
        "Blvd": "Boulevard",
        "Rd": "Road",
        "Ln": "Lane",
        "Hwy": "Highway",
        "Pkwy": "Parkway",
        "Sq": "Square",
        "Ct": "Court",
        "Pl": "Place",
        "Ter": "Terrace",
    }
)
"""After a name."""

_ALWAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "e.g.": "for example",
        "eg.": "for example",
        "i.e.": "that is",
        "ie.": "that is",
        "etc.": "et cetera",
        "vs.": "versus",
        "viz.": "namely",
        "cf.": "compare",
        "approx.": "approximately",
        "dept.": "department",
        "avg.": "average",
        "incl.": "including",
        "excl.": "excluding",
        "esp.": "especially",
        "resp.": "respectively",
        "govt.": "government",
        "univ.": "university",
        "assn.": "association",
        "assoc.": "association",
        "intl.": "international",
        "natl.": "national",
        "misc.": "miscellaneous",
        "tel.": "telephone",
        "apt.": "apartment",
        "bldg.": "building",
        "mgr.": "manager",
        "asst.": "assistant",
        "hr.": "hour",
        "hrs.": "hours",
        "mins.": "minutes",
        "secs.": "seconds",
        "yr.": "year",
        "yrs.": "years",
        "ca.": "circa",
        "et al.": "et al",
        "ext.": "extension",
        "Inc.": "Incorporated",
        "Ltd.": "Limited",
        "Co.": "Company",
        "Corp.": "Corporation",
        "Bros.": "Brothers",
        "Jr.": "Junior",
        "Sr.": "Senior",
        "Esq.": "Esquire",
        "a.k.a.": "A K A",
        "p.s.": "P S",
        "r.s.v.p.": "R S V P",
        "blvd.": "boulevard",
    }
)

_BARE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Jr": "Junior",
        "Sr": "Senior",
        "vs": "versus",
        "Ltd": "Limited",
        "Blvd": "Boulevard",
        "approx": "approximately",
        "dept": "department",
        "Dept": "Department",
        "govt": "government",
        "etc": "et cetera",
        "aka": "A K A",
        "e.g": "for example",
        "i.e": "that is",
        "eg": "for example",
        "ie": "that is",
        "Bldg": "Building",
        "Apt": "Apartment",
        "Inc": "Incorporated",
        "Corp": "Corporation",
    }
)

_NUMBERED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no": "number",
        "nos": "numbers",
        "nr": "number",
        "fig": "figure",
        "figs": "figures",
        "vol": "volume",
        "vols": "volumes",
        "ch": "chapter",
        "chap": "chapter",
        "p": "page",
        "pp": "pages",
        "pg": "page",
        "sec": "section",
        "art": "article",
        "eq": "equation",
        "ver": "version",
        "par": "paragraph",
        "op": "opus",
        "ex": "example",
        "rm": "room",
        "apt": "apartment",
        "ste": "suite",
        "ext": "extension",
        "tel": "telephone",
        "mk": "mark",
        "ep": "episode",
    }
)
"""Before a number."""


def _alternatives(words: Mapping[str, str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _title(match: re.Match[str], context: Context) -> str:
    return _TITLES[(match.group("title") or match.group("bare")).capitalize()]


def _street(match: re.Match[str], context: Context) -> str | None:
    """``Dr.`` and ``St.`` stand before names as well: after a house number they are streets."""
    short = match.group("street")
    if short in _TITLES and not match.group("house") and match.group("named"):
        return None
    return _STREETS[short]


def _established(match: re.Match[str], context: Context) -> str:
    return "established" if match.group("year") is not None else "estimated"


def _limit(match: re.Match[str], context: Context) -> str:
    return "minimum" if match.group("word").lower() == "min" else "maximum"


def _versus(match: re.Match[str], context: Context) -> str:
    return "versus"


def _always(match: re.Match[str], context: Context) -> str | None:
    written = match.group()
    said = _ALWAYS.get(written) or _ALWAYS.get(written.lower())
    if said is None:
        return None
    return said.capitalize() if written[0].isupper() and said[0].islower() else said


def _bare(match: re.Match[str], context: Context) -> str:
    return _BARE[match.group()]


def _numbered(match: re.Match[str], context: Context) -> str:
    return _NUMBERED[match.group("word").lower()]


def _numero(match: re.Match[str], context: Context) -> str:
    return "number"


_HOUSE: Final = r"(?:(?P<house>\d+)\s(?:[NSEW]\.?\s)?(?:[A-Z]\w+\s)?)?"

RULES: Final = (
    Rule(
        re.compile(
            rf"(?<!\w){_HOUSE}(?:[A-Z][a-z]+|\d+(?:st|nd|rd|th))\s"
            rf"(?P<said>(?P<street>{_alternatives(_STREETS)})(?:\.(?!\w)"
            rf"|(?![\w.'’])))(?P<named>\s[A-Z])?"
        ),
        _street,
        Marks.DOT,
    ),
    Rule(
        re.compile(
            rf"(?<!\w)(?P<title>{_alternatives(_TITLES)}|MRS|MR|MS|DR)\.(?=\s?[A-Z\ue004])"
            r"|(?<!\w)(?P<bare>Mr|Mrs|Ms|Dr|Prof|St|Mt|Lt|Capt|Sgt|MR|MRS|DR)(?:(?=\s[A-Z])"
            r"|\.(?!\w))"
        ),
        _title,
        Marks.DOT,
        may_end=False,
    ),
    Rule(
        re.compile(
            rf"(?<![\w.])(?P<word>(?i:{_alternatives(_NUMBERED)}))\.\s?(?=\d|[IVX]+\b|[A-Z]\d)"
        ),
        _numbered,
        Marks.DIGIT | Marks.CAPITALS,
    ),
    Rule(re.compile(r"(?<![\w.])(?P<word>(?i:apt|ste|rm|ext|pp))(?=\s\d)"), _numbered, Marks.DIGIT),
    Rule(re.compile(r"№\s?(?=\d)"), _numero, Marks.SYMBOL),
    Rule(
        re.compile(r"(?<![\w.])[Ee]st\.(?P<year>(?=\s(?:in\s)?\d{4}\b))?(?!\w)"),
        _established,
        Marks.DOT,
    ),
    Rule(re.compile(r"(?<![\w.])(?P<word>min|max|Min|Max)\.(?=\s[a-z\d$£€])"), _limit, Marks.DOT),
    Rule(re.compile(r"(?<=\w )v\.(?= [A-Z])"), _versus, Marks.DOT),
    Rule(re.compile(rf"(?<![\w.])(?i:{_alternatives(_ALWAYS)})(?!\w)"), _always, Marks.DOT),
    Rule(
        re.compile(rf"(?<![\w./@-])(?:{_alternatives(_BARE)})(?![\w/@-]|['’]\w|\.\w)"),
        _bare,
        Marks.DOT,
    ),
)
"""Streets before titles: both have ``Dr.`` and ``St.``."""

HINTS: Final = re.compile(
    rf"(?<!\w)(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Lt|Capt|Sgt|Ave|Rd|{_alternatives(_BARE)})(?!\w)"
    rf"|(?<!\w)(?:{_alternatives(_ALWAYS)})"
)
"""A text without a match and without a full stop inside has none of these."""
