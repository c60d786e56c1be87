"""Spellings of the same sounds become one; different sounds stay different."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.quality.words import words_heard

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("It was 1987.", "It was nineteen eighty-seven."),
        ("in 2026", "in twenty twenty six"),
        ("2,345,678 people", "two million three hundred forty five thousand six hundred "
         "seventy eight people"),
        ("the 21st of May", "the twenty first of May"),
        ("$24.95", "twenty four dollars and ninety five cents"),
        ("$7.2 billion", "seven point two billion dollars"),
        ("£3.50", "three pounds and fifty pence"),
        ("€1", "one euro"),
        ("$0.99", "ninety nine cents"),
        ("$1,299.00", "one thousand two hundred ninety nine dollars"),
        ("6:45 p.m.", "six forty five P M"),
        ("at 7:00 PM.", "at seven P M."),
        ("at 7:00", "at seven o'clock"),
        ("call 415-555-0132", "call four one five, five five five, zero one three two"),
        ("12.5%", "twelve point five percent"),
        ("-5 degrees", "minus five degrees"),
        ("20°C", "twenty degrees Celsius"),
        ("version 2.0.1", "version two point zero point one"),
        ("the U.S.A. and the FBI", "the U S A and the F B I"),
        ("a USB port and an ATM", "a U S B port and an A T M"),
        ("two URLs, the CIA's PhD", "two U R Ls, the C I A's P H D"),
        ("the 1970s", "the nineteen seventies"),
        ("pages 5–9, 1914-1918", "pages five to nine, nineteen fourteen to nineteen eighteen"),
        ("at 9am", "at nine A M"),
        ("Mr. Lane & Dr. Lee", "Mister Lane and Doctor Lee"),
        ("I can’t, they won't", "I cannot, they will not"),
        ("We're late", "we are late"),
        ("the neighbours' harbour", "the neighbors harbor"),
        ("OK", "okay"),
        ("5 kg", "five kilograms"),
    ],
)  # fmt: skip
def test_heard_alike(written: str, spoken: str) -> None:
    assert words_heard(written) == words_heard(spoken)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fifteen", "fifty"),
        ("1987", "1,978"),
        ("he was there", "he wasn't there"),
        ("two hundred six", "two hundred sixty"),
        ("five dollars", "five euros"),
        ("the FBI", "the CIA"),
        ("seven point two", "seventy two"),
        ("the first", "the one"),
        ("mat", "cat"),
        ("a sub", "USB"),
    ],
)
def test_heard_apart(one: str, other: str) -> None:
    assert words_heard(one) != words_heard(other)


def test_words_of_a_plain_sentence() -> None:
    assert words_heard("“The cat” sat -- on it!") == ("the", "cat", "sat", "on", "it")
    assert words_heard("... — ?") == ()


@given(st.text(max_size=60))
def test_never_raises(text: str) -> None:
    assert all(words_heard(text))


@given(st.text(alphabet="ab 0123456789.,:$%°-'pm", max_size=40))
def test_never_raises_for_numbers(text: str) -> None:
    assert all(words_heard(text))


def test_a_very_long_number() -> None:
    assert words_heard("7" * 10_000) == ("7" * 10_000,)
