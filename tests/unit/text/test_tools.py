"""The real rules behind a reader: several languages, foreign letters, a voice for each script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.lexicon.matching import Lexicon
from brisa.text.normalize.english import rule, rules
from brisa.text.reading import Reader, ReaderOptions, Utterable
from brisa.text.tools import reading_tools, warm_reading
from brisa.types import LexiconEntry, TextOptions

pytestmark = pytest.mark.unit

LATIN = frozenset({"Latin"})


def read(text: str, options: ReaderOptions, lexicon: Lexicon | None = None) -> list[Utterable]:
    made = Reader(options, reading_tools(), lexicon)
    return [*made.push(text), *made.end()]


def said(text: str, options: ReaderOptions, lexicon: Lexicon | None = None) -> str:
    return " ".join(item.spoken().text for item in read(text, options, lexicon))


def test_tools_are_shared() -> None:
    assert reading_tools() is reading_tools()


def test_warming_up_compiles_nearly_every_pattern_of_a_language() -> None:
    """A first text then compiles few of them; they are compiled when first needed."""
    rule._compiled.cache_clear()
    reading_tools.cache_clear()  # it remembers answers, which need no pattern
    warm_reading("en-US")
    needed = {one.pattern for one in rules._RULES}
    warm = rule._compiled.cache_info().currsize
    assert warm == len(needed)


@pytest.mark.parametrize("language", ["de", "es", "fr", "pt-BR", "zh", "pl", "xx"])
def test_any_language_can_be_warmed_up(language: str) -> None:
    warm_reading(language)


def test_each_segment_is_read_in_its_own_language() -> None:
    options = ReaderOptions(language="fr", detect=True, languages=("fr", "de"))
    found = read("Nous avons trois chats et 7 chiens. Wir haben noch 8 Hunde zu Hause.", options)
    assert [item.language for item in found] == ["fr", "de"]
    assert "sept chiens" in found[0].spoken().text
    assert "acht Hunde" in found[1].spoken().text


def test_foreign_letters_are_written_left_out_or_given_to_their_voice() -> None:
    text = "Das heißt 你好 auf Chinesisch."

    def options(foreign: str) -> ReaderOptions:
        wanted = TextOptions(foreign=foreign)  # type: ignore[arg-type]
        return ReaderOptions(wanted, "de", languages=("de", "zh"), speakable=LATIN)

    assert said(text, options("transliterate")).isascii() is False  # the ß stays
    assert "你" not in said(text, options("transliterate"))
    (left,) = read(text, options("skip"))
    assert (left.spoken().text, left.spoken().dropped_chars) == ("Das heißt auf Chinesisch.", 2)
    assert [(item.language, item.spoken().text) for item in read(text, options("voice"))] == [
        ("de", "Das heißt"),
        ("zh", "你好"),
        ("de", "auf Chinesisch."),
    ]


def test_the_lexicon_wins_over_rules_and_foreign_letters() -> None:
    lexicon = Lexicon(
        [LexiconEntry("52 %", spoken="viel"), LexiconEntry("Москва", spoken="Moskau")]
    )
    options = ReaderOptions(language="de", speakable=LATIN)
    text = "In Москва sind es 52 % und 7 Grad."
    assert said(text, options, lexicon) == "In Moskau sind es viel und sieben Grad."


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["fr", "de", "pt-BR", "es", "zh", "pl", "xx"]))
def test_no_text_makes_it_raise(text: str, language: str) -> None:
    options = ReaderOptions(language=language, detect=True, languages=(language,), speakable=LATIN)
    for item in read(text, options):
        spoken = item.spoken()
        assert spoken.spans.length == len(spoken.text)
        start, end = item.source_span(0, len(spoken.text))
        assert 0 <= start <= end <= len(text)
