"""When two spoken forms are the same: equal words and equal sentence ends, whatever else differs.

Of no account: upper and lower case, the hyphen of ``twenty-one``, white space, quotes, brackets,
dashes, commas, semicolons, colons, and ``U.S.A.`` or ``U S A``. Of account: every word in its
order, and the marks that end a sentence (``.``, ``?``, ``!``, ``...``). A symbol or digit that was
left unspoken is a word of its own here, so it never passes for its name.

The one freedom: an end that the writer showed by a line (a heading, an entry of a list) and not by
a mark may be spoken with or without a full stop. The expected form has a line break there. The end
of a text without a mark is such an end too.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LINE: Final = "\n"
"""Stands in :func:`words_of` for the end of a line that has no mark."""

_IGNORED = ',;:"()[]{}«»‹›“”„‟¿¡-‐‑‒–—―、，；：（）《》「」『』'
_FOLDED = str.maketrans(
    dict.fromkeys(_IGNORED, " ")
    | dict.fromkeys("’‘ʼ‛＇", "'")
    | {"。": ".", "！": "!", "？": "?", "…": "..."}
)
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_DOTTED = re.compile(r"(?<![\w.])[^\W\d_](?:\.[^\W\d_])+\.?(?!\w)")
_TOKEN = re.compile(rf"\n|[.?!]+(?!\w)|[{_HAN}]|(?:[^\s.?!{_HAN}]|[.?!](?=\w))+|[.?!]+")
_MARKS = frozenset(".?!")


def words_of(spoken: str) -> tuple[str, ...]:
    """The words and sentence ends of a spoken form, and :data:`LINE` where a line ends bare.

    A mark before the first word ends nothing and is left out.
    """
    folded = unicodedata.normalize("NFC", spoken).casefold().translate(_FOLDED)
    words: list[str] = []
    for token in _TOKEN.findall(_DOTTED.sub(_spaced, folded.strip())):
        word = _mark(token) if _is_end(token) else token.strip("'")
        if word and (words or not _is_end(word)) and not (word == LINE and _is_end(words[-1])):
            words.append(word)
    if words and words[-1] == LINE:
        words.pop()
    return tuple(words)


def _spaced(dotted: re.Match[str]) -> str:
    """Letters with dots, apart; the last dot ends a sentence only where the text ends."""
    letters = " ".join(dotted.group().replace(".", " ").split())
    ends = dotted.group().endswith(".") and dotted.end() == len(dotted.string)
    return f"{letters}." if ends else letters


def _mark(token: str) -> str:
    return "..." if token.startswith("...") and not token.strip(".") else token


def _is_end(token: str) -> bool:
    return token == LINE or not (set(token) - _MARKS)


def same_words(expected: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether ``said`` is ``expected``, both from :func:`words_of`."""
    return first_difference(expected, said) is None


def first_difference(expected: tuple[str, ...], said: tuple[str, ...]) -> int | None:
    """Index into ``expected`` of the first word that is said otherwise; ``None`` if all agree.

    It is ``len(expected)`` where more is said than expected.
    """
    place = 0
    for index, word in enumerate(expected):
        if word == LINE:
            place += place < len(said) and said[place] in (".", LINE)
            continue
        if place < len(said) and said[place] == LINE:
            place += 1
        if place >= len(said) or said[place] != word:
            return index
        place += 1
    if expected and not _is_end(expected[-1]) and said[place:] == (".",):
        return None
    return None if place == len(said) else len(expected)
