"""Sentences that are too long are cut where a reader would breathe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.abbreviations import words_for
from brisa.text.balance import best_cut
from brisa.text.segment import Segmenter, SegmenterOptions

pytestmark = pytest.mark.unit

JOINERS = words_for("en").conjunctions


def cut(text: str, low: int, high: int, target: int) -> tuple[str, str]:
    at = best_cut(text, (0, len(text)), low, high, target, JOINERS)
    return text[:at], text[at:]


def parts_of(text: str, max_chars: int, language: str = "en") -> list[str]:
    options = SegmenterOptions(first_long_chars=10_000, max_chars=max_chars, language=language)
    segmenter = Segmenter(options)
    return [segment.text for segment in segmenter.push(text) + segmenter.end()]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("one two three, four five; six seven eight nine ten", "five; "),
        ("one two three four five, six seven eight nine ten", "five, "),
        ("one two three four five six and seven eight nine", "six "),
        ("one two three four five six seven eight nine ten", "five "),
        ("one two, three four five six, but seven eight nine", "six, "),
        ("a" * 50, "a" * 25),
    ],
)
def test_the_strongest_place_near_the_middle_is_taken(text: str, end: str) -> None:
    first, _ = cut(text, 5, 40, 25) if " " in text else cut(text, 5, 25, 25)
    assert (first + " " if end[-1] == " " and first[-1] != " " else first).endswith(end)


def test_a_number_stays_with_its_unit_and_a_short_bracket_is_whole() -> None:
    first, second = cut("it was about as heavy as 30 kilograms of wet sand", 5, 45, 28)
    assert second.startswith("30 kilograms") or first.endswith("30 kilograms ")
    first, second = cut("the old house (red, blue; and so on) was sold again", 5, 45, 24)
    assert "(red, blue; and so on)" in (first + "|" + second)


def test_a_chain_of_clauses_without_a_comma_is_cut_before_a_conjunction() -> None:
    text = (
        "We walked along the river because the bridge was closed and the road was full of people "
        "who had come to see the boats"
    )
    parts = parts_of(text + ".", 80)
    assert [part.split()[0] for part in parts[1:]] == ["and"]


def test_conjunctions_are_those_of_the_language() -> None:
    text = "Wir gingen am Fluss entlang weil die Brücke zu war und die Straße voller Leute war."
    assert parts_of(text, 60, "de")[1].split()[0] in ("weil", "und")


def test_a_four_hundred_character_sentence_is_cut_into_like_parts() -> None:
    clause = "the river ran on past the mill and under the old bridge"
    text = ", ".join([clause] * 7) + "."
    sizes = [len(part) for part in parts_of(text, 250)]
    assert len(sizes) == 2
    assert min(sizes) > 150


@given(words=st.lists(st.integers(1, 12), min_size=10, max_size=120), limit=st.integers(30, 90))
def test_no_part_is_a_lone_word_and_nothing_is_lost(words: list[int], limit: int) -> None:
    text = " ".join("w" * size for size in words) + "."
    parts = parts_of(text, limit)
    assert " ".join(parts) == text
    assert all(len(part) <= limit for part in parts)
    if len(parts) > 1:
        assert len(parts[-1]) >= limit // 4 - 12


def test_a_comma_before_the_last_word_is_no_place_to_cut() -> None:
    assert len(parts_of("word " * 10 + "words, end.", 60)) == 2
    assert len(parts_of("word " * 10 + "words, end.", 60)[1]) > 15


def test_an_address_is_left_whole() -> None:
    address = "https://example.com/a/very/long/path/to/some/page?with=query&and=more"
    text = f"You will find it all at {address} and then you can go on reading it there at home."
    assert any(address in part for part in parts_of(text, 100))
