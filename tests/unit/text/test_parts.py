"""Segments parted by language: nothing lost, objects and pauses where they belong."""

from __future__ import annotations

import pytest

from brisa.text.cleaned import OBJECT, Insert, InsertKind
from brisa.text.parts import lightened, parted
from brisa.text.segment import Segment
from brisa.text.span_map import SpanMap

pytestmark = pytest.mark.unit


def segment(text: str, *inserts: Insert) -> Segment:
    spans = SpanMap.identity(len(text), 100)
    return Segment(text, 100, 100 + len(text), 200, inserts, spans, 1.5)


def parts(whole: Segment, *runs: tuple[int, int, str]) -> list[tuple[Segment, str]]:
    return list(parted(whole, list(runs), "en"))


def test_one_language_is_the_segment_itself() -> None:
    whole = segment("你好。")
    assert parts(whole, (0, 3, "zh")) == [(whole, "zh")]
    assert parts(segment("Hi."), (0, 3, "en"))[0][1] == "en"


def test_stretches_have_their_places_and_the_last_one_the_pause() -> None:
    found = parts(segment("Say 你好, friend."), (0, 4, "en"), (4, 7, "zh"), (7, 14, "en"))
    assert [(part.text, language) for part, language in found] == [
        ("Say", "en"),
        ("你好,", "zh"),
        ("friend.", "en"),
    ]
    assert [(part.start_char, part.end_char) for part, _ in found] == [
        (100, 103),
        (104, 107),
        (108, 115),
    ]
    assert [part.pause_after_ms for part, _ in found] == [0, 0, 200]
    assert {part.rate for part, _ in found} == {1.5}


def test_marks_alone_are_no_part() -> None:
    found = parts(segment('"你好" — hi!'), (0, 1, "en"), (1, 3, "zh"), (3, 4, "en"), (4, 10, "en"))
    assert [(part.text, language) for part, language in found] == [
        ('"你好"', "zh"),
        ("— hi!", "en"),
    ]
    assert parts(segment("..."), (0, 3, "zh")) == [(segment("..."), "en")]


def test_objects_go_with_their_stretch() -> None:
    one, two, three = (Insert(InsertKind.SAY_AS, at, at, str(at)) for at in range(3))
    whole = segment(f"{OBJECT} a 你{OBJECT}好 {OBJECT}", one, two, three)
    found = parts(whole, (0, 4, "en"), (4, 8, "zh"), (8, 9, "en"))
    assert [part.inserts for part, _ in found] == [(one,), (two,), (three,)]


def test_objects_that_hold_much_are_parted() -> None:
    inserts = [Insert(InsertKind.SAY_AS, 100 + 2 * n, 101 + 2 * n, "x" * 90) for n in range(5)]
    whole = segment(" ".join(OBJECT * 5) + ".", *inserts)
    found = list(lightened(whole, 200))
    assert [part.text for part in found] == [
        f"{OBJECT} {OBJECT}",
        f"{OBJECT} {OBJECT}",
        f"{OBJECT}.",
    ]
    assert [insert for part in found for insert in part.inserts] == inserts
    assert [(part.start_char, part.pause_after_ms) for part in found] == [
        (100, 0),
        (104, 0),
        (108, 200),
    ]


def test_objects_that_hold_little_stay_together() -> None:
    whole = segment(f"{OBJECT} {OBJECT}", *(Insert(InsertKind.SAY_AS, 0, 1, "x") for _ in "12"))
    assert list(lightened(whole, 200)) == [whole]


def test_an_object_is_never_parted() -> None:
    whole = segment(f"a {OBJECT}", Insert(InsertKind.SAY_AS, 102, 103, "x" * 300))
    assert [part.text for part in lightened(whole, 200)] == ["a", OBJECT]
