"""Objects of a segment in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.cleaned import OBJECT, Insert, InsertKind
from brisa.text.edits import Edit
from brisa.text.normalize.inserts import Expanded, expand

pytestmark = pytest.mark.unit


def say(text: str, interpret_as: str) -> str | None:
    return " ".join(text) if interpret_as == "characters" else None


def expanded(text: str, *inserts: Insert) -> Expanded:
    return expand(text, inserts, say, frozenset({"laugh"}))


def insert(kind: InsertKind, text: str = "", detail: str = "") -> Insert:
    return Insert(kind, 0, 0, text, detail)


SPELLED = insert(InsertKind.SAY_AS, "AB1", "characters")
UNKNOWN = insert(InsertKind.SAY_AS, "5 kg", "weight")
SOUNDS = insert(InsertKind.PHONEMES, "tomato", "təˈmɑːtoʊ")
LAUGH = insert(InsertKind.TAG, detail="laugh")
COUGH = insert(InsertKind.TAG, detail="cough")


def test_text_without_objects_is_itself() -> None:
    assert expanded("a 5 b").text == "a 5 b"
    assert expanded("a 5 b").settled == ()
    assert expanded("a 5 b").spans.source_span(2, 3) == (2, 3)


def test_marked_text_is_said_as_marked_and_settled() -> None:
    found = expanded(f"code{OBJECT}ok", SPELLED)
    assert found.text == "code A B 1 ok"
    assert found.settled == (Edit(5, 10, "A B 1"),)
    assert found.spans.source_span(5, 10) == (4, 5)
    assert found.spans.source_span(11, 13) == (5, 7)


def test_a_mark_nobody_knows_leaves_the_text_to_the_rules() -> None:
    found = expanded(f"{OBJECT} more", UNKNOWN)
    assert found.text == "5 kg more"
    assert found.settled == ()


def test_sounds_stay_on_the_words_they_are_given_for() -> None:
    found = expanded(f"a {OBJECT}.", SOUNDS)
    assert found.text == "a tomato."
    assert found.settled == (Edit(2, 8, "tomato", "təˈmɑːtoʊ"),)


def test_sounds_of_nothing_written_stand_for_themselves() -> None:
    found = expanded(OBJECT, insert(InsertKind.PHONEMES, " ", "tɛst"))
    assert found.settled == (Edit(0, 4, "tɛst", "tɛst"),)


def test_tags_are_kept_for_the_engine_that_has_them() -> None:
    found = expanded(f"Ha {OBJECT} ho{OBJECT}ho", LAUGH, COUGH)
    assert found.text == "Ha [laugh] ho ho"
    assert found.settled == (Edit(3, 10, "[laugh]"),)


def test_objects_without_insert_are_left_out_without_gluing() -> None:
    assert expanded(f"a{OBJECT}b{OBJECT}", SPELLED).text == "a A B 1 b "
    assert expanded("a", SPELLED, LAUGH).text == "a"


INSERTS = st.lists(
    st.builds(
        insert,
        st.sampled_from(list(InsertKind)),
        st.text(max_size=3),
        st.sampled_from(["", "characters", "laugh", "x"]),
    ),
    max_size=5,
)


@given(st.text(alphabet=f"a 5{OBJECT}", max_size=12), INSERTS)
def test_every_settled_stretch_stands_where_its_object_stood(
    text: str, inserts: list[Insert]
) -> None:
    found = expand(text, inserts, say, frozenset({"laugh"}))
    assert OBJECT not in "".join(found.text) or any(OBJECT in item.text for item in inserts)
    for edit in found.settled:
        assert found.text[edit.start : edit.end] == edit.spoken
        start, end = found.spans.source_span(edit.start, edit.end)
        assert text[start:end] == OBJECT
