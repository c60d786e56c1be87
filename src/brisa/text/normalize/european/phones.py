"""Telephone numbers, versions and internet addresses in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.figures import START
from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_GROUP: Final = lazy_pattern(r"\d+")
_ABROAD: Final = r"(?<![\w.,+])\+\d{1,3}(?:[ \u00a0./()-]{0,3}\d{1,9}){2,8}(?![\w]|[.,]\d)"
_VERSION: Final = r"(?<![\w.,])(?P<v>[vV](?=\d))?(?P<parts>\d+(?:\.\d+)+)(?!\w|[.,]\d)"


def phone_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for numbers with a country code, as the country writes them, or after a cue."""
    said = _pairs if lexis.phone_pairs else _phone
    yield Finder(lazy_pattern(_ABROAD), said)
    yield Finder(
        lazy_pattern(
            rf"(?:(?<=^)|(?<!\w))(?P<cue>{lexis.phone_cue})(?P<gap>[\s:.]{{1,3}})"
            r"(?P<figures>\(?\d(?:[ \u00a0./()-]{0,2}\d){4,14})(?!\w|[.,]\d)",
            re.IGNORECASE,
        ),
        _after_cue,
    )
    yield Finder(lazy_pattern(rf"{START}(?:{lexis.phone})(?!\w|[.,]\d|[ \u00a0]?[€$%])"), said)


def version_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for ``2.0.1``, ``v2.0`` and ``192.168.0.1``."""
    yield Finder(lazy_pattern(_VERSION), _version)


def _after_cue(match: re.Match[str], reader: Reader) -> str:
    abbreviations = reader.lexis.abbreviations
    gap = match["gap"].lstrip(".")
    written = match["cue"] + ("." if match["gap"].startswith(".") else "")
    cue = abbreviations.get(written) or abbreviations.get(written.lower()) or match["cue"]
    said = _paired if reader.lexis.phone_pairs else _groups
    return f"{cue}{gap or ' '}{said(match['figures'], reader)}"


def _phone(match: re.Match[str], reader: Reader) -> str:
    return _groups(match[0], reader)


def _groups(written: str, reader: Reader) -> str:
    groups = _GROUP.findall(written)
    said = ", ".join(reader.digits(group) for group in groups)
    return f"{reader.lexis.signs.plus} {said}" if written.startswith("+") else said


def _pairs(match: re.Match[str], reader: Reader) -> str:
    return _paired(match[0], reader)


def _paired(written: str, reader: Reader) -> str:
    """As French numbers are said: groups of up to two figures as numbers."""
    said = []
    for group in _GROUP.findall(written):
        if len(group) > 2 or group[0] == "0":
            said.append(reader.digits(group))
        else:
            said.append(reader.cardinal(int(group)))
    plus = f"{reader.lexis.signs.plus} " if written.startswith("+") else ""
    return plus + ", ".join(said)


def _version(match: re.Match[str], reader: Reader) -> str | None:
    parts = match["parts"].split(".")
    if not match["v"] and len(parts) < 3:
        return None
    if not match["v"] and _grouped(parts) and not _internet(parts):
        return None
    point = f" {reader.lexis.signs.point} "
    said = point.join(reader.integer(part) for part in parts)
    return f"{reader.lexis.signs.version} {said}" if match["v"] else said


def _grouped(parts: list[str]) -> bool:
    """Could it be a number with points between groups of three."""
    return len(parts[0]) <= 3 and all(len(part) == 3 for part in parts[1:])


def _internet(parts: list[str]) -> bool:
    return len(parts) == 4 and all(part == str(int(part)) and int(part) < 256 for part in parts)
