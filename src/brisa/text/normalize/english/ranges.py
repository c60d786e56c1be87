"""From one to another: pages, scores, quarters, letters."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.numbers import number, ordinal
from brisa.text.normalize.english.rule import DASH, DASHES, NUMBER, Context, Marks, Rule
from brisa.text.normalize.english.years import is_year, year

_END: Final = r"(?![\w/:]|[.,]\d|-\w|\s?%)"


def _plain(match: re.Match[str], context: Context) -> str | None:
    first, last = match.group("first"), match.group("last")
    if (first, last) == ("9", "11"):
        return "nine eleven"
    if _is_model(first, last):
        return f"{number(first)} {number(last)}"
    return f"{_side(match, 'first', context)} to {_side(match, 'last', context)}"


def _is_model(first: str, last: str) -> bool:
    """``747-400``: nobody counts down in hundreds."""
    three = first.isdigit() and last.isdigit() and min(len(first), len(last)) >= 3
    return three and int(first) > int(last)


def _side(match: re.Match[str], side: str, context: Context) -> str:
    written = match.group(side)
    if written.isdigit() and len(written) == 4 and is_year(context.text, *match.span(side)):
        return year(int(written), british=context.british)
    return number(written, british=context.british)


def _lettered(match: re.Match[str], context: Context) -> str | None:
    first, last = match.group("first"), match.group("last")
    if match.group("letter") != (match.group("last_letter") or match.group("letter")):
        return None
    letter = match.group("letter")
    return f"{letter} {number(first)} to {letter} {number(last)}"


def _letters(match: re.Match[str], context: Context) -> str | None:
    first, last = match.groups()
    return f"{first.upper()} to {last.upper()}" if first.upper() < last.upper() else None


def _ordinals(match: re.Match[str], context: Context) -> str:
    return f"{ordinal(match.group(1))} to {ordinal(match.group(2))}"


RULES: Final = (
    Rule(
        (
            rf"(?<![\w-])(?P<letter>[A-Z])(?P<first>\d{{1,3}}){DASH}"
            rf"(?P<last_letter>[A-Z])?(?P<last>\d{{1,3}})(?![\w-])"
        ),
        _lettered,
        Marks.DIGIT,
        among=DASHES,
    ),
    Rule((r"(?<![\w-])([A-Z])[–-]([A-Z])(?![\w'’-])"), _letters, Marks.SYMBOL),
    Rule(
        (rf"(?<![\w.,-])(\d+)(?:st|nd|rd|th){DASH}(\d+)(?:st|nd|rd|th)(?![\w-])"),
        _ordinals,
        Marks.DIGIT,
        among=DASHES,
    ),
    Rule(
        (
            rf"(?<![\w.,/:$£€#)-])(?P<first>{NUMBER})(?:\s?[–—‒]\s?|-)"
            rf"(?P<last>{NUMBER}){_END}"
        ),
        _plain,
        Marks.DIGIT,
        among=DASHES,
    ),
)
"""Quarters and letters, ordinals, then plain numbers (a hyphen has no spaces there)."""
