from __future__ import annotations

import pytest

from brisa.text.cleaned import OBJECT, PAUSE, Insert, InsertKind
from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\*kept\* \_x\_ \# \[y\] C:\dir", "*kept* _x_ # y C:\\dir"),
        (r"so \(x + 1\) and \[y\] and $$z$$ for $5", "so x + 1 and y and z for $5"),
        ("a <!-- not\nthis --> b", "a b"),
        ("word<b>s</b> un<i>believ</i>able", "words unbelievable"),
        ("if a < b and c > d", "if a < b and c > d"),
        ("well [sighs] yes [LAUGHS] no [sic]", "well yes no [sic]"),
        ("<think>hidden **x**</think>shown", "shown"),
        ("<script>var a = '**';</script>shown", "shown"),
        ('<speed ratio="1.05"/>Good day, one moment.', "Good day, one moment."),
    ],
)
def test_marks_and_tags(text: str, expected: str) -> None:
    assert read(text) == expected


def test_comments_are_dropped_without_markup_and_tags_are_text() -> None:
    assert read("a <!-- x --> <b>b</b> <!-", markup=False) == "a <b>b</b> <!-"


def test_the_engines_own_tags_are_kept_as_objects() -> None:
    found = cleaned("ha [Laugh] so [sigh] <laugh> x", tags=frozenset(["laugh"]))
    assert found.text == f"ha {OBJECT} so {OBJECT} x"
    assert found.inserts == (
        Insert(InsertKind.TAG, 3, 10, detail="laugh"),
        Insert(InsertKind.TAG, 21, 28, detail="laugh"),
    )


def test_a_pause_keeps_its_length_and_place() -> None:
    found = cleaned("Ready [pause:0.5s] go")
    assert found.text == f"Ready {PAUSE}go"
    assert [(i.kind, i.value, i.start_char) for i in found.inserts] == [
        (InsertKind.PAUSE, 500.0, 6)
    ]


def test_places_of_markup_are_those_of_the_source_behind_removed_characters() -> None:
    found = cleaned("a\u200b\u200b &amp; [pause:1s]")
    assert (found.inserts[0].start_char, found.inserts[0].end_char) == (10, 20)
