"""Sounds as mouth shapes, for whoever moves a face.

The shapes are the fifteen that avatars commonly have (the Oculus lip-sync set, which follows
MPEG-4's visemes): ``sil PP FF TH DD kk CH SS nn RR aa E I O U``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from brisa.types import WordMark

SILENCE: Final = "sil"

_SHAPES: Final = {
    "PP": "p b m",
    "FF": "f v",
    "TH": "θ ð",
    "DD": "t d ɾ ʔ",
    "kk": "k ɡ g h x ŋ",
    "CH": "tʃ dʒ ʃ ʒ",
    "SS": "s z",
    "nn": "n l ɲ ʎ",
    "RR": "ɹ r ɚ ɝ ɜ ʁ",
    "aa": "a ɑ æ ʌ ɐ",
    "E": "e ɛ ə",
    "I": "i ɪ j y",
    "O": "o ɔ ɒ",
    "U": "u ʊ w ø œ",
}
_SHAPE_OF: Final = {sound: shape for shape, sounds in _SHAPES.items() for sound in sounds.split()}
_OPENS: Final = {"eɪ": "E", "aɪ": "aa", "aʊ": "aa", "ɔɪ": "O", "oʊ": "O", "əʊ": "O"}
_CLOSES: Final = {"eɪ": "I", "aɪ": "I", "aʊ": "U", "ɔɪ": "I", "oʊ": "U", "əʊ": "U"}


@dataclass(frozen=True, slots=True)
class Viseme:
    """A shape of the mouth from ``start_sample`` on, until the next one."""

    shape: str
    start_sample: int
    end_sample: int


def visemes(words: Iterable[WordMark]) -> list[Viseme]:
    """The shapes of marked words, equal neighbours as one. A diphthong is two, half of it each.

    A sound that is not in the table keeps the shape before it.
    """
    found: list[Viseme] = []
    for word in words:
        for shape, start, end in _shapes(word):
            last = found[-1] if found else None
            if last is not None and last.shape == shape and last.end_sample == start:
                found[-1] = Viseme(shape, last.start_sample, end)
            elif end > start:
                found.append(Viseme(shape, start, end))
    return found


def _shapes(word: WordMark) -> Iterator[tuple[str, int, int]]:
    shape = SILENCE
    for sound in word.sounds:
        start, end = sound.start_sample, sound.end_sample
        if sound.phoneme in _OPENS:
            middle = (start + end) // 2
            yield _OPENS[sound.phoneme], start, middle
            shape = _CLOSES[sound.phoneme]
            yield shape, middle, end
        else:
            shape = _SHAPE_OF.get(sound.phoneme, _SHAPE_OF.get(sound.phoneme[:1], shape))
            yield shape, start, end
