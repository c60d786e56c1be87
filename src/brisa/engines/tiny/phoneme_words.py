"""Whose each phoneme is: the words of a text among the sounds they became."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from brisa.engines.tiny.word_spans import Span
from brisa.text.span_map import SpanMap

_PUNCTUATION: Final = frozenset(';:,.!?—…"()“” ')


@dataclass(frozen=True, slots=True)
class PhonemeWord:
    """A word of the source text: ``text[start_char:end_char]``, spoken by the ids
    ``start_id``..``end_id`` of its sequence (equal if it has no sound)."""

    text: str
    start_char: int
    end_char: int
    start_id: int
    end_id: int


def owners(
    phonemes: str, run_of_phoneme: list[int], words_of_run: list[tuple[int, int]]
) -> list[int]:
    """The word each phoneme speaks; a run that speaks several words is shared out evenly."""
    found = [-1] * len(phonemes)
    places: dict[int, list[int]] = {}
    for at, (phoneme, run) in enumerate(zip(phonemes, run_of_phoneme, strict=True)):
        if phoneme not in _PUNCTUATION:
            places.setdefault(run, []).append(at)
    for run, ats in places.items():
        first, last = words_of_run[run]
        for order, at in enumerate(ats):
            found[at] = first + order * (last - first + 1) // len(ats)
    return found


def ranges(owner_of: list[int]) -> dict[int, tuple[int, int]]:
    """Word -> the phonemes from its first to the one after its last."""
    found: dict[int, tuple[int, int]] = {}
    for at, owner in enumerate(owner_of):
        if owner >= 0:
            found[owner] = (found[owner][0] if owner in found else at, at + 1)
    return found


def word_marks(
    text: str, base: int, words: list[Span], phonemes_of: dict[int, tuple[int, int]]
) -> Iterator[PhonemeWord]:
    """Every word that has a sound, a letter or a digit; ids count phonemes of the whole piece."""
    said_until = 0
    for index, word in enumerate(words):
        written = text[word.start : word.end]
        if index not in phonemes_of and not any(map(str.isalnum, written)):
            continue
        start, end = phonemes_of.get(index, (said_until, said_until))
        said_until = end
        yield PhonemeWord(written, base + word.start, base + word.end, start, end)


def placed(
    words: tuple[PhonemeWord, ...], text: str, spans_back: SpanMap
) -> tuple[PhonemeWord, ...]:
    """Words of a marked-up text at their places in ``text``."""
    found = []
    for word in words:
        start, end = spans_back.source_span(word.start_char, word.end_char)
        found.append(replace(word, text=text[start:end], start_char=start, end_char=end))
    return tuple(found)
