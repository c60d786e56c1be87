"""Brackets and tags."""

from __future__ import annotations

import pytest

from brisa.text.enclosures import is_enclosed, open_bracket, short_brackets

pytestmark = pytest.mark.unit


def enclosed(text: str, *, final: bool = True) -> bool | None:
    at = text.index("!")
    return is_enclosed(text, at, at + 1, look_behind=60, final=final)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("a (b! c) d", True),
        ("a [b! c] d", True),
        ("a <b c='!'> d", True),
        ("a </b!> d", True),
        ("a (b) c! d)", False),
        ("a (b! c d", False),
        ("a (b!\nc) d", False),
        ("a < b! c> d", False),
        ("a :( b! c) d", False),
        ("a (b! " + "c" * 60 + ") d", False),
        ("a! d", False),
    ],
)
def test_a_stop_is_inside_what_closes_soon_on_the_same_line(text: str, inside: bool) -> None:
    assert enclosed(text) is inside


def test_what_has_not_closed_yet_is_waited_for_but_not_for_ever() -> None:
    assert enclosed("a (b! c", final=False) is None
    assert enclosed("a (b! c" + "c" * 60, final=False) is False
    assert enclosed("a (b! c) d", final=False) is True


def test_an_open_bracket_is_seen_for_as_long_as_it_may_be() -> None:
    assert open_bracket("a (b, c", 0, 5)
    assert not open_bracket("a (b), c", 0, 6)
    assert not open_bracket("a (" + "b" * 70, 0, 70)
    assert not open_bracket("a (b, c", 3, 5)


def test_brackets_that_are_kept_whole() -> None:
    text = "a (b c) d [e] (" + "f" * 70 + ") g (h"
    assert [text[start:end] for start, end in short_brackets(text, 0, len(text))] == [
        "(b c)",
        "[e]",
    ]
