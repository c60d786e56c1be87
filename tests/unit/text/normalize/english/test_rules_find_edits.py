"""What holds for any text whatever."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.edits import Edit, Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.english.rules import RULES
from brisa.text.normalize.english.say_as import say_as
from unit.text.normalize.english.speaking import said

pytestmark = pytest.mark.unit

_PIECES = st.sampled_from(
    [
        "1",
        "12",
        "007",
        "2026",
        "1,000",
        "3.5",
        "$",
        "€",
        "%",
        "°",
        "kg",
        "km/h",
        "C",
        ".",
        ",",
        "-",
        "–",
        "/",
        ":",
        ";",
        "'",
        '"',
        "(",
        ")",
        "@",
        "#",
        "&",
        "*",
        "+",
        "=",
        "<",
        ">",
        "^",
        "_",
        "²",
        "½",
        "₂",
        "√",
        "~",
        "a",
        "A",
        "I",
        "IV",
        "XIV",
        "am",
        "p.m.",
        "Dr.",
        "St.",
        "U.S.",
        "etc.",
        "FBI",
        "NASA",
        "URLs",
        "shouting",
        "LOUD",
        "Mon",
        "Jan",
        "May",
        "http://",
        "www.",
        "example.com",
        "x",
        "v2",
        "No.",
        "é",
        "ß",
        "你",
        "٤",
        "�",
        "\u202e",
        "\x00",
        "\ue000",
        "\ue004",
        "\n",
    ]
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=14).map("".join))
_OPTIONS = st.builds(
    ReadingOptions,
    st.sampled_from(("en", "en-US", "en-GB", "en_AU", "")),
    st.sampled_from((None, "mdy", "dmy", "ymd")),
)


@given(_TEXTS, _OPTIONS)
def test_edits_are_in_order_and_inside_the_text(text: str, options: ReadingOptions) -> None:
    edits = RULES.find_edits(text, Taken(), options)
    places = [place for edit in edits for place in (edit.start, edit.end)]
    assert places == sorted(places)
    assert all(edit.start < edit.end for edit in edits)
    assert not places or (places[0] >= 0 and places[-1] <= len(text))


@given(_TEXTS, st.integers(0, 60), st.integers(1, 20))
def test_what_is_taken_is_left_alone(text: str, start: int, length: int) -> None:
    end = min(len(text), start + length)
    taken = Taken([Edit(start, end, "kept")] if start < end else [])
    before = taken.edits
    edits = RULES.find_edits(text, taken, ReadingOptions())
    assert taken.edits == before
    assert all(edit.end <= start or edit.start >= end for edit in edits if start < end)


@given(_TEXTS, _OPTIONS)
def test_no_letter_or_digit_is_lost(text: str, options: ReadingOptions) -> None:
    """A stretch with a letter or digit is never said with nothing, and no digit stays unread."""
    edits = RULES.find_edits(text, Taken(), options)
    for edit in edits:
        if any(map(str.isalnum, text[edit.start : edit.end])):
            assert any(map(str.isalnum, edit.spoken)), edit
    said_text = apply_edits(text, edits).text
    assert not any(unicodedata.category(character) == "Nd" for character in said_text)


@given(st.text(alphabet="abdfhmno ,!?'", max_size=80))
def test_plain_text_stays(text: str) -> None:
    assert RULES.find_edits(text, Taken(), ReadingOptions()) == []


@given(_TEXTS, st.sampled_from(("digits", "date", "date:ymd", "time", "number", "fraction", "x:")))
def test_say_as_never_raises(text: str, interpret_as: str) -> None:
    form = say_as(text, interpret_as, ReadingOptions())
    assert form is None or form.strip()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("04/05/2026", "the fourth of may twenty twenty six"),
        ("12/25/2026", "the twenty fifth of december twenty twenty six"),
        ("2026-05-04", "the fourth of may twenty twenty six"),
        ("105 cats", "one hundred and five cats"),
        ("2,005,007", "two million five thousand and seven"),
        ("50p", "fifty pence"),
    ],
)
def test_british(written: str, expected: str) -> None:
    assert said(written, "en-GB") == expected


def test_the_order_of_a_date_can_be_set() -> None:
    assert said("04/05/2026", "en-US", "dmy") == "the fourth of may twenty twenty six"
    assert said("04/05/2026", "en-GB", "mdy") == "april fifth twenty twenty six"
