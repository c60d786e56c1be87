"""Control characters of cleaned text: pauses, rates, objects, the ends of lines and paragraphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.cleaned import (
    NOTHING,
    OBJECT,
    PARAGRAPH,
    PAUSE,
    RATE,
    STOP,
    Cleaned,
    Insert,
    InsertKind,
    joined,
    plain,
)
from brisa.text.segment import Segment, Segmenter, SegmenterOptions
from brisa.text.span_map import Run, SpanMap

pytestmark = pytest.mark.unit

KINDS = {PAUSE: InsertKind.PAUSE, RATE: InsertKind.RATE, OBJECT: InsertKind.SAY_AS}
MARKUP_CHARS = 7
"""How long every control character is in the source of these tests."""

OPTIONS = [
    SegmenterOptions(),
    SegmenterOptions(grow_after_chars=0, join_min_chars=30, max_chars=60),
    SegmenterOptions(
        first_min_chars=4, first_long_chars=8, first_rest_chars=3, max_chars=32, sentence_pause_ms=9
    ),
]


def cleaned(*parts: str | tuple[str, float]) -> Cleaned:
    """Text and control characters, each of which stands for a tag in the source."""
    pieces, source = [], 0
    for part in parts:
        text, value = part if isinstance(part, tuple) else (part, 0.0)
        if text in (STOP, PARAGRAPH, *KINDS):
            end = source + MARKUP_CHARS
            inserts = (Insert(KINDS[text], source, end, value=value),) if text in KINDS else ()
            pieces.append(Cleaned(text, SpanMap([Run(1, source, end)]), inserts))
        else:
            end = source + len(text)
            pieces.append(plain(text, source))
        source = end
    return joined(pieces)


def spoken(piece: Cleaned, options: SegmenterOptions | None = None) -> list[Segment]:
    segmenter = Segmenter(options)
    return segmenter.push(piece) + segmenter.end()


def shape(segments: list[Segment]) -> list[tuple[str, float, float]]:
    return [(segment.text, segment.pause_after_ms, segment.rate) for segment in segments]


def cut(piece: Cleaned, cuts: list[int]) -> list[Cleaned]:
    pieces, inserts = [], list(piece.inserts)
    edges = [0, *sorted(cuts), len(piece.text)]
    for start, end in zip(edges, edges[1:], strict=False):
        text = piece.text[start:end]
        count = sum(text.count(control) for control in KINDS)
        pieces.append(Cleaned(text, piece.spans.slice(start, end), tuple(inserts[:count])))
        del inserts[:count]
    return pieces


def test_a_pause_cuts_wherever_it_stands_and_is_exact() -> None:
    text = cleaned((PAUSE, 0.5), "One ", (PAUSE, 333.3), "two.", (PAUSE, 10), (PAUSE, 20), " So.")
    options = SegmenterOptions(sentence_pause_ms=70, clause_pause_ms=30)
    assert shape(spoken(text, options)) == [
        ("", 0.5, 1.0),
        ("One", 0, 1.0),
        ("", 333.3, 1.0),
        ("two.", 0, 1.0),
        ("", 10, 1.0),
        ("", 20, 1.0),
        ("So.", 70, 1.0),
    ]


def test_a_pause_may_be_all_or_last() -> None:
    assert shape(spoken(cleaned((PAUSE, 5)))) == [("", 5, 1.0)]
    assert shape(spoken(cleaned("Yes", (PAUSE, 5)))) == [("Yes", 0, 1.0), ("", 5, 1.0)]


def test_a_pause_is_given_out_as_soon_as_it_arrives_and_points_at_its_markup() -> None:
    segmenter = Segmenter()
    word, silence = segmenter.push(cleaned("Wait", (PAUSE, 900)))
    assert (word.text, word.start_char, word.end_char, word.silent) == ("Wait", 0, 4, False)
    assert (silence.start_char, silence.end_char, silence.silent) == (4, 11, True)
    assert silence.spans.length == 0


def test_a_rate_cuts_and_holds_until_the_next() -> None:
    text = cleaned("Now ", (RATE, 0.5), "slow down. ", "Well. ", (RATE, 1.0), "Done.")
    assert shape(spoken(text)) == [
        ("Now", 0, 1.0),
        ("slow down.", 0, 0.5),
        ("Well.", 0, 0.5),
        ("Done.", 0, 1.0),
    ]


def test_stop_and_paragraph_end_what_has_no_full_stop() -> None:
    text = cleaned("Plans", PARAGRAPH, "milk", STOP, "rum", STOP, PARAGRAPH, "The end")
    options = SegmenterOptions(sentence_pause_ms=5, paragraph_pause_ms=50)
    assert shape(spoken(text, options)) == [
        ("Plans", 50, 1.0),
        ("milk", 5, 1.0),
        ("rum", 5, 1.0),
        ("", 50, 1.0),
        ("The end", 5, 1.0),
    ]


def test_a_paragraph_after_a_sentence_that_is_out_pauses_before_the_next() -> None:
    segmenter = Segmenter()
    assert shape(segmenter.push(plain("All done here. "))) == [("All done here.", 0, 1.0)]
    assert segmenter.push(cleaned(PARAGRAPH)) == []
    assert shape(segmenter.push(plain("Next thing. ", 21))) == [
        ("", 200, 1.0),
        ("Next thing.", 0, 1.0),
    ]


def test_a_pause_stands_in_place_of_a_paragraphs() -> None:
    text = cleaned("All done here. ", PARAGRAPH, (PAUSE, 40), PARAGRAPH, "Next.")
    assert shape(spoken(text)) == [
        ("All done here.", 0, 1.0),
        ("", 40, 1.0),
        ("Next.", 0, 1.0),
    ]


def test_no_silence_is_left_over_at_the_end() -> None:
    assert shape(spoken(cleaned("All done here. ", PARAGRAPH, PARAGRAPH))) == [
        ("All done here.", 0, 1.0)
    ]


def test_an_object_is_a_word_that_takes_its_insert_with_it() -> None:
    text = cleaned((OBJECT, 1), " and Dr. ", (OBJECT, 2), ". Then ", (PAUSE, 7), (OBJECT, 3))
    first, second, silence, third = spoken(text)
    assert first.text == f"{OBJECT} and Dr. {OBJECT}."
    assert [insert.value for insert in first.inserts] == [1, 2]
    assert (first.start_char, first.end_char) == (0, 24)
    assert first.spans.source_span(9, 10) == (15, 16)
    assert (second.text, second.inserts) == ("Then", ())
    assert silence.inserts == ()
    assert [insert.value for insert in third.inserts] == [3]
    assert third.spans.source_span(0, 1) == (third.start_char, third.end_char)


def test_spans_lead_through_shortened_text_to_the_source() -> None:
    piece = joined(
        [plain("A "), Cleaned("&", SpanMap([Run(1, 2, 7)])), plain(" B said yes. It was.", 7)]
    )
    first, second = spoken(piece, SegmenterOptions(join_min_chars=0))
    assert first.text == "A & B said yes."
    assert first.spans.source_span(2, 3) == (2, 7)
    assert (first.start_char, first.end_char) == (0, 19)
    assert (second.start_char, second.end_char) == (20, 27)
    assert second.spans == SpanMap.identity(7, 20)


def test_a_string_may_hold_what_are_control_characters_elsewhere() -> None:
    segmenter = Segmenter()
    segments = segmenter.push(f"a{PAUSE}b{OBJECT} c") + segmenter.end()
    assert [segment.text for segment in segments] == ["a\ufffdb\ufffd c"]
    assert (segments[0].start_char, segments[0].end_char) == (0, 6)


@pytest.mark.parametrize("text", [PAUSE, f"a{OBJECT}"])
def test_inserts_that_do_not_match_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="match"):
        Segmenter().push(Cleaned(text, SpanMap.identity(len(text))))


def test_a_million_runs_of_what_is_not_spoken_are_not_kept() -> None:
    segmenter = Segmenter()
    for at in range(3000):
        segmenter.push(Cleaned("!!!!", SpanMap([Run(2, at * 9, at * 9 + 1)] * 2)))
    assert len(segmenter._sources._runs) < 1300
    assert len(segmenter._arrivals._at_ns) < 1300


CONTROL = st.one_of(
    st.sampled_from([STOP, PARAGRAPH]),
    st.tuples(st.sampled_from([PAUSE, RATE]), st.floats(0, 9000)),
    st.tuples(st.just(OBJECT), st.floats(0, 9)),
)
WORDS = st.one_of(
    st.sampled_from(
        [
            "Yes. ",
            "Hello there. ",
            "and so on, ",
            "Dr",
            ". Who ",
            "3",
            ".5 ",
            " ",
            "\n\n",
            "ok",
            "。",
        ]
    ),
    st.text("aB1 .,!(\n", min_size=1, max_size=30),
)
TEXTS = st.lists(st.one_of(WORDS, WORDS, CONTROL), max_size=25).map(lambda parts: cleaned(*parts))


@settings(max_examples=300, deadline=None)
@given(piece=TEXTS, data=st.data(), options=st.sampled_from(OPTIONS))
def test_any_split_gives_the_same_segments(
    piece: Cleaned, data: st.DataObject, options: SegmenterOptions
) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(piece.text)), max_size=12))
    segmenter = Segmenter(options)
    arrived = [segment for part in cut(piece, cuts) for segment in segmenter.push(part)]
    assert arrived + segmenter.end() == spoken(piece, options)


@settings(max_examples=300, deadline=None)
@given(piece=TEXTS, options=st.sampled_from(OPTIONS))
def test_nothing_is_lost_and_everything_points_back(
    piece: Cleaned, options: SegmenterOptions
) -> None:
    segments = spoken(piece, options)
    text = "".join(segment.text for segment in segments)

    def kept(text: str) -> list[str]:
        return [c for c in text if c.isalnum() or c == OBJECT]

    assert kept(text) == kept(piece.text)
    said = [insert for insert in piece.inserts if insert.kind is InsertKind.SAY_AS]
    assert [insert for segment in segments for insert in segment.inserts] == said
    pauses = [insert for insert in piece.inserts if insert.kind is InsertKind.PAUSE]
    silences = [
        segment for segment in segments if segment.silent and segment.start_char != segment.end_char
    ]
    assert [s.pause_after_ms for s in silences] == [pause.value for pause in pauses]
    last = 0
    for segment in segments:
        assert last <= segment.start_char <= segment.end_char
        assert segment.spans.length == len(segment.text) <= options.max_chars
        last = segment.end_char


def test_nothing_in_nothing_out() -> None:
    assert spoken(NOTHING) == []
