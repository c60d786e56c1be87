"""Rooms, screens, marks, the ends of card numbers, and the keys of a telephone."""

from __future__ import annotations

import pytest

from brisa.text.normalize.english.pairs import in_pairs
from unit.text.normalize.english.speaking import said

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        ("305", "three oh five"),
        ("412", "four twelve"),
        ("300", "three hundred"),
        ("1080", "ten eighty"),
        ("1204", "twelve oh four"),
        ("1200", "twelve hundred"),
        ("2000", "two thousand"),
    ],
)
def test_two_digits_at_a_time(digits: str, words: str) -> None:
    assert in_pairs(digits) == words


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Suite 1204, then in room 207", "suite twelve oh four then in room two oh seven"),
        ("A room 200 feet long", "a room two hundred feet long"),
        ("640x480 or 1280 x 720", "six forty by four eighty or twelve eighty by seven twenty"),
        ("300x200 mm and 2x4", "three hundred by two hundred millimeters and two by four"),
        ("It is a 6/10, a 1/10 share", "it is a six out of ten a one tenth share"),
        ("Rated 4/5, then 4.5/5", "rated four out of five then four point five out of five"),
        ("He gave 3/5 of it and 10/10", "he gave three fifths of it and ten out of ten"),
        ("It got 50/50", "it got fifty fifty"),
        ("A card ending in 4821", "a card ending in four eight two one"),
        ("A war ending in 1945", "a war ending in nineteen forty five"),
        ("The last four digits are 1945", "the last four digits are one nine four five"),
        ("Press 2# or *", "press two pound or star"),
        ("Press the # key", "press the pound key"),
    ],
)
def test_reading(written: str, words: str) -> None:
    assert said(written) == words


def test_the_key_is_a_hash_in_britain() -> None:
    assert said("Press #.", "en-GB") == "press hash."
