"""Letters said by their names: ``U S A``, ``U R Ls``, ``P M``.

In the words the rules of this package make, a capital standing alone is always a letter's name,
never the article or the pronoun. Such letters are given their sounds as well, since a reader takes
``A`` for the article, and ``M.`` for an initial whose full stop ends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from brisa.text.edits import Edit
from brisa.text.normalize.english.vocabulary import words
from brisa.text.patterns import lazy_pattern

_NAMES: Final = MappingProxyType(
    dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            words(
                "eɪ biː siː diː iː ɛf dʒiː eɪtʃ aɪ dʒeɪ keɪ ɛl ɛm ɛn oʊ piː kjuː ɑːɹ ɛs tiː juː viː"
                " dʌbəljuː ɛks waɪ ziː"
            ),
            strict=True,
        )
    )
)
"""Names of the letters, American English, in IPA."""

_BRITISH: Final = MappingProxyType({"O": "əʊ", "R": "ɑː", "Z": "zɛd"})
_VOWEL: Final = lazy_pattern("[aeiouɑɛəʌɪʊ]")
_LETTER: Final = lazy_pattern(r"[A-Z](?:'?s)?")
_TOKENS: Final = lazy_pattern(r"\S+")
_Group = tuple[bool, str]


def spelled(word: str) -> str:
    """``HTML`` is "H T M L"."""
    return " ".join(letter.upper() for letter in word if letter.isalpha())


def sounds(letters: str, *, british: bool) -> str | None:
    """IPA of ``U R Ls``, a part for each word; ``None`` if other words are among them."""
    names = letters.split()
    if not names or not all(map(_LETTER.fullmatch, names)):
        return None
    parts = [_sound(name, british) for name in names]
    stressed = [_stressed(part, "ˌ") for part in parts[:-1]]
    return " ".join((*stressed, _stressed(parts[-1], "ˈ")))


def _sound(word: str, british: bool) -> str:
    name = (_BRITISH.get(word[0]) if british else None) or _NAMES[word[0]]
    if not word.endswith("s"):
        return name
    ending = "ɪz" if word[0] in "HSX" else "s" if word[0] == "F" else "z"
    return name + ending


def _stressed(sound: str, mark: str) -> str:
    return _VOWEL.sub(lambda vowel: mark + vowel.group(), sound, count=1)


def edits_for(text: str, start: int, end: int, spoken: str, *, british: bool) -> Iterator[Edit]:
    """``text[start:end]`` said as ``spoken``, the letters in it as edits of their own, with sounds.

    Where the letters cannot be found in the text, one edit without sounds.
    """
    groups = _groups(spoken)
    cuts = _cuts(text, start, end, groups) if any(letters for letters, _ in groups) else None
    if cuts is None:
        yield Edit(start, end, spoken)
        return
    for (letters, said), begin, stop in zip(groups, cuts, (*cuts[1:], end), strict=True):
        yield Edit(begin, stop, said, sounds(said, british=british) if letters else None)


def _groups(spoken: str) -> list[_Group]:
    """Neighbouring words, letters apart from others."""
    groups: list[tuple[bool, list[str]]] = []
    for token in _TOKENS.findall(spoken):
        letters = _LETTER.fullmatch(token) is not None
        if groups and groups[-1][0] == letters:
            groups[-1][1].append(token)
        else:
            groups.append((letters, [token]))
    return [(letters, " ".join(tokens)) for letters, tokens in groups]


def _cuts(text: str, start: int, end: int, groups: list[_Group]) -> list[int] | None:
    """Where in the text each group begins: letters at that letter, words behind the letters."""
    cuts: list[int] = []
    at = start
    for index, (letters, said) in enumerate(groups):
        begin = at
        if letters and index:
            found = text.upper().find(said[0], at, end) if text.isascii() else -1
            if found < 0:
                return None
            begin = found
        cuts.append(begin)
        at = begin + (_length(text, begin, end, said) if letters else 1)
        if at > end:
            return None
    return cuts if all(a < b for a, b in zip(cuts, (*cuts[1:], end), strict=True)) else None


def _length(text: str, at: int, end: int, letters: str) -> int:
    """Characters from ``at`` in which ``letters`` stand."""
    begin = at
    for letter in letters:
        if letter.isalpha():
            while at < end and text[at].upper() != letter.upper():
                at += 1
            at += 1
    return at - begin
