"""When each sound of a word is heard, from the durations of the model's phonemes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brisa.types import SoundMark

_BEFORE: Final = frozenset("ˈˌ")
"""Stress: belongs to the sound that follows."""

_AFTER: Final = frozenset("ː")
"""Length: belongs to the sound before."""

_IPA: Final = {
    "A": "eɪ",
    "I": "aɪ",
    "W": "aʊ",
    "Y": "ɔɪ",
    "O": "oʊ",
    "Q": "əʊ",
    "ʧ": "tʃ",
    "ʤ": "dʒ",
    "T": "ɾ",
    "ᵊ": "ə",
    "ᵻ": "ɪ",
}
"""The reader's letters (misaki's convention) that are not IPA."""


def sound_marks(
    phonemes: str, ends: Sequence[int], start_id: int, end_id: int
) -> tuple[SoundMark, ...]:
    """The sounds of ids ``start_id`` to ``end_id`` of a sequence whose first id is a pad.

    ``ends[i]`` is the sample at which id *i* begins. Stress and length have no mark of their own:
    their time goes to the sound they belong to.
    """
    found: list[SoundMark] = []
    begins: int | None = None
    for index in range(start_id, end_id):
        phoneme = phonemes[index - 1]
        start, end = int(ends[index]), int(ends[index + 1])
        if phoneme in _BEFORE:
            begins = start if begins is None else begins
        elif phoneme in _AFTER and found:
            found[-1] = SoundMark(found[-1].phoneme, found[-1].start_sample, end)
        elif phoneme.isalpha() or phoneme in _IPA:
            first = start if begins is None else begins
            found.append(SoundMark(_IPA.get(phoneme, phoneme), first, end))
            begins = None
    return tuple(found)
