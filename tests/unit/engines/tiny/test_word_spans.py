"""Source words and the words of their spoken form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.engines.tiny.word_spans import align, spans

pytestmark = pytest.mark.unit


def words_of(text: str) -> list[str]:
    return [text[span.start : span.end] for span in spans(text)]


def test_words_are_as_written_without_the_punctuation_that_clings_to_them() -> None:
    text = "“It's well-known,” she said—no: $5.99 (50%)… e.g. C++!"
    assert words_of(text) == [
        "It's", "well-known", "she", "said", "no", "$5.99", "50%", "e.g", "C++",
    ]  # fmt: skip


def test_what_is_only_punctuation_stays_a_word_of_its_own() -> None:
    assert words_of("a - b") == ["a", "-", "b"]


@pytest.mark.parametrize(
    ("source", "spoken", "expected"),
    [
        ("the cat the cat", "the cat the cat", [0, 1, 2, 3]),
        ("at 7:30 pm today", "at seven thirty P.M today", [0, 1, 1, 2, 3]),
        ("3-5 to 7", "3 to 5 to 7", [0, 0, 0, 1, 2]),
        ("at 5:30 on 3/4", "at five thirty on March fourth", [0, 1, 1, 2, 3, 3]),
        ("Jan 5 2024 and", "January fifth 2024 and", [0, 1, 2, 3]),
        ("pay $5 million", "pay 5 million dollars", [0, 1, 2, 2]),
        ("3 May it is", "the third of May it is", [0, 0, 0, 1, 2, 3]),
        ("call 555-1234 now", "call 5 5 5 1 2 3 4 now", [0, *[1] * 7, 2]),
        ("5:30", "five thirty", [0, 0]),
        ("1987 sailing", "nineteen eighty seven saylin", [0, 0, 0, 1]),
    ],
)
def test_rewritten_words_go_to_the_word_they_were(
    source: str, spoken: str, expected: list[int]
) -> None:
    assert align(source.split(), spoken.split()) == [(at, at) for at in expected]


def test_words_put_together_share_one() -> None:
    assert align(["a", "b", "c", "d"], ["a", "bc", "d"]) == [(0, 0), (1, 2), (3, 3)]


few = st.lists(st.sampled_from(["a", "b", "the", "5", "12"]), max_size=12)


@given(source=few, spoken=few)
def test_alignment_is_monotonic_and_inside_the_source(source: list[str], spoken: list[str]) -> None:
    pairs = align(source, spoken)
    assert len(pairs) == len(spoken)
    last = 0
    for first, final in pairs:
        assert last <= first <= final <= max(0, len(source) - 1)
        last = final


@given(words=few)
def test_alike_texts_align_word_for_word(words: list[str]) -> None:
    assert align(words, words) == [(at, at) for at in range(len(words))]
