"""Edits: what is taken stays taken, what is written is kept, and everything can be traced."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.edits import Edit, PhonemeSpan, Spoken, Taken, apply_edits, tidied
from brisa.text.span_map import SpanMap

pytestmark = pytest.mark.unit

TEXT = "ab 12 cd-34 é5\u0301 ?!"
EDITS = st.builds(
    Edit,
    st.integers(0, len(TEXT)),
    st.integers(0, len(TEXT)),
    st.sampled_from(["", "x", "two words", " ", "-", "9"]),
    st.sampled_from([None, "ɪks"]),
)


def said(text: str, *edits: Edit) -> str:
    return apply_edits(text, edits).text


@given(st.lists(EDITS))
def test_taken_edits_are_in_order_and_apart_and_the_first_ones_there_were(
    offered: list[Edit],
) -> None:
    taken = Taken(offered)
    kept = taken.edits
    assert all(one.end <= other.start for one, other in zip(kept, kept[1:], strict=False))
    expected: list[Edit] = []
    for edit in offered:
        if edit.start < edit.end and all(
            edit.end <= other.start or other.end <= edit.start for other in expected
        ):
            expected.append(edit)
    assert kept == tuple(sorted(expected))


@given(st.lists(EDITS), st.integers(0, len(TEXT)), st.integers(1, len(TEXT)))
def test_free_is_what_no_edit_touches(offered: list[Edit], start: int, length: int) -> None:
    taken = Taken(offered)
    end = start + length
    touched = any(edit.start < end and start < edit.end for edit in taken.edits)
    assert taken.free(start, end) == (not touched)


def test_edits_of_one_place_are_ordered_whatever_their_sounds() -> None:
    plain, sounded = Edit(0, 1, "x"), Edit(0, 1, "x", "ɪks")
    assert sorted([sounded, plain]) == [sounded, plain]
    assert plain != sounded


def test_a_spoken_form_keeps_a_space_to_letters_and_digits_only() -> None:
    assert said("5kg", Edit(0, 1, "five")) == "five kg"
    assert said("x5", Edit(1, 2, "five")) == "x five"
    assert said("(5)", Edit(1, 2, "five")) == "(five)"
    assert said("5°", Edit(0, 1, "five"), Edit(1, 2, "degrees")) == "five degrees"


def test_an_empty_form_joins_what_it_stood_between() -> None:
    assert said("sound\u00adless", Edit(5, 6, "")) == "soundless"


def test_an_empty_form_after_a_spoken_one_does_not_glue_it_to_the_rest() -> None:
    assert said("5~kg", Edit(0, 1, "five"), Edit(1, 2, "")) == "five kg"
    assert said("5~6", Edit(0, 1, "five"), Edit(1, 2, ""), Edit(2, 3, "six")) == "five six"
    assert said("~5", Edit(0, 1, ""), Edit(1, 2, "five")) == "five"


def test_sounds_stand_at_the_words_they_are_of() -> None:
    spoken = apply_edits("a5b x", [Edit(1, 2, "five", "faɪv"), Edit(4, 5, "", "nothing")])
    assert spoken.text == "a five b "
    assert spoken.phonemes == (PhonemeSpan(2, 6, "faɪv"),)
    assert spoken.spans.source_span(2, 6) == (1, 2)
    assert spoken.spans.source_span(1, 2) == (1, 1)


@given(st.lists(EDITS))
def test_what_is_not_edited_stays_and_every_character_leads_back(offered: list[Edit]) -> None:
    edits = Taken(offered).edits
    spoken = apply_edits(TEXT, edits)
    assert spoken.spans.length == len(spoken.text)
    for at, character in enumerate(spoken.text):
        start, end = spoken.spans.source_span(at, at + 1)
        assert 0 <= start <= end <= len(TEXT)
        kept = all(end <= edit.start or edit.end <= start for edit in edits)
        if end > start and kept:
            assert TEXT[start:end] == character
    free = [
        character
        for at, character in enumerate(TEXT)
        if all(not edit.start <= at < edit.end for edit in edits)
    ]
    rest = iter(spoken.text)
    assert all(character in rest for character in free)


def test_tidying_leaves_single_spaces_and_moves_sounds_along() -> None:
    text = "  one \t two\nthree "
    spoken = Spoken(
        text, SpanMap.identity(len(text)), (PhonemeSpan(2, 5, "w"), PhonemeSpan(8, 11, "t"))
    )
    tidy = tidied(spoken)
    assert tidy.text == "one two three"
    assert [tidy.text[span.start : span.end] for span in tidy.phonemes] == ["one", "two"]
    assert tidy.spans.source_span(8, 13) == (12, 17)
    assert tidy.spans.source_span(3, 4) == (5, 8)


def test_sounds_of_words_with_untidy_space_inside_still_cover_them() -> None:
    text = "New   York."
    tidy = tidied(Spoken(text, SpanMap.identity(len(text)), (PhonemeSpan(0, 10, "njuː jɔːk"),)))
    assert tidy.phonemes == (PhonemeSpan(0, 8, "njuː jɔːk"),)


def test_sounds_that_end_in_untidy_space_end_before_it() -> None:
    text = "a   b   "
    sounds = (PhonemeSpan(0, 3, "ə"), PhonemeSpan(4, 6, "b"), PhonemeSpan(6, 7, "nothing"))
    tidy = tidied(Spoken(text, SpanMap.identity(len(text)), sounds))
    assert tidy.text == "a b"
    assert tidy.phonemes == (PhonemeSpan(0, 1, "ə"), PhonemeSpan(2, 3, "b"))


@given(st.text(alphabet="a \n\t\u00a0é", max_size=20))
def test_tidying_keeps_the_words(text: str) -> None:
    tidy = tidied(Spoken(text, SpanMap.identity(len(text)), (), 3))
    assert tidy.text == " ".join(text.split())
    assert tidy.spans.length == len(tidy.text)
    assert tidy.dropped_chars == 3
    assert tidied(tidy) == tidy
