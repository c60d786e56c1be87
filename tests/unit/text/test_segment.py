"""Segments do not depend on how the text arrived, lose nothing, and end where a reader would."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.errors import OutOfRange
from brisa.text.segment import Segment, Segmenter, SegmenterOptions
from brisa.text.span_map import SpanMap

pytestmark = pytest.mark.unit

SMALL = SegmenterOptions(
    first_min_chars=6, first_long_chars=12, first_rest_chars=3, max_chars=32, clause_pause_ms=40
)
GROWING = SegmenterOptions(grow_after_chars=10, join_min_chars=25, max_chars=60)
GERMAN = SegmenterOptions(language="de", grow_after_chars=0, first_rest_chars=0)
APART = SegmenterOptions(join_min_chars=0)
CHOICES = st.sampled_from([SMALL, GROWING, GERMAN, SegmenterOptions()])

FRAGMENTS = [
    "Dr", ". Who", "$41", ".20", " for Mrs", ". Poe", "e.g", ".", " ", "\n", "\n\n", "\r\n", "...",
    "…", "?!", "! ", ", ", "; ", ": ", "—", " – ", " - ", "Yes", "no", "word", "The ", "She left",
    "8:10 a.m", ".,", "好，", "马上来。", "U.S", ". Navy", "J. K", ". Rowling", "3", ".14", "1. ",
    "- ", "# ", "”", "“",
    ")", "(", "'", "*", "done.And ", "example.Com ", "！", "？」", "é", "\u0301",
    "👍", "\x00", "\ud800", "Feb", ". 3", "St", ". Paul", " " * 70, "a" * 40, "one two three four",
    "i", "I", "May ", "U.S. Monday", "p.m. Monday", "a.m. ", "1", "2) ", "> ", "etc. The",
    "no", ". 5", "St. ", "Yahoo! ", "? ", "»", "(see ", " <tag ", "> ", "« Quoi ? » ", "z. B",
    ". Am 3", ". Mai",
    "สวัสดี ", "ครับ", " and ", " which", "30 ", "Ok. ", "[", "]",
]  # fmt: skip

texts = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join),
    st.text(alphabet="aB1. ,;!?\n\"'—。，-", max_size=200),
    st.text(max_size=80),
)


_CONTROLS = re.compile("[\ue000-\ue004]")


def segments_of(text: str, options: SegmenterOptions | None = None) -> list[Segment]:
    segmenter = Segmenter(options)
    return segmenter.push(text) + segmenter.end()


def pieces_of(text: str, options: SegmenterOptions = APART) -> list[str]:
    return [segment.text for segment in segments_of(text, options)]


def one_by_one(text: str, options: SegmenterOptions = APART) -> list[str]:
    segmenter = Segmenter(options)
    segments = [segment for character in text for segment in segmenter.push(character)]
    return [segment.text for segment in segments + segmenter.end()]


@settings(max_examples=400, deadline=None)
@given(text=texts, data=st.data(), options=CHOICES)
def test_any_split_of_the_text_gives_the_same_segments(
    text: str, data: st.DataObject, options: SegmenterOptions
) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    segmenter = Segmenter(options)
    arrived: list[Segment] = []
    for begin, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        arrived += segmenter.push(text[begin:end])
    assert arrived + segmenter.end() == segments_of(text, options)


@settings(max_examples=400, deadline=None)
@given(text=texts, options=CHOICES)
def test_one_character_at_a_time_gives_the_same_segments(
    text: str, options: SegmenterOptions
) -> None:
    segmenter = Segmenter(options)
    arrived = [segment for character in text for segment in segmenter.push(character)]
    assert arrived + segmenter.end() == segments_of(text, options)


@settings(max_examples=400, deadline=None)
@given(text=texts, options=CHOICES)
def test_every_letter_and_digit_is_in_exactly_one_segment(
    text: str, options: SegmenterOptions
) -> None:
    segments = segments_of(text, options)
    spoken = "".join(segment.text for segment in segments)
    assert [c for c in spoken if c.isalnum()] == [c for c in text if c.isalnum()]
    last = 0
    for segment in segments:
        assert segment.start_char >= last
        written = text[segment.start_char : segment.end_char]
        assert _CONTROLS.sub("\ufffd", written) == segment.text == segment.text.strip()
        assert any(map(str.isalnum, segment.text))
        assert len(segment.text) <= options.max_chars
        last = segment.end_char


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The fever is 101.3°F. One ratio is 1.618 and the other is 2.414.",
            ["The fever is 101.3°F.", "One ratio is 1.618 and the other is 2.414."],
        ),
        (
            "Im Keller sind es heute 19,4 °C bei 52 % Feuchte im hinteren Raum.",
            ["Im Keller sind es heute 19,4 °C bei 52 % Feuchte im hinteren Raum."],
        ),
        (
            "Dr. Shaw met Mrs. Poe of the U.S. Navy, e.g. on St. Paul Street. They talked."
            " It was no. 5!",
            [
                "Dr. Shaw met Mrs. Poe of the U.S. Navy,",
                "e.g. on St. Paul Street.",
                "They talked.",
                "It was no. 5!",
            ],
        ),
        (
            "It began at 8:10 a.m., then paused until 4:40 p.m. today.",
            ["It began at 8:10 a.m., then paused until 4:40 p.m. today."],
        ),
        ("We met at 9 a.m. She left.", ["We met at 9 a.m.", "She left."]),
        ("Call at 5 p.m. Monday, please.", ["Call at 5 p.m. Monday, please."]),
        ("Where is it? Under the bed.", ["Where is it?", "Under the bed."]),
        ("The lease ends Feb 3, 2031. Then we go.", ["The lease ends Feb 3, 2031.", "Then we go."]),
        ("The fare is $41.20 for Mrs. Poe.", ["The fare is $41.20 for Mrs. Poe."]),
        ("Good, done.And how much is it?", ["Good, done.", "And how much is it?"]),
        ("See example.Com for the U.S.A. today.", ["See example.Com for the U.S.A. today."]),
        ("J. K. Rowling met George W. Bush.", ["J. K. Rowling met George W. Bush."]),
        ("Take vitamin C. Then rest.", ["Take vitamin C.", "Then rest."]),
        ("“Stop!” he said. “Why?” She ran.", ["“Stop!” he said.", "“Why?”", "She ran."]),
        ("Well... maybe. Well... No.", ["Well... maybe.", "Well...", "No."]),
        ("好，马上来。我们走吧！好", ["好，马上来。", "我们走吧！", "好"]),
        ("8... * 9 8 7", ["8...", "* 9 8 7"]),
        ("see approx. five in dept. of it", ["see approx. five in dept. of it"]),
        ("hello there. how are you", ["hello there.", "how are you"]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert pieces_of(text) == expected
    assert one_by_one(text) == expected


@pytest.mark.parametrize("text", ["", " \n\t", "...", "—", "* * *\n\n—", "👍", "!" * 500])
def test_what_cannot_be_spoken_makes_no_segment(text: str) -> None:
    assert segments_of(text) == []


def test_lines_of_lists_headings_and_verse_end_segments_and_wrapped_prose_does_not() -> None:
    text = (
        "# Plans\n1. Buy milk\n2. Sleep well\n\n"
        "This line was broken by an editor at some column that\n"
        "fitted, so the sentence goes on, as Dr.\nWho would say. Done.\n- tea\n- rum"
    )
    assert one_by_one(text) == pieces_of(text)
    assert pieces_of(text) == [
        "# Plans",
        "1. Buy milk",
        "2. Sleep well",
        "This line was broken by an editor at some column that\nfitted, so the sentence goes on,"
        " as Dr.",
        "Who would say.",
        "Done.",
        "- tea",
        "- rum",
    ]


def test_a_list_after_a_long_line_is_seen_however_it_arrives() -> None:
    text = "What is needed for the long journey over the hills and back:\n- tea\n12. rum"
    assert one_by_one(text) == pieces_of(text) == [text[:60], "- tea", "12. rum"]


def test_a_wrapped_line_ending_in_a_title_does_not_end_the_sentence() -> None:
    text = "Yes. He had long been looking for the house of old Dr.\nWho and found it."
    assert pieces_of(text)[1:] == [text[5:]]


def test_an_opening_clause_is_never_longer_than_a_segment() -> None:
    options = SegmenterOptions(first_long_chars=12, first_rest_chars=3, max_chars=32)
    text = "a" * 40 + ", and so on, and so on"
    assert pieces_of(text, options) == ["a" * 32, "aaaaaaaa, and so on, and so on"]


def test_the_first_segment_of_a_long_sentence_is_its_first_clause() -> None:
    text = (
        "Yes, but the weather was never quite so fine, as everybody who was there, young or old,"
        " will gladly tell you. And so, as I was saying before you interrupted me, we went out."
    )
    assert pieces_of(text) == [
        "Yes, but the weather was never quite so fine,",
        "as everybody who was there, young or old, will gladly tell you.",
        "And so, as I was saying before you interrupted me, we went out.",
    ]


def test_the_opening_is_spoken_before_the_sentence_has_ended() -> None:
    segmenter = Segmenter()
    opening = segmenter.push("Yes, but the weather was never quite so fine, as everybody who")
    assert [segment.text for segment in opening] == [
        "Yes, but the weather was never quite so fine,"
    ]


def test_a_short_first_sentence_is_left_whole() -> None:
    text = "Yes, but the weather was never so fine, I think."
    assert pieces_of(text) == [text]


def test_an_opening_clause_leaves_more_than_a_tail() -> None:
    text = "The weather on that day in the hills was never quite so very fine, no."
    assert pieces_of(text) == [text]


def test_a_sentence_a_little_too_long_is_cut_near_its_middle() -> None:
    clause = "and it was the age of reason and of light"
    text = "Yes. It was so, " + ", ".join([clause] * 6) + "."
    parts = pieces_of(text)[1:]
    assert len(parts) == 2
    assert all(100 <= len(part) <= 200 for part in parts)
    assert parts[0].endswith(",")


def test_two_parts_are_not_made_three_for_the_sake_of_an_early_clause() -> None:
    text = "Yes. Word " + "word " * 14 + "word, " + "word " * 55 + "end."
    sizes = [len(part) for part in pieces_of(text)[1:]]
    assert len(sizes) == 2
    assert max(sizes) <= 250


def test_no_clause_of_a_very_long_sentence_is_lost() -> None:
    clauses = [f"it was the age of number {n}" for n in range(30)]
    parts = pieces_of(", ".join(clauses) + ".")
    assert " ".join(parts) == ", ".join(clauses) + "."
    assert all(part.endswith((",", ".")) for part in parts)


def test_pauses_follow_what_ended() -> None:
    options = SegmenterOptions(clause_pause_ms=1, sentence_pause_ms=2, paragraph_pause_ms=3)
    text = (
        "One quite long opening clause to begin with, and then the remainder of it follows here."
        " Two.\n\nThree.\nFour."
    )
    assert [segment.pause_after_ms for segment in segments_of(text, options)] == [1, 2, 3, 2, 2]


def test_offsets_are_those_of_the_utterance_over_many_pushes() -> None:
    segmenter = Segmenter(APART)
    words = [f"Sentence number {n} is here. " for n in range(200)]
    segments = [segment for word in words for segment in segmenter.push(word)] + segmenter.end()
    text = "".join(words)
    assert len(segments) == 200
    assert all(text[s.start_char : s.end_char] == s.text for s in segments)


def test_a_plain_sentence_is_released_by_the_space_after_it() -> None:
    segmenter = Segmenter()
    assert segmenter.push("Hello there.") == []
    assert [segment.text for segment in segmenter.push(" ")] == ["Hello there."]


def test_a_paragraph_is_released_by_its_empty_line() -> None:
    segmenter = Segmenter()
    assert segmenter.push("A heading without a stop\n") == []
    assert [segment.text for segment in segmenter.push("\n")] == ["A heading without a stop"]


@pytest.mark.parametrize("text", ["We met Dr. ", "It began in Sept. ", "See no. ", "He paused... "])
def test_what_may_go_on_waits_for_what_follows(text: str) -> None:
    assert Segmenter().push(text) == []


def test_flush_speaks_what_is_there_and_the_utterance_goes_on() -> None:
    segmenter = Segmenter()
    assert segmenter.push("See Dr") == []
    assert [s.text for s in segmenter.flush()] == ["See Dr"]
    assert segmenter.push(" Who.") == []
    assert segmenter.end() == [Segment("Who.", 7, 11, 0, spans=SpanMap.identity(4, 7))]


def test_text_after_the_end_is_refused() -> None:
    segmenter = Segmenter()
    segmenter.end()
    with pytest.raises(ValueError, match="ended"):
        segmenter.push("x")


@pytest.mark.parametrize(
    "text", ["a", "word ", "!", "\n", "a,", "....", "A.b ", "。", "好", "\u0301"]
)
def test_the_text_held_back_is_bounded(text: str) -> None:
    segmenter = Segmenter()
    for _ in range(40):
        segmenter.push(text * 100)
        assert segmenter.waiting_chars < 640


@pytest.mark.parametrize("options", [{"max_chars": 8}, {"first_min_chars": -1}])
def test_options_that_cannot_work_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(OutOfRange):
        SegmenterOptions(**options)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("\u20261\x00\u202e<? »", SegmenterOptions()),
        (
            "S\nัสดีDr。ok<a - no«! ? U.SI。3<a。no]« - [<a c)" + "x" * 19 + "May3Jokดี"
            "Jสวัสดีสวัสดี" + "x" * 30 + ">สวัสดี\n- ดี«et",
            SegmenterOptions(first_rest_chars=0, first_long_chars=0, grow_after_chars=0),
        ),
        (
            ">(.SMay and  and 5. and  - " + "x" * 26 + ":3— and  -  »\nY",
            SegmenterOptions(first_rest_chars=3, first_long_chars=0, max_chars=90),
        ),
    ],
    ids=["guillemet after a space", "joining where segments are short", "a line trimmed early"],
)
def test_character_by_character_is_the_same(text: str, options: SegmenterOptions) -> None:
    segmenter = Segmenter(options)
    arrived = [segment for character in text for segment in segmenter.push(character)]
    assert arrived + segmenter.end() == segments_of(text, options)
