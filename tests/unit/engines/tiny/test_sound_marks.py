"""Sounds of a word from the durations of its phonemes."""

from __future__ import annotations

import pytest

from brisa.engines.tiny.sound_marks import sound_marks
from brisa.types import SoundMark

pytestmark = pytest.mark.unit

PHONEMES = "bˈAk mˈɑː"
ENDS = [number * 10 for number in range(len(PHONEMES) + 3)]
"""Id *i* lasts from ``10 * i`` to ``10 * (i + 1)``; the first is a pad."""


def test_stress_and_length_go_to_the_sound_they_belong_to() -> None:
    assert sound_marks(PHONEMES, ENDS, 1, 5) == (
        SoundMark("b", 10, 20),
        SoundMark("eɪ", 20, 40),
        SoundMark("k", 40, 50),
    )
    assert sound_marks(PHONEMES, ENDS, 6, 10) == (SoundMark("m", 60, 70), SoundMark("ɑ", 70, 100))


def test_a_word_without_sound_has_none() -> None:
    assert sound_marks(PHONEMES, ENDS, 5, 5) == ()
