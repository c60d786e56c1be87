"""What every rule does with what it is told to say."""

from __future__ import annotations

import re

import pytest

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.english.rule import Context, Marks, Rule, stop_counts
from brisa.text.normalize.english.rules import marks_of

pytestmark = pytest.mark.unit


def edits(pattern: str, words: str | None, text: str, *, may_end: bool = True) -> list[Edit]:
    rule = Rule(pattern, lambda _match, _context: words, Marks.DOT, may_end=may_end)
    return list(rule.edits(Context(text, british=False, order="mdy"), Taken()))


def test_letters_are_never_said_with_nothing() -> None:
    assert edits("b+", "", "a bb c") == []
    assert edits("-+", "", "a -- c") == [Edit(2, 4, "")]


def test_only_the_group_named_said_is_said() -> None:
    assert edits("a (?P<said>b)", "bee", "a b c") == [Edit(2, 3, "bee")]


def test_a_full_stop_that_ends_the_sentence_is_left() -> None:
    assert edits(r"etc\.", "et cetera", "a, etc.") == [Edit(3, 6, "et cetera")]
    assert edits(r"etc\.", "et cetera", "a, etc. b") == [Edit(3, 7, "et cetera")]
    assert edits(r"Dr\.", "Doctor", "Dr. Who", may_end=False) == [Edit(0, 3, "Doctor")]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("at 9 a.m.", True),
        ("at 9 a.m.” ", True),
        ("at 9 a.m. She", True),
        ("at 9 a.m. Friday", False),
        ("at 9 a.m. Maria", True),
        ("the U.S. Army", False),
        ("the U.S. They", True),
        ("the U.S. economy", False),
        ("the U.S.\ue000Next", True),
    ],
)
def test_stop_counts(text: str, ends: bool) -> None:
    (stop,) = re.finditer(r"[a-zA-Z]\.(?=\W|\Z)", text)
    assert stop_counts(text, stop.end()) is ends


def test_plain_sentences_need_no_rule() -> None:
    assert marks_of("A plain sentence, as people write it (often), isn't it?") is Marks.NONE
    assert marks_of("No. 5") & Marks.DOT
    assert marks_of("5") == Marks.DIGIT
    assert marks_of("a_b") == Marks.SYMBOL
    assert marks_of("the FBI") == Marks.CAPITALS
