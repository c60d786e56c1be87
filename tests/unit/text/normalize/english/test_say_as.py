"""SSML's ``say-as`` in English."""

from __future__ import annotations

import pytest

from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.english.say_as import say_as

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "interpret_as", "expected"),
    [
        ("AB-1", "characters", "A B dash one"),
        ("AB1", "spell-out", "A B one"),
        ("2026", "digits", "two zero two six"),
        (
            "12345678",
            "cardinal",
            "twelve million three hundred forty five thousand six hundred seventy eight",
        ),
        ("-3.50", "number", "minus three point five zero"),
        ("22", "ordinal", "twenty second"),
        ("2 1/2", "fraction", "two and a half"),
        ("3/4", "fraction", "three quarters"),
        ("04/05/2026", "date:dmy", "May fourth twenty twenty six"),
        ("04/05/2026", "date:mdy", "April fifth twenty twenty six"),
        ("2026-05", "date:ym", "May twenty twenty six"),
        ("13/45/2026", "date:mdy", None),
        ("7:05pm", "time", "seven oh five P M"),
        ("99:99", "time", None),
        ("555-0147", "telephone", "five five five, zero one four seven"),
        ("darn", "expletive", "bleep"),
        ("5 kg", "unit", None),
        ("words", "cardinal", None),
    ],
)
def test_say_as(text: str, interpret_as: str, expected: str | None) -> None:
    assert say_as(text, interpret_as, ReadingOptions("en-US")) == expected
