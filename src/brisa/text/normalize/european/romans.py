"""Roman numerals after names of rulers and words such as *chapitre*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.finding import Finder, ends_text
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
CANONICAL: Final = r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_AFTER_WORD: Final = lazy_pattern(
    rf"(?<!\w)(?P<word>[^\W\d_]+\.?)(?P<gap>[ \u00a0\u202f])(?P<roman>{CANONICAL})"
    r"(?P<mark>er|re|\u00ba|\u00aa|\.)?(?![\w'\u2019]|-\w)"
)


_AFTER_PLURAL: Final = lazy_pattern(
    rf"(?<!\w)(?P<word>[^\W\d_]+)(?P<gap>[ \u00a0\u202f])(?P<first>{CANONICAL})"
    rf"(?P<joint> (?:y|e|a|al|et|und|bis|ao|à) |, |[-\u2013])(?P<second>{CANONICAL})(?!\w)"
)


def roman_value(written: str) -> int:
    """Of a numeral of ``I V X L C``."""
    values = [_VALUES[letter] for letter in written]
    after = [*values[1:], 0]
    return sum(
        -value if value < following else value
        for value, following in zip(values, after, strict=True)
    )


def roman_finders(_lexis: Lexis) -> Iterator[Finder]:
    """What a numeral means after a word is the language's to say."""
    yield Finder(_AFTER_PLURAL, _after_plural)
    yield Finder(_AFTER_WORD, _after_word)


def _after_plural(match: re.Match[str], reader: Reader) -> str | None:
    """``siglos XIX y XX``: only after a word, not a name."""
    word = match["word"]
    if not word[0].islower() and not word.lower().startswith(("siglo", "século")):
        return None
    first = reader.lexis.regnal(word, roman_value(match["first"]), reader.locale)
    second = reader.lexis.regnal(word, roman_value(match["second"]), reader.locale)
    if first is None or second is None:
        return None
    joint = match["joint"]
    if joint in "-\u2013":
        joint = f" {reader.lexis.signs.to} "
    return f"{word}{match['gap']}{first}{joint}{second}"


def _after_word(match: re.Match[str], reader: Reader) -> str | None:
    word = reader.lexis.before_figures.get(match["word"], match["word"])
    said = reader.lexis.regnal(word, roman_value(match["roman"]), reader.locale)
    if said is None:
        return None
    stop = "." if match["mark"] == "." and ends_text(match) else ""
    return f"{word}{match['gap']}{said}{stop}"
