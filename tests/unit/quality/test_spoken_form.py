"""What counts as saying the same, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.quality.spoken_form import first_difference, same_words, words_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("spoken", "words"),
    [
        ("Twenty-one, please!", "twenty one please !"),
        ("the U.S.A. team", "the u s a team"),
        ("made in the U.S", "made in the u s"),
        ("He left at six P.M.", "he left at six p m ."),
        ("He left at six P M.", "he left at six p m ."),
        ("the F.B.I.'s plan", "the f b i's plan"),
        ("“Wait…” (she said) — he wasn’t", "wait ... she said he wasn't"),
        ("  a\t b  ", "a b"),
        ("Wait....", "wait ..."),
        ("You what?!", "you what ?!"),
        ("the kids' 'nineties", "the kids nineties"),
        ("costs 7.2 %", "costs 7.2 %"),
        ("example.com.", "example.com ."),
        ("你好吗？很好。", "你 好 吗 ? 很 好 ."),
        ("¿Qué? «Sí»", "qué ? sí"),
        ("... . well", "well"),
        ("...", ""),
        ("", ""),
    ],
)
def test_words(spoken: str, words: str) -> None:
    assert words_of(spoken) == tuple(words.split())


def test_lines_without_a_mark() -> None:
    assert words_of("\nRed\n\nBlue.\nGreen\n") == ("red", "\n", "blue", ".", "green")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("Red\nBlue", "red blue"),
        ("Red\nBlue", "Red. Blue."),
        ("Red\nBlue", "Red\nBlue."),
        ("Red.\nBlue.", "red.\nblue."),
        ("see you at seven P M", "see you at seven P M."),
        ("one\nMix", "one. Mix"),
        ("Red Blue", "Red\nBlue"),
        ("", "..."),
    ],
)
def test_the_same(expected: str, said: str) -> None:
    assert same_words(words_of(expected), words_of(said))


@pytest.mark.parametrize(
    ("expected", "said", "at"),
    [
        ("It works. It stops.", "It works dot It stops dot", 2),
        ("zero point seven", "zero. seven", 1),
        ("Where is it? There.", "Where is it. There.", 3),
        ("he wasn't there", "he was there", 1),
        ("five to nine", "five nine", 1),
        ("five dollars", "$5", 0),
        ("at seven P M.", "at seven P M", 4),
        ("all of it.", "all of", 2),
        ("all of it.", "all of it. Again.", 4),
        ("Red\nBlue", "Red? Blue", 2),
        ("", "hash", 0),
        ("word", "", 0),
        ("see you", "see you!", 2),
        ("Hello.", "Hello. .", 2),
    ],
)
def test_not_the_same(expected: str, said: str, at: int) -> None:
    assert first_difference(words_of(expected), words_of(said)) == at


@given(st.text(alphabet="ab .?!\n,-'U.S\u2026你é", max_size=40))
def test_every_form_agrees_with_itself(spoken: str) -> None:
    words = words_of(spoken)
    assert same_words(words, words)
    assert same_words(words_of(spoken.upper()), words_of(spoken.lower()))


@given(st.text(max_size=30))
def test_never_raises(spoken: str) -> None:
    assert all(word for word in words_of(spoken))
