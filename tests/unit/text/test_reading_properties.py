"""What holds for every text on its whole way, with the rules that readers really have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.reading import Reader, ReaderOptions, Utterable
from brisa.text.segment import SegmenterOptions
from brisa.text.tools import reading_tools
from brisa.types import TextOptions
from support.split_invariance import some_cuts

pytestmark = pytest.mark.unit

FRAGMENTS = (
    *(
        "word",
        "Dr. ",
        "U.S. ",
        "e.g. ",
        "I ",
        "USA",
        "it’s",
        "'90s",
        ".",
        "!",
        "?!",
        "...",
        ",",
        ";",
    ),
    *(
        "2",
        "3.5",
        "$41.20",
        "£5.3bn",
        "1/2/2026",
        "9 a.m.",
        "10:30",
        "50%",
        "5 km",
        "°C",
        "x^2",
        "½",
    ),
    *(
        "1,000",
        "1st",
        "IV",
        "²",
        "①",
        "㎏",
        "１２",
        "۱۲",
        "𝐀",
        "v1.2",
        "a@b.co",
        "#tag",
        "@me",
        "٪",
    ),
    *("+1 555 123 4567", "привет", "日本", "한국", "עברית", "ไทย", "e\u0301", "ﬁ", "İ", "你好。"),
    *(
        "*",
        "**",
        "_",
        "~~",
        "# ",
        "- ",
        "1. ",
        "> ",
        "|",
        "---\n",
        "\n",
        "\n\n",
        " ",
        "(",
        ")",
        '"',
    ),
    *(
        "—",
        "-",
        "/",
        "\\",
        "=",
        "+",
        "^",
        "…",
        "’",
        "“",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\0",
        "\ud800",
    ),
)
MARKED = (
    *(
        "<b>",
        "</b>",
        "<",
        "&amp;",
        "&",
        "[",
        "]",
        "](http://x.y/z)",
        "[l](u)",
        "`a`",
        "```\n",
        "😊",
    ),
    *("<sub alias='y'>x</sub>", "<say-as interpret-as='date'>1/2/2026</say-as>", "[pause:1s]"),
    *(
        "<break/>",
        '<prosody rate="slow">',
        "</prosody>",
        "<think>",
        "</think>",
        "<p>",
        "</s>",
        ":-)",
    ),
)
NOT_LEFT_OUT = "[]<>&`~:;^\\|="
"""Characters that begin what is left out by rule: tags, addresses of links, code, faces."""

written = st.lists(st.sampled_from(FRAGMENTS), max_size=16).map("".join)
marked = st.lists(st.sampled_from(FRAGMENTS + MARKED), max_size=16).map("".join)
plain = written.filter(lambda text: not set(text) & set(NOT_LEFT_OUT))
any_text = st.text(st.characters(exclude_categories=()), max_size=50)
harmless = st.text(st.characters(exclude_characters=NOT_LEFT_OUT), max_size=50)

text_options = st.builds(
    TextOptions,
    clean=st.sampled_from([True, True, True, False]),
    markup=st.booleans(),
    normalize=st.sampled_from([True, True, True, False]),
    code=st.sampled_from(["skip", "summarise", "read"]),
    emoji=st.sampled_from(["skip", "name"]),
    foreign=st.sampled_from(["skip", "transliterate", "voice"]),
)
options = st.builds(
    ReaderOptions,
    text=text_options,
    language=st.sampled_from(["en-US", "en-GB", "fr", "de", "es", "pt-BR", "zh"]),
    detect=st.booleans(),
    languages=st.sampled_from([("en",), ("en", "ru", "zh", "fr")]),
    speakable=st.sampled_from([None, frozenset({"Latin"})]),
    segmenter=st.builds(SegmenterOptions, sentence_pause_ms=st.sampled_from([0, 150])),
)


def read(pieces: Sequence[str], chosen: ReaderOptions) -> list[Utterable]:
    reader = Reader(chosen, reading_tools())
    found = [utterable for piece in pieces for utterable in reader.push(piece)]
    return found + reader.end()


def stretches(utterable: Utterable) -> list[tuple[int, int]]:
    """The places in the source of all that is said, in the order it is said."""
    if utterable.segment.silent:
        return []
    spoken = utterable.spoken()
    assert spoken.spans.length == len(spoken.text)
    return [(run.start, run.end) for run in spoken.spans.then(utterable.segment.spans).runs]


def check_places(text: str, utterables: Sequence[Utterable]) -> None:
    last = 0
    for utterable in utterables:
        segment = utterable.segment
        assert last <= segment.start_char <= segment.end_char <= len(text)
        last = segment.start_char
        places = stretches(utterable)
        assert [start for start, _ in places] == sorted(start for start, _ in places)
        for start, end in places:
            assert segment.start_char <= start <= end <= segment.end_char


def outcome(utterables: Sequence[Utterable]) -> list[object]:
    return [(item.segment, item.language, item.spoken()) for item in utterables]


@settings(deadline=None, max_examples=150)
@given(text=marked | any_text, chosen=options, data=st.data())
def test_any_text_is_read_the_same_however_cut_and_every_word_has_its_place(
    text: str, chosen: ReaderOptions, data: st.DataObject
) -> None:
    whole = read([text], chosen)
    check_places(text, whole)
    edges = [0, *data.draw(some_cuts(len(text))), len(text)]
    pieces = [text[start:end] for start, end in zip(edges, edges[1:], strict=False)]
    assert outcome(read(pieces, chosen)) == outcome(whole)
    assert outcome(read(list(text), chosen)) == outcome(whole)


@settings(deadline=None, max_examples=100)
@given(text=marked | any_text, chosen=options, data=st.data())
def test_flushes_and_timers_anywhere_keep_every_word_in_its_place(
    text: str, chosen: ReaderOptions, data: st.DataObject
) -> None:
    reader, now_ns = Reader(chosen, reading_tools()), 0
    found: list[Utterable] = []
    for start in range(0, len(text), 5):
        found += reader.push(text[start : start + 5], now_ns)
        what = data.draw(st.sampled_from(["more", "flush", "poll"]))
        if what == "flush":
            found += reader.flush()
        elif what == "poll" and (due_ns := reader.release_due_ns) is not None:
            now_ns = max(now_ns, due_ns)
            found += reader.poll(now_ns)
    check_places(text, [*found, *reader.end()])


@settings(deadline=None, max_examples=150)
@given(
    text=written.filter(lambda text: not set(text) & set(NOT_LEFT_OUT)) | harmless, chosen=options
)
def test_no_letter_or_digit_is_lost_silently(text: str, chosen: ReaderOptions) -> None:
    """Each is part of what something that is said stands for, or is counted as left out."""
    utterables = read([text], chosen)
    said = {at for item in utterables for span in stretches(item) for at in range(*span)}
    lost = [at for at, char in enumerate(text) if char.isalnum() and at not in said]
    assert len(lost) <= sum(item.spoken().dropped_chars for item in utterables)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "<b>" * 10_000 + "word" + "</b>" * 10_000,
        "[" * 10_000 + "word" + "]" * 10_000,
        "&amp;" * 10_000 + "&#x26;lol;" * 1_000,
        "\u202e\u2066" * 10_000 + "word",
        "1/2/3/4 $5 " * 2_000,
        "<say-as interpret-as='characters'>" + "abc" * 90 + "</say-as>",
    ],
    ids=["word", "tags", "brackets", "entities", "bidi", "figures", "letters"],
)
def test_what_is_made_to_break_readers_becomes_segments_of_bounded_size(text: str) -> None:
    chosen = ReaderOptions(language="en-US", speakable=frozenset({"Latin"}))
    utterables = read([text], chosen)
    assert max(len(item.segment.text) for item in utterables) <= 250
    check_places(text, utterables[-3:])


def test_many_objects_that_hold_much_are_many_segments() -> None:
    tag = "<say-as interpret-as='characters'>" + "abc" * 30 + "</say-as> "
    utterables = read([tag * 40], ReaderOptions())
    assert max(len(item.spoken().text) for item in utterables) <= 1_000
    held = [insert.text for item in utterables for insert in item.segment.inserts]
    assert held == ["abc" * 30] * 40


@pytest.mark.parametrize(
    "text", ["", " \n", "…!?", "😊🎉", "***", "\u200b\u202e", "<b></b>", "---\n"]
)
def test_nothing_to_say_is_nothing_said(text: str) -> None:
    assert read([text], ReaderOptions()) == []


def test_a_voice_of_another_region_does_not_get_letters_it_cannot_read() -> None:
    chosen = ReaderOptions(
        TextOptions(foreign="voice"), "en-US", detect=True, languages=("en",),
        speakable=frozenset({"Latin"}),
    )  # fmt: skip
    (found,) = read(["Hello привет there."], chosen)
    assert found.spoken().text == "Hello privet there."
