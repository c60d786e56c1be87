"""Abbreviations and the words they stand for, by where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TITLES: Final[Mapping[str, str]] = MappingProxyType(
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

STREETS: Final[Mapping[str, str]] = MappingProxyType(
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

ALWAYS: Final[Mapping[str, str]] = MappingProxyType(
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

BARE: Final[Mapping[str, str]] = MappingProxyType(
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

NUMBERED: Final[Mapping[str, str]] = MappingProxyType(
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
