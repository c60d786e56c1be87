"""The whole front end: pieces in, words out, every word leading back to what was written."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.errors import InvalidRequest
from brisa.text.edits import Edit, Taken
from brisa.text.lexicon.matching import Lexicon
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.normalizer import Normalizer
from brisa.text.reading import Reader, ReaderOptions, ReadingTools, Utterable
from brisa.text.segment import SegmenterOptions
from brisa.types import LexiconEntry, TextOptions
from support.split_invariance import assert_split_invariant, even_cuts, some_cuts

pytestmark = pytest.mark.unit

MS = 1_000_000


def two_in_words(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
    del taken
    word = {"en": "two", "fr": "deux"}.get(options.language, "?")
    return [Edit(match.start(), match.end(), word) for match in re.finditer("2", text)]


def rules_for(language: str) -> LanguageRules | None:
    return LanguageRules(language, two_in_words, lambda *_: None)


def left_out(
    text: str, taken: Taken, scripts: frozenset[str], transliterate: bool
) -> tuple[list[Edit], int]:
    del taken, scripts
    found = [match.span() for match in re.finditer(r"[一-鿿]+", text)]
    edits = [Edit(start, end, "HAN" if transliterate else "") for start, end in found]
    return edits, 0 if transliterate else sum(end - start for start, end in found)


def detect(text: str, candidates: tuple[str, ...], default: str) -> str:
    return "fr" if "fr" in candidates and "bonjour" in text.lower() else default


def han_runs(text: str, default: str, candidates: tuple[str, ...]) -> list[tuple[int, int, str]]:
    del candidates
    return [
        (match.start(), match.end(), "zh" if match.group()[0] >= "一" else default)
        for match in re.finditer("[一-鿿]+|[^一-鿿]+", text)
    ]


TOOLS = ReadingTools(Normalizer(rules_for, left_out), detect, han_runs)


def reader(options: ReaderOptions | None = None, lexicon: Lexicon | None = None) -> Reader:
    return Reader(options or ReaderOptions(), TOOLS, lexicon)


def read(pieces: Iterable[str], options: ReaderOptions | None = None) -> list[Utterable]:
    made = reader(options)
    found = [utterable for piece in pieces for utterable in made.push(piece)]
    return found + made.end()


def said(utterables: Iterable[Utterable]) -> list[str]:
    return [utterable.spoken().text for utterable in utterables]


def test_text_becomes_words_that_lead_back() -> None:
    written = "# Plan\n\nTake **2** eggs &amp; `salt`. Then wait."
    found = read([written])
    assert said(found) == ["Plan", "Take two eggs & salt.", "Then wait."]
    second = found[1]
    start = second.spoken().text.index("two")
    low, high = second.source_span(start, start + 3)
    assert written[low:high] == "2"
    at = second.spoken().text.index("&")
    low, high = second.source_span(at, at + 1)
    assert written[low:high] == "&amp;"
    start = second.spoken().text.index("salt")
    low, high = second.source_span(start, start + 4)
    assert written[low:high] == "salt"


def test_the_spoken_form_is_made_once_and_when_asked_for() -> None:
    asked: list[str] = []

    def find(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
        del taken, options
        asked.append(text)
        return []

    rules = LanguageRules("en", find, lambda *_: None)
    tools = ReadingTools(Normalizer(lambda _: rules, left_out, cached=0), detect, han_runs)
    (utterable,) = Reader(ReaderOptions(), tools).push("One sentence. ")
    assert asked == []
    assert utterable.spoken() is utterable.spoken()
    assert asked == ["One sentence."]


def test_a_pause_is_a_silence_with_nothing_to_say() -> None:
    found = read(["Ready [pause:0.5s] go"])
    assert [(item.spoken().text, item.segment.silent) for item in found] == [
        ("Ready", False),
        ("", True),
        ("go", False),
    ]
    assert found[1].segment.pause_after_ms == 500
    assert found[1].source_span(0, 0) == (6, 18)


def test_the_lexicon_is_asked_before_the_rules() -> None:
    made = reader(lexicon=Lexicon([LexiconEntry("2", spoken="pair")]))
    assert said(made.push("Take 2 eggs. ")) == ["Take pair eggs."]


def test_without_clean_up_and_rules_the_text_is_left_as_it_is() -> None:
    plain = ReaderOptions(TextOptions(clean=False, markup=False, normalize=False))
    assert said(read(["Take **2** <b>eggs</b>."], plain)) == ["Take **2** <b>eggs</b>."]


def test_the_language_is_found_for_each_segment_where_it_is_asked_for() -> None:
    text = "Hello there, take 2. Bonjour, prenez 2 œufs."
    fixed = read([text], ReaderOptions(languages=("en", "fr")))
    assert [(item.language, "two" in item.spoken().text) for item in fixed] == [("en", True)] * 2
    found = read([text], ReaderOptions(detect=True, languages=("en", "fr")))
    assert [item.language for item in found] == ["en", "fr"]
    assert said(found) == ["Hello there, take two.", "Bonjour, prenez deux œufs."]


def test_foreign_letters_are_written_in_latin_left_out_or_given_to_their_voice() -> None:
    latin = frozenset({"Latin"})

    def options(foreign: str) -> ReaderOptions:
        text = TextOptions(foreign=foreign)  # type: ignore[arg-type]
        return ReaderOptions(text, languages=("en", "zh"), speakable=latin)

    written = "Say 你好 2 times."
    assert said(read([written], options("transliterate"))) == ["Say HAN two times."]
    (left,) = read([written], options("skip"))
    assert (left.spoken().text, left.spoken().dropped_chars) == ("Say two times.", 2)
    parts = read([written], options("voice"))
    assert [(item.language, item.spoken().text) for item in parts] == [
        ("en", "Say"),
        ("zh", "你好"),
        ("en", "two times."),
    ]
    low, high = parts[1].source_span(0, 2)
    assert written[low:high] == "你好"


def test_malformed_markup_is_read_or_refused_as_the_request_asks() -> None:
    written = '<say-as interpret-as="cardinal">2 eggs'
    made = reader()
    assert "eggs" in " ".join(said([*made.push(written), *made.end()]))
    assert made.malformed_count > 0
    strict = reader(ReaderOptions(TextOptions(malformed="refuse")))
    with pytest.raises(InvalidRequest):
        strict.push(written)
        strict.end()


WRITTEN = (
    '# Notes for **today**\n\nDr. Poe paid $41.20 at 9 a.m.!!! She said: "wait… no".\n'
    "- first item\n- second [link](https://a.example/x.html)\n- third\n\n"
    'Hello<break time="300ms"/> there :-) 你好。 bonjour 2 amis. `code_here` ran 2 * 2.\n'
    "```python\nprint(2)\n```\nThe end &amp; done, e.g. here."
)


def outcome(utterables: Iterable[Utterable]) -> list[object]:
    return [(item.segment, item.language, item.spoken()) for item in utterables]


AUTO = ReaderOptions(
    TextOptions(foreign="voice", code="summarise"), detect=True, languages=("en", "fr", "zh")
)


def assert_same_however_cut(text: str, cuts: Iterable[int]) -> None:
    assert_split_invariant(
        lambda: reader(AUTO),
        text,
        cuts,
        feed=lambda stage, piece: outcome(stage.push(piece)),
        flush=lambda stage: outcome(stage.end()),
    )


def test_token_by_token_gives_what_the_whole_gives() -> None:
    for size in (1, 2, 3, 7):
        assert_same_however_cut(WRITTEN, even_cuts(len(WRITTEN), size))


@settings(deadline=None, max_examples=40)
@given(some_cuts(len(WRITTEN)))
def test_any_cut_gives_what_the_whole_gives(cuts: list[int]) -> None:
    assert_same_however_cut(WRITTEN, cuts)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60), st.data())
def test_any_text_is_read_without_raising_the_same_way_however_cut(
    text: str, data: st.DataObject
) -> None:
    assert_same_however_cut(text, data.draw(some_cuts(len(text))))


TIMED = ReaderOptions(
    segmenter=SegmenterOptions(release_ms=400, release_word_ms=1200, release_max_ms=3000)
)


def test_text_that_ends_with_a_mark_is_spoken_after_the_short_wait() -> None:
    made = reader(TIMED)
    assert made.release_due_ns is None
    assert made.push("Hello", 0) == []
    assert made.push("!", 100 * MS) == []
    assert made.release_due_ns == 500 * MS
    assert made.poll(500 * MS - 1) == []
    assert said(made.poll(500 * MS)) == ["Hello!"]
    assert made.release_due_ns is None
    assert said([*made.push(" More.", 600 * MS), *made.end()]) == ["More."]


def test_what_may_become_markup_waits_longer_together_with_its_sentence() -> None:
    made = reader(TIMED)
    made.push("See the [docs", 0)
    assert made.release_due_ns == 1200 * MS
    assert made.poll(1200 * MS - 1) == []
    assert made.release_due_ns == 1200 * MS
    assert said(made.poll(1200 * MS)) == ["See the [docs"]


def test_polling_is_never_due_without_end() -> None:
    """Whatever is held: each look brings something or moves the time of the next."""
    for text in ("<br", "*", "[a](", "&am", "```", "Hello *there", "| a |", "!", "\n\n"):
        made = reader(TIMED)
        made.push(text, 0)
        for _ in range(5):
            due_ns = made.release_due_ns
            if due_ns is None:
                break
            made.poll(due_ns)
        assert made.release_due_ns is None, text


def test_a_flush_speaks_at_once_and_the_utterance_goes_on() -> None:
    made = reader(TIMED)
    made.push("First piece", 0)
    assert said(made.flush()) == ["First piece"]
    assert made.release_due_ns is None
    assert said([*made.push(" and 2 more", 10 * MS), *made.end()]) == ["and two more"]
    with pytest.raises(ValueError, match="ended"):
        made.push("late")
