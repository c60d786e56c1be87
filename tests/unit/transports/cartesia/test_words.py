"""Words as they are written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.transports.cartesia.words import TimedWord, WrittenWords
from brisa.types import WordMark

pytestmark = pytest.mark.unit


def marks_of(text: str, pattern: str = r"\w+") -> list[WordMark]:
    return [
        WordMark(found[0], found.start(), found.end(), 10 * number, 10 * number + 5)
        for number, found in enumerate(re.finditer(pattern, text))
    ]


def words_of(text: str, pattern: str = r"\w+") -> list[str]:
    words = WrittenWords()
    words.push(text)
    return [word.text for word in words.timed(marks_of(text, pattern), 1000)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello there, friend.", ["Hello", "there,", "friend."]),
        ('"Yes," she said (twice).', ['"Yes,"', "she", "said", "(twice)."]),
        ("state-of-the-art, isn't it?", ["state-of-the-art,", "isn't", "it?"]),
        ("Well - I see 😀 now. Bye", ["Well -", "I", "see 😀", "now.", "Bye"]),
        ("Well 😀", ["Well"]),
        ("one <break time='1s'/>two", ["one", "two"]),
        ("to<spell>AB</spell>.", ["to", "AB"]),
        ("  spaced\n out ", ["spaced", "out"]),
    ],
)
def test_a_word_has_its_marks(text: str, words: list[str]) -> None:
    pattern = r"(?<![</])\b(?!break|time|1s|spell)\w+"
    assert words_of(text, pattern) == words


def test_scripts_without_spaces_have_a_word_for_each_mark() -> None:
    assert words_of("你好。再见!", "[你好再见]") == ["你", "好。", "再", "见!"]


def test_a_word_of_several_marks_is_told_once_and_lasts_as_long_as_they() -> None:
    words = WrittenWords()
    words.push("a state-of-the-art thing")
    marks = marks_of("a state-of-the-art thing")
    told = [*words.timed(marks[:3], 1000), *words.timed(marks[3:], 1000)]
    assert told == [
        TimedWord("a", 0.0, 0.005),
        TimedWord("state-of-the-art", 0.01, 0.025),
        TimedWord("thing", 0.05, 0.055),
    ]


def test_text_that_comes_later() -> None:
    words = WrittenWords()
    words.push("Hello ")
    first = marks_of("Hello there, friend.")
    assert [word.text for word in words.timed(first[:1], 1000)] == ["Hello"]
    words.push("there, ")
    words.push("friend.")
    told = words.timed(first[1:], 1000, earlier_samples=2000)
    assert told == [TimedWord("there,", 2.01, 2.015), TimedWord("friend.", 2.02, 2.025)]


def test_what_is_said_and_not_written_is_told_as_it_is() -> None:
    words = WrittenWords()
    words.push("Look: done")
    announced = WordMark("code", 5, 5, 0, 5)
    assert [word.text for word in words.timed([announced], 1000)] == ["code"]
    assert [word.text for word in words.timed(marks_of("Look: done")[1:], 1000)] == ["done"]


@given(
    st.lists(st.text(st.sampled_from('ab.,-<>😀你(" '), min_size=1, max_size=8), min_size=1),
    st.data(),
)
def test_words_are_found_one_after_another_in_the_text(
    pieces: list[str], data: st.DataObject
) -> None:
    """As a client looks for them, whatever of the text has come by then."""
    text = "".join(pieces)
    words, told, pushed = WrittenWords(), [], ""
    marks = marks_of(text, r"[ab]+|你")
    for mark in marks:
        while len(pushed) < mark.end_char or (pieces and data.draw(st.booleans())):
            pushed += pieces[0]
            words.push(pieces.pop(0))
        told += words.timed([mark], 1000)
    at = 0
    for word in told:
        assert word.text
        assert word.text == word.text.strip()
        at = text.index(word.text, at) + len(word.text)
    letters = "".join(word.text for word in told)
    assert re.sub(r"[^ab你]", "", letters) == re.sub(r"[^ab你]", "", text)
