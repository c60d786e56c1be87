"""A whole conversation, token by token as a language model writes it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from brisa.text.growth import spoken_chars
from brisa.text.segment import Segment, Segmenter, SegmenterOptions
from support.chat_transcript import TRANSCRIPT, tokens

pytestmark = pytest.mark.unit


def whole(text: str = TRANSCRIPT, options: SegmenterOptions | None = None) -> list[Segment]:
    segmenter = Segmenter(options)
    return segmenter.push(text) + segmenter.end()


@pytest.mark.parametrize("max_chars", [80, 250, 400])
def test_tokens_give_the_same_segments_as_the_whole(max_chars: int) -> None:
    options = SegmenterOptions(max_chars=max_chars)
    segmenter = Segmenter(options)
    pieces = tokens(TRANSCRIPT)
    assert "".join(pieces) == TRANSCRIPT
    assert len(pieces) > 1300
    arrived = [segment for piece in pieces for segment in segmenter.push(piece)]
    assert len(arrived) > 30
    assert arrived + segmenter.end() == whole(options=options)


def test_the_spans_cover_every_letter_and_digit_once() -> None:
    covered = [0] * len(TRANSCRIPT)
    for segment in whole():
        for run in segment.spans.runs:
            for at in range(run.start, run.end):
                covered[at] += 1
    assert max(covered) == 1
    assert not [c for c, n in zip(TRANSCRIPT, covered, strict=True) if c.isalnum() and not n]


def test_a_short_segment_ends_its_line_or_stands_before_a_long_one() -> None:
    segments = whole()
    assert all(len(segment.text) <= 250 for segment in segments)
    for segment, following in pairwise(segments[3:]):
        if spoken_chars(segment.text) < 40:
            between = TRANSCRIPT[segment.end_char : following.start_char]
            assert "\n" in between or following.end_char - segment.start_char > 125, segment.text


def test_known_traps_of_the_conversation() -> None:
    texts = [segment.text for segment in whole(options=SegmenterOptions(join_min_chars=0))]
    for sentence in (
        "Hi there!",
        "Good to hear from you, Mrs. Alder.",
        "1. Your peak load is about 6.2 kW at -12 °C.",
        "- Is the price fixed until Dec. 31?",
        "Leave at 10 a.m.",
        "It was $21.00 last year.",
        "And it may be more now.",
        "J. R. Holt, Jr. of the consulate told me so himself.",
        "No. 5 on your list, right?",
        "See you on Sat.",
        "2) Fill up before the border.",
        "我们走吧。",
    ):
        assert sentence in texts, sentence


def test_a_clock_that_runs_between_tokens_loses_nothing() -> None:
    segmenter = Segmenter()
    now_ns, said = 0, []
    for index, token in enumerate(tokens(TRANSCRIPT)):
        now_ns += 1_500_000_000 if index % 41 == 0 else 30_000_000
        said += segmenter.poll(now_ns) + segmenter.push(token, now_ns)
    said += segmenter.end()
    assert len(said) > len(whole())
    spoken = "".join(segment.text for segment in said)
    assert [c for c in spoken if c.isalnum()] == [c for c in TRANSCRIPT if c.isalnum()]
