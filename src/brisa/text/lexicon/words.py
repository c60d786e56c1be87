"""Where words begin and end, for looking them up in a lexicon.

A text falls into words, runs of white space, and single signs. In scripts written without spaces,
and in Korean, whose particles cling to words, every character is a word of its own, so an entry is
found wherever its characters stand.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Final

from brisa.text.patterns import lazy_pattern

_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff\u1100-\u11ff\uac00-\ud7a3"
)
_TOKEN: Final = lazy_pattern(rf"[^\W{_UNSPACED}]+|\s+|.", re.DOTALL)
_UNSPACED_ONE: Final = lazy_pattern(f"[{_UNSPACED}]")
_FOLDED: Final = str.maketrans({"’": "'", "ʼ": "'", "＇": "'", "‘": "'", "‐": "-", "‑": "-"})
_CHUNK: Final = lazy_pattern(r"[!-~]+")
_ADDRESS: Final = lazy_pattern(r"://|(?<=\w)@\w|(?<!\w)www\.\w", re.IGNORECASE)

_ELIDING: Final = frozenset(("fr", "it", "ca", "oc"))
_ENDINGS_AFTER_APOSTROPHE: Final = frozenset(("s", "ll", "d", "ve", "re"))


class Words:
    """The words of one text. ``keys[i]`` is the word at ``starts[i]``..``starts[i + 1]`` without
    regard to case."""

    def __init__(self, text: str) -> None:
        self.text = text
        if text.isascii():
            # Lower case has the same length there.
            tokens = _TOKEN.findall(text.lower())
            self.keys = [" " if token.isspace() else token for token in tokens]
        else:
            tokens = _with_marks(_TOKEN.findall(text))
            self.keys = [_key(token) for token in tokens]
        self._tokens = tokens

    @cached_property
    def starts(self) -> list[int]:
        """Where each word begins, and the end of the text."""
        return list(accumulate(map(len, self._tokens), initial=0))

    def exact(self, first: int, end: int) -> str:
        """Words ``first``..``end`` with their case, white space and signs made alike."""
        return exact_form(self.text[self.starts[first] : self.starts[end]])

    def is_whole(self, first: int, end: int, language: str) -> bool:
        """Words ``first``..``end`` stand by themselves, not inside a longer word, number, host
        name or address."""
        return (
            self._begins(self.starts[first], language)
            and self._ends(self.starts[end], end)
            and not self._is_inside_address(self.starts[first], self.starts[end])
        )

    def _begins(self, at: int, language: str) -> bool:
        here, before = self.text[at], self.text[at - 1 : at]
        if not before:
            return True
        if not _is_word(here):
            return _is_picture(here) or (not _clings(before) and before != here)
        further = self.text[at - 2 : at - 1] if at > 1 else ""
        if not further.isalnum():
            return True
        if self.text[at - 1 : at].translate(_FOLDED) == "'":
            return language.partition("-")[0].lower() in _ELIDING
        return not _binds(further, before, here)

    def _ends(self, at: int, end: int) -> bool:
        last, after = self.text[at - 1], self.text[at : at + 1]
        if not after:
            return True
        if not _is_word(last):
            return self._ends_with_sign(at, last, after)
        further = self.text[at + 1 : at + 2]
        if not further.isalnum():
            return True
        if after.translate(_FOLDED) == "'":
            return self.keys[end + 1] in _ENDINGS_AFTER_APOSTROPHE
        return not _binds(last, after, further)

    def _ends_with_sign(self, at: int, last: str, after: str) -> bool:
        """``C++`` ends before a digit as in ``C++17``, but not before a letter or another plus."""
        if _is_picture(last):
            return True
        if after.isdigit():
            return self.text[max(0, at - 9) : at].rstrip(last)[-1:].isalpha()
        return not _clings(after) and after != last

    def _is_inside_address(self, start: int, end: int) -> bool:
        if any(sign in self.text[start:end] for sign in ".@/"):
            return False  # the entry is about addresses itself
        index = bisect_right(self._addresses, (start, len(self.text))) - 1
        return index >= 0 and end <= self._addresses[index][1]

    @cached_property
    def _addresses(self) -> list[tuple[int, int]]:
        if _ADDRESS.search(self.text) is None:
            return []
        return [
            chunk.span() for chunk in _CHUNK.finditer(self.text) if _ADDRESS.search(chunk.group())
        ]


def exact_form(written: str) -> str:
    """``written`` in the form in which texts are compared with regard to case."""
    composed = unicodedata.normalize("NFC", written.translate(_FOLDED))
    return " ".join(composed.split()) if any(map(str.isspace, composed)) else composed


def _key(token: str) -> str:
    if token.isspace():
        return " "
    folded = token.translate(_FOLDED).casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def _with_marks(tokens: list[str]) -> list[str]:
    """Combining marks and joiners belong to the word they stand in."""
    joined: list[str] = []
    open_word = False  # the last token ended in a mark that a further letter may follow
    for token in tokens:
        is_mark = len(token) == 1 and unicodedata.category(token) in ("Mn", "Mc", "Me", "Cf")
        continues = open_word and _is_spaced_word(token)
        if joined and (continues or (is_mark and _is_word(joined[-1][0]))):
            joined[-1] += token
            open_word = is_mark and _is_spaced_word(joined[-1])
        else:
            joined.append(token)
            open_word = False
    return joined


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def _is_spaced_word(token: str) -> bool:
    return _is_word(token[0]) and _UNSPACED_ONE.match(token) is None


def _clings(character: str) -> bool:
    """A letter or digit of a script with spaces: part of the same word as a sign beside it."""
    return _is_word(character) and _UNSPACED_ONE.match(character) is None


def _is_picture(sign: str) -> bool:
    """An arrow, emoji or the like, which is a word by itself wherever it stands."""
    return not sign.isascii() and unicodedata.category(sign) in ("So", "Sm")


def _binds(left: str, sign: str, right: str) -> bool:
    """``sign`` makes one name or number of the characters on both its sides."""
    if sign in ".@\\":
        return True
    return sign in ",:/-" and left.isdigit() and right.isdigit()
