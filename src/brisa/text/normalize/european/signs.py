"""Abbreviations and signs that stand for words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brisa.text.normalize.european.finding import Finder, alternatives, replaced
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern


def abbreviation_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for abbreviations: anywhere, before a figure, before a capital."""
    whole = r"(?<![\w.'\u2019-])(?P<key>{})(?![\w])"
    if lexis.before_figures:
        yield replaced(
            whole.format(alternatives(lexis.before_figures))
            + r"(?=[ \u00a0\u202f]{0,2}(?:\d|[IVXLC]+\b))",
            lexis.before_figures,
        )
    if lexis.before_names:
        yield replaced(
            whole.format(alternatives(lexis.before_names)) + r"(?=[ \u00a0\u202f]?[^\W\d_a-z])",
            lexis.before_names,
        )
    yield replaced(whole.format(alternatives(lexis.abbreviations)), lexis.abbreviations)


def symbol_finders(lexis: Lexis) -> Iterator[Finder]:
    """Rules for signs of reckoning between figures, then for signs standing anywhere."""
    yield Finder(lazy_pattern(r"(?<=[\d)]) [-\u2212\u2013] (?=[\d(][^=]{0,60}=)"), _minus)
    yield Finder(lazy_pattern(r"(?<=[\d)]) ?[*\u00d7\u00b7] ?(?=[\d(])"), _times)
    yield Finder(lazy_pattern(rf"(?P<key>{alternatives(lexis.symbols)})"), _symbol)


def _minus(_match: re.Match[str], reader: Reader) -> str:
    return f" {reader.lexis.signs.minus} "


def _times(_match: re.Match[str], reader: Reader) -> str:
    return f" {reader.lexis.signs.times} "


def _symbol(match: re.Match[str], reader: Reader) -> str:
    """With a space to what it stands beside."""
    text, start, end = match.string, match.start(), match.end()
    before = " " if start and not text[start - 1].isspace() else ""
    after = " " if end < len(text) and not text[end].isspace() else ""
    return f"{before}{reader.lexis.symbols[match['key']]}{after}"
