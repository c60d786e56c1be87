"""Short sentences are joined with the next, once the listener has something to hear."""

from __future__ import annotations

import pytest

from brisa.text.cleaned import PARAGRAPH, PAUSE, RATE, STOP, Cleaned, Insert, InsertKind, plain
from brisa.text.growth import joins_next, spoken_chars
from brisa.text.segment import Segmenter, SegmenterOptions
from brisa.text.span_map import SpanMap

pytestmark = pytest.mark.unit

LONG = "This sentence is long enough for anybody who may be listening. "
OPTIONS = SegmenterOptions(first_long_chars=500, grow_after_chars=60)


def pieces_of(text: str, options: SegmenterOptions = OPTIONS) -> list[str]:
    segmenter = Segmenter(options)
    return [segment.text for segment in segmenter.push(text) + segmenter.end()]


def test_short_sentences_after_enough_speech_are_joined_until_they_are_long() -> None:
    text = LONG + "Right. So it is. Now we go on to the next thing that matters. Then stop."
    assert pieces_of(text)[1:] == [
        "Right. So it is. Now we go on to the next thing that matters.",
        "Then stop.",
    ]


def test_the_first_sentences_are_not_held_back() -> None:
    segmenter = Segmenter(OPTIONS)
    said = [s.text for word in ("Right. ", "Sure. ", "Done. ") for s in segmenter.push(word + "I ")]
    assert said == ["Right.", "I Sure.", "I Done."]


def test_nothing_is_joined_past_the_longest_segment() -> None:
    options = SegmenterOptions(first_long_chars=500, grow_after_chars=60, max_chars=70)
    fits = "Yes. " + "A" + "a" * 59 + ". "
    too_long = "Yes. " + "B" + "b" * 65 + ". "
    assert pieces_of(LONG + fits + too_long, options)[1:] == [
        fits.strip(),
        "Yes.",
        "B" + "b" * 65 + ".",
    ]


def test_marks_that_reach_beyond_the_longest_segment_are_not_joined() -> None:
    options = SegmenterOptions(first_long_chars=500, grow_after_chars=60, max_chars=70)
    last = "B" + "b" * 63 + "!!!"
    assert pieces_of(LONG + "Yes. " + last + " Oh.", options)[1:] == ["Yes.", last, "Oh."]


def test_nothing_is_joined_over_lines_and_paragraphs() -> None:
    assert pieces_of(LONG + "Yes.\n\nNo. \n\nOh.\n- tea.\n- rum.")[1:] == [
        "Yes.", "No.", "Oh.", "- tea.", "- rum."
    ]  # fmt: skip


@pytest.mark.parametrize("control", [STOP, PARAGRAPH, PAUSE, RATE])
def test_nothing_is_joined_over_a_control_character(control: str) -> None:
    kind = {PAUSE: InsertKind.PAUSE, RATE: InsertKind.RATE}.get(control)
    inserts = (Insert(kind, 0, 0, value=1.0),) if kind else ()
    segmenter = Segmenter(OPTIONS)
    segments = segmenter.push(plain(LONG + "Yes."))
    segments += segmenter.push(Cleaned(control, SpanMap.identity(1), inserts))
    segments += segmenter.push(plain("No, not at all, I think. ")) + segmenter.end()
    texts = [segment.text for segment in segments if segment.text]
    assert texts[1:] == ["Yes.", "No, not at all, I think."]


def test_a_pause_that_was_asked_for_is_not_swallowed() -> None:
    options = SegmenterOptions(first_long_chars=500, grow_after_chars=0, sentence_pause_ms=1)
    assert pieces_of(LONG + "Yes. No. Oh.", options)[1:] == ["Yes.", "No.", "Oh."]


def test_a_character_of_a_wide_script_counts_for_three() -> None:
    assert spoken_chars("好的, ok") == 10
    assert joins_next("好的好的。", 100, grow_after_chars=100, join_min_chars=14)
    assert not joins_next("好的好的。", 100, grow_after_chars=100, join_min_chars=13)


def test_nothing_is_joined_with_the_first() -> None:
    assert not joins_next("Yes.", 0, grow_after_chars=0, join_min_chars=40)
    assert not joins_next("Yes.", 59, grow_after_chars=60, join_min_chars=40)
    assert joins_next("Yes.", 60, grow_after_chars=60, join_min_chars=40)
