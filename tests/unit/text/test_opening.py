"""The opening clause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.opening import Opening
from brisa.text.segment import Segmenter
from brisa.text.segment_options import SegmenterOptions

pytestmark = pytest.mark.unit

OPENING = Opening(SegmenterOptions())


def find(text: str, known: int | None = None) -> str | None:
    at = OPENING.find(text, 0, len(text) if known is None else known, 250)
    return None if at is None else text[:at]


def test_letters_and_wide_scripts_have_their_own_measures() -> None:
    letters = "The weather in the hills was fine, and everybody went out to see it."
    assert find(letters) == "The weather in the hills was fine,"
    wide = "今天的天气非常非常好，所以我们大家都一起出去看看山，然后回家"
    assert find(wide) == "今天的天气非常非常好，"
    assert find(wide[:20]) is None
    assert find("好，" + wide) == "好，今天的天气非常非常好，"


def test_a_comma_inside_a_number_or_bracket_opens_nothing() -> None:
    text = "There were about 19,400 of them (some old, some young), or so it seems to all of us"
    assert find(text) == "There were about 19,400 of them (some old, some young),"


def test_thai_opens_at_a_space() -> None:
    first = Segmenter().push("สวัสดีครับทุกคนที่มาที่นี่ " + "วันนี้อากาศดีมากจริงๆ" * 3)
    assert [segment.text for segment in first] == ["สวัสดีครับทุกคนที่มาที่นี่"]


@given(
    text=st.lists(
        st.sampled_from(["word ", "so, ", "好的", "，", "(a, ", ") ", "—", "x" * 20]), max_size=40
    ).map("".join),
    step=st.integers(1, 30),
)
def test_the_opening_is_the_same_however_fast_the_sentence_becomes_known(
    text: str, step: int
) -> None:
    whole = OPENING.find(text, 0, len(text), 250)
    known = [*range(0, len(text), step), len(text)]
    first = next((at for at in (OPENING.find(text, 0, k, 250) for k in known) if at), None)
    assert first == whole
