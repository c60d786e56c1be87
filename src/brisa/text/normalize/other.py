"""Languages without rules of their own: numbers, dates, units as ``spokenform`` knows them.

What that library leaves is read by ``numeralform``: figures as numbers, so that no digit reaches a
voice that would drop it. Both know about fifty languages; grammar beyond the number words (case,
gender, ordinal days) is the library's, and is missing for most of them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Final

import spokenform

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.numeral_words import cardinal_words, rendered
from brisa.text.patterns import lazy_pattern

_LOG: Final = logging.getLogger(__name__)

LONGEST_CHARS: Final = 1500
"""Of a longer segment only the figures are read; the library takes quadratic time."""

MOST_FIGURES: Final = 12
"""So many numbers and signs are read by the library, which takes 3 to 10 ms for each and more for
each of many; a text that holds more is a table or an attack, and only its numbers are read."""

_PERCENT_SIGN: Final = lazy_pattern("%")
_DIGIT: Final = lazy_pattern(r"\d")
_FIGURES: Final = lazy_pattern(r"\d|[%\u20ac$\u00a3\u00b0\u00bd\u00bc\u00be]")
_FIGURE: Final = lazy_pattern(rf"\d+|{_FIGURES.pattern}")
_NUMBER: Final = lazy_pattern(
    r"(?P<sign>(?<![\w.,)\-])[-\u2212])?(?P<whole>\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?!\d)|\d+)"
    r"(?:[.,](?P<decimals>\d+)(?![.,]?\d))?"
)
_MARKS: Final = {
    "id": ("min", "koma"), "it": ("meno", "virgola"), "nl": ("min", "komma"),
    "pl": ("minus", "przecinek"), "tr": ("eksi", "virgül"), "sv": ("minus", "komma"),
    "da": ("minus", "komma"), "nb": ("minus", "komma"), "no": ("minus", "komma"),
    "fi": ("miinus", "pilkku"), "cs": ("minus", "celá"), "ro": ("minus", "virgulă"),
    "hu": ("mínusz", "egész"), "ru": ("минус", "запятая"), "uk": ("мінус", "кома"),
    "ca": ("menys", "coma"),
}  # fmt: skip
_PERCENT: Final = {
    "id": "persen", "it": "per cento", "nl": "procent", "pl": "procent", "sv": "procent",
    "da": "procent", "nb": "prosent", "no": "prosent", "fi": "prosenttia", "ro": "la sută",
    "hu": "százalék", "cs": "procent", "ca": "per cent", "tr": "yüzde", "ru": "процентов",
    "uk": "відсотків",
}  # fmt: skip
_FAILURES: Final = (
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    RuntimeError,
)


def other_rules(code: str) -> LanguageRules | None:
    """Rules for the primary subtag ``code``, or ``None`` if its numbers are not known."""
    if not code.isascii() or not code.isalpha() or rendered(1, code) is None:
        return None

    def find_edits(text: str, taken: Taken, _options: ReadingOptions) -> list[Edit]:
        return _find_edits(text, taken, code)

    def say_as(text: str, interpret_as: str, _options: ReadingOptions) -> str | None:
        return _say_as(text, interpret_as, code)

    return LanguageRules(code, find_edits, say_as)


def _find_edits(text: str, taken: Taken, code: str) -> list[Edit]:
    if not _FIGURES.search(text):
        return []
    known, given = Taken(taken.edits), set(taken.edits)
    if len(text) <= LONGEST_CHARS and len(_FIGURE.findall(text)) <= MOST_FIGURES:
        known.add(_library(text, taken, code))
    for match in _NUMBER.finditer(text):
        if known.free(match.start(), match.end()):
            known.add([Edit(match.start(), match.end(), _said(match, code))])
    known.add(_left(text, known, code))
    return [edit for edit in known.edits if edit not in given]


def _library(text: str, taken: Taken, code: str) -> Iterator[Edit]:
    protected = [(edit.start, edit.end) for edit in taken.edits]
    try:
        prepared = spokenform.prepare(
            text,
            language=code,
            protected_spans=protected,
            expand_abbreviations=False,
            normalize_unicode=False,
            normalize_whitespace=False,
            use_spacy=False,
        )
    except _FAILURES:
        _LOG.warning("the number library failed on a text; its figures are read one by one")
        return
    for change in prepared.source_replacements:
        said = change.replacement
        if said.strip() and not any(char.isdigit() for char in said):
            yield Edit(change.source_start, change.source_end, said)


def _said(match: re.Match[str], code: str) -> str:
    minus, comma = _MARKS.get(code, ("minus", ","))
    whole = "".join(char for char in match["whole"] if char.isdecimal())
    said = _integer(whole, code)
    if match["decimals"]:
        said = f"{said} {comma} {_integer(match['decimals'], code)}"
    return f"{minus} {said}" if match["sign"] else said


def _integer(digits: str, code: str) -> str:
    if len(digits) > 12 or (len(digits) > 1 and digits[0] == "0"):
        return " ".join(cardinal_words(int(digit), code) for digit in digits)
    return cardinal_words(int(digits), code)


def _left(text: str, known: Taken, code: str) -> Iterator[Edit]:
    for match in _PERCENT_SIGN.finditer(text) if code in _PERCENT else ():
        if known.free(match.start(), match.end()):
            yield Edit(match.start(), match.end(), _apart(match, _PERCENT[code]))
    for match in _DIGIT.finditer(text):
        if known.free(match.start(), match.end()):
            yield Edit(match.start(), match.end(), _integer(match[0], code))


def _apart(match: re.Match[str], word: str) -> str:
    """A word with a space to what it stands beside."""
    text, start, end = match.string, match.start(), match.end()
    before = " " if start and not text[start - 1].isspace() else ""
    return f"{before}{word}{' ' if text[end : end + 1].isalnum() else ''}"


def _say_as(text: str, interpret_as: str, code: str) -> str | None:
    kind = interpret_as.partition(":")[0]
    if kind in ("characters", "spell-out", "digits", "telephone"):
        said = [
            cardinal_words(int(char), code) if char.isdecimal() else char.upper()
            for char in text
            if not char.isspace()
        ]
        return " ".join(said) or None
    if kind in ("cardinal", "number") and text.isdecimal() and len(text) <= 12:
        return _integer(text, code)
    if kind == "ordinal" and text.isdecimal() and len(text) <= 6:
        return rendered(int(text), code, "ordinal")
    return None
