"""Words in capitals that are said letter by letter: *CDU*, *SNCF*, *DNI*; but not *NATO*.

What begins or ends as no word does is spelled, and what the language's own tables say; the rest is
left to the voice. Letters stand apart: ``C D U``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.normalize.european.romans import CANONICAL
from brisa.text.patterns import lazy_pattern

_CAPITALS: Final = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_WORD: Final = lazy_pattern(
    rf"(?<![^\W\d_])(?P<word>[{_CAPITALS}]{{2,5}})(?P<plural>s?)(?![^\W\d_]|\.\w)"
)
_ROMAN: Final = lazy_pattern(CANONICAL)
_VOWELS: Final = "AEIOUY\u00c0-\u00d6\u00d8-\u00dc"
_NO_WORD: Final = lazy_pattern(
    rf"\A[^{_VOWELS}]*\Z"
    rf"|\A(?!(?:[BCFGKPTVW][LR]|D[R]|S[CKLMNPQTW]|[KGP]N|[CPST]H|P[FS]|QU|ZW|LL|TS)[{_VOWELS}]"
    rf"|S(?:CH|[CPT]R|PL|CL)|SCHR?)[^{_VOWELS}]{{2}}"
    rf"|[^{_VOWELS}]{{4}}"
    rf"|[{_VOWELS}][^{_VOWELS}]*(?:(?!CK|TZ|PF|BB|DD|FF|GG|KK|PP)[BCDFGKPTVZ][BCDFGKMNPQVWXZ]"
    rf"|M[^BMP]|H[^{_VOWELS}LMNRT]|[JQVW][^{_VOWELS}])\Z",
)
_LOUD: Final = lazy_pattern(rf"(?<!\w)[{_CAPITALS}]{{2,}}(?!\w)")
_WORDS: Final = lazy_pattern(r"[^\W\d_]{2,}")
_SHARE: Final = 0.6


def initialism_finders(lexis: Lexis) -> Iterator[Finder]:
    """The rule for words of two to five capitals."""
    yield Finder(_WORD, _initialism)


def letters(word: str) -> str:
    """Its letters apart, in capitals."""
    return " ".join(word.upper())


def is_spelled(word: str, lexis: Lexis) -> bool:
    """Said letter by letter, as far as its letters or the language's tables tell."""
    if word in lexis.spelled:
        return True
    if word in lexis.said or _ROMAN.fullmatch(word):
        return False
    return _NO_WORD.search(word) is not None


def _initialism(match: re.Match[str], reader: Reader) -> str | None:
    word = match["word"]
    if not is_spelled(word, reader.lexis):
        return None
    if word not in reader.lexis.spelled and _is_shouted(match.string):
        return None
    return letters(word) + match["plural"]


def _is_shouted(text: str) -> bool:
    """Most words, and more than one, are in capitals."""
    loud = len(_LOUD.findall(text))
    return loud > 1 and loud >= _SHARE * len(_WORDS.findall(text))
