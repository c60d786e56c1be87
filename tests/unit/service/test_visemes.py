"""Sounds as mouth shapes."""

from __future__ import annotations

import pytest

from brisa.service.visemes import Viseme, visemes
from brisa.types import SoundMark, WordMark

pytestmark = pytest.mark.unit


def word(*sounds: tuple[str, int, int]) -> WordMark:
    marks = tuple(SoundMark(*sound) for sound in sounds)
    return WordMark("x", 0, 1, marks[0].start_sample, marks[-1].end_sample, sounds=marks)


def test_shapes_follow_the_sounds() -> None:
    assert visemes([word(("m", 0, 10), ("u", 10, 30), ("ʃ", 30, 40))]) == [
        Viseme("PP", 0, 10),
        Viseme("U", 10, 30),
        Viseme("CH", 30, 40),
    ]


def test_a_diphthong_is_two_shapes() -> None:
    assert visemes([word(("aɪ", 0, 100))]) == [Viseme("aa", 0, 50), Viseme("I", 50, 100)]


def test_equal_neighbours_are_one_and_a_pause_parts_them() -> None:
    found = visemes([word(("p", 0, 10), ("b", 10, 20)), word(("m", 50, 60))])
    assert found == [Viseme("PP", 0, 20), Viseme("PP", 50, 60)]


def test_a_sound_that_is_not_known_keeps_the_shape() -> None:
    assert visemes([word(("s", 0, 10), ("!", 10, 20))]) == [Viseme("SS", 0, 20)]


def test_words_without_sounds_have_no_shapes() -> None:
    assert visemes([WordMark("x", 0, 1, 0, 10)]) == []
