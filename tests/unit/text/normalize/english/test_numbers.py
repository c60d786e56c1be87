"""Number words, also against those of the library that reads the other languages."""

from __future__ import annotations

import pytest
from numeralform import render
from spokenform import number_words

from brisa.text.normalize.english.numbers import cardinal, number, ordinal
from brisa.text.normalize.english.years import year

pytestmark = pytest.mark.unit

VALUES = sorted(
    {*range(0, 131), 200, 305, 999, 1000, 1001, 1100, 9999, 10_010, 101_001, 999_999, 1_000_000}
    | {2_345_678, 30_000_005, 999_999_999_999}
)


@pytest.mark.parametrize("value", VALUES)
def test_cardinals_and_ordinals_agree_with_the_library(value: int) -> None:
    assert cardinal(str(value)) == render(value, locale="en").replace("-", " ")
    british = render(value, locale="en", style="british-and").replace("-", " ")
    assert cardinal(str(value), british=True) == british
    assert ordinal(str(value)) == number_words.ordinal(value, "en").replace("-", " ")


@pytest.mark.parametrize("value", range(1100, 2100, 7))
def test_years_agree_with_the_library(value: int) -> None:
    assert year(value) == number_words.year(value, "en").replace("-", " ")


def test_numbers_of_any_length() -> None:
    assert cardinal("1" + "0" * 33) == "one decillion"
    assert cardinal("1" + "0" * 36) == "one" + " zero" * 36
    assert len(number("9" * 100_000).split()) == 100_000


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("-.5", "minus point five"),
        ("1,234.50", "one thousand two hundred thirty four point five zero"),
        ("007", "zero zero seven"),
        ("1234567", "one two three four five six seven"),
    ],
)
def test_number(written: str, words: str) -> None:
    assert number(written) == words
