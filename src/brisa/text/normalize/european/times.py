"""Times of day: ``17h30``, ``17:30 Uhr``, ``8 h``; scores such as ``3:2``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brisa.text.normalize.european.figures import START
from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern


def time_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for clock times, marked and not, their ranges, and scores."""
    mark = lexis.time_mark
    clock = r"(?P<hour>[01]?\d|2[0-4])"
    minute = r"(?P<minute>[0-5]\d)"
    end = r"(?![\w:]|[.,]\d)"
    yield Finder(
        lazy_pattern(
            rf"{START}{clock}(?::| ?[hH] ?){minute}(?:[:m](?P<second>[0-5]\d)s?)?"
            rf"(?:min)?(?P<mark>[ \u00a0]?(?:{mark}))?{end}"
        ),
        _clock,
    )
    yield Finder(
        lazy_pattern(rf"{START}{clock}\.{minute}(?P<mark>[ \u00a0]?(?:{mark}))(?!\w)"), _clock
    )
    yield Finder(
        lazy_pattern(rf"{START}{clock}(?P<mark>[ \u00a0]?(?:{lexis.hour_mark}))(?!\w|[.,]\d)"),
        _hour,
    )
    yield Finder(lazy_pattern(rf"{START}(?P<low>\d+):(?P<high>\d+)(?![\w:])"), _score)


def _clock(match: re.Match[str], reader: Reader) -> str | None:
    groups = match.groupdict()
    second = int(groups["second"]) if groups.get("second") else None
    marked = bool(match["mark"]) or "h" in match[0].lower()
    time = reader.lexis.time
    return time(int(match["hour"]), int(match["minute"]), second, marked, reader.locale)


def _hour(match: re.Match[str], reader: Reader) -> str | None:
    return reader.lexis.time(int(match["hour"]), 0, None, True, reader.locale)


def _score(match: re.Match[str], reader: Reader) -> str | None:
    low, high = reader.integer(match["low"]), reader.integer(match["high"])
    return f"{low} {reader.lexis.signs.score} {high}"
