"""Alignment and counts, against cases worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.quality.error_rate import (
    AlignedWord,
    Op,
    WordErrors,
    align,
    total_errors,
    word_errors,
)

pytestmark = pytest.mark.unit

_WORDS = st.lists(st.sampled_from("abc"), max_size=7)


@pytest.mark.parametrize(
    ("expected", "heard", "substitutions", "deletions", "insertions"),
    [
        ("the cat sat", "the cat sat", 0, 0, 0),
        ("the cat sat", "the hat sat", 1, 0, 0),
        ("the cat sat", "the sat", 0, 1, 0),
        ("the cat sat", "the big cat sat", 0, 0, 1),
        ("the cat sat on the mat", "a cat sat the mat now", 1, 1, 1),
        ("a b c d", "b c d e", 0, 1, 1),
        ("a b", "c d e", 2, 0, 1),
        ("a b c", "", 0, 3, 0),
        ("", "a b", 0, 0, 2),
        ("", "", 0, 0, 0),
    ],
)
def test_counts(
    expected: str, heard: str, substitutions: int, deletions: int, insertions: int
) -> None:
    errors = word_errors(expected.split(), heard.split())
    assert errors.substitutions == substitutions
    assert errors.deletions == deletions
    assert errors.insertions == insertions
    assert errors.expected_words == len(expected.split())


def test_alignment_word_by_word() -> None:
    aligned = align(
        ["nine", "fifteen", "in", "the", "morning"], ["fifteen", "in", "a", "morning", "train"]
    )
    assert aligned == (
        AlignedWord(Op.DELETED, "nine", ""),
        AlignedWord(Op.SAME, "fifteen", "fifteen"),
        AlignedWord(Op.SAME, "in", "in"),
        AlignedWord(Op.SUBSTITUTED, "the", "a"),
        AlignedWord(Op.SAME, "morning", "morning"),
        AlignedWord(Op.INSERTED, "", "train"),
    )


@pytest.mark.parametrize(
    ("expected", "heard", "first_missing", "last_missing"),
    [
        ("nine fifteen", "fifteen", 1, 0),
        ("nine fifteen", "nine", 0, 1),
        ("nine fifteen", "mine fifty", 0, 0),
        ("nine fifteen", "", 1, 1),
        ("one two three", "oh one two three", 0, 0),
        ("one two three", "two three now", 1, 0),
        ("one two three", "so one two", 0, 1),
        ("", "word", 0, 0),
    ],
)
def test_first_and_last_word(
    expected: str, heard: str, first_missing: int, last_missing: int
) -> None:
    errors = word_errors(expected.split(), heard.split())
    assert (errors.first_missing, errors.last_missing) == (first_missing, last_missing)


def test_rate() -> None:
    assert word_errors(["a", "b", "c", "d"], ["a", "x", "c"]).rate == 0.5
    assert word_errors(["a"], ["x", "y", "z"]).rate == 3.0
    assert word_errors([], ["x", "y"]).rate == 2.0
    assert WordErrors().rate == 0.0


def test_total_weighs_words_alike() -> None:
    total = total_errors([word_errors(["a"], ["b"]), word_errors(["a", "b", "c"], ["a", "b"])])
    assert total == WordErrors(
        expected_words=4, substitutions=1, deletions=1, insertions=0, last_missing=1
    )
    assert total.rate == 0.5
    assert total_errors([]) == WordErrors()


@given(_WORDS, _WORDS)
def test_alignment_holds_both_sides_and_is_shortest(expected: list[str], heard: list[str]) -> None:
    aligned = align(expected, heard)
    assert [word.expected for word in aligned if word.op is not Op.INSERTED] == expected
    assert [word.heard for word in aligned if word.op is not Op.DELETED] == heard
    assert all((word.op is Op.SAME) == (word.expected == word.heard) for word in aligned)
    assert sum(word.op is not Op.SAME for word in aligned) == _distance(expected, heard)


def _distance(left: list[str], right: list[str]) -> int:
    """Straight from the definition, in exponential time."""
    if not left or not right:
        return len(left) + len(right)
    if left[0] == right[0]:
        return _distance(left[1:], right[1:])
    return 1 + min(
        _distance(left[1:], right[1:]), _distance(left[1:], right), _distance(left, right[1:])
    )
