"""Numbers in words and in digits come out as the same digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.quality.number_runs import join_numbers

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("one hundred five", "105"),
        ("one hundred and five of us", "105 of us"),
        ("twenty thousand and eleven", "20011"),
        ("one million two hundred thousand six", "1200006"),
        ("3 million", "3000000"),
        ("nineteen eighty seven", "1987"),
        ("nineteen oh eight", "1908"),
        ("nineteen hundred", "1900"),
        ("two thousand five", "2005"),
        ("twenty ten", "2010"),
        ("four one five", "415"),
        ("zero one four seven", "0147"),
        ("0147", "0147"),
        ("seven point two billion", "7.2 billion"),
        ("7.2 billion", "7.2 billion"),
        ("zero point zero five", "0.05"),
        ("that is the point five people made", "that is the point 5 people made"),
        ("the twenty first century", "the 21th century"),
        ("21st 22nd 103rd", "21th 22th 103th"),
        ("fiftieth hundredth twelfth ninth", "50th hundredth 12th 9th"),
        ("five and six", "5 and 6"),
        ("two hundred and", "200 and"),
        ("a hundred people", "a hundred people"),
        ("oh no", "oh no"),
        ("one", "1"),
        ("", ""),
    ],
)
def test_runs(words: str, joined: str) -> None:
    assert join_numbers(words.split()) == joined.split()


@given(
    st.lists(
        st.sampled_from(
            [
                "five",
                "twenty",
                "hundred",
                "and",
                "point",
                "oh",
                "million",
                "12",
                "0.5",
                "a",
                "first",
            ]
        )
    )
)
def test_words_that_are_no_numbers_stay(words: list[str]) -> None:
    joined = join_numbers(words)
    assert joined.count("a") == words.count("a")
    assert all(joined)
