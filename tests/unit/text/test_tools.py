"""The real rules behind a reader: several languages, foreign letters, a voice for each script."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.lexicon.matching import Lexicon
from brisa.text.patterns import patterns
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


SAMPLES = {
    "en-US": "Dr. Lee (No. 12) paid $3.50 at 5pm on 3/4/2026, i.e. 10% of 2.5 kg; see x.org/a?b=1.",
    "de": "Am 3. Mai 2026 um 14:05 Uhr zahlte Dr. Koch 1.234,50 € für 12 km, z. B. an die Nr. 7.",
    "es": "El 3 de mayo de 2026 a las 14:05 h, la Sra. Gil pagó 1.234,50 € por 21 kg, el 5 %.",
    "fr": "Le 3 mai 2026 à 14h05, Mme Petit a payé 1 234,50 € pour 21 kg, soit 5 % du n° 7.",
    "pt-BR": "Em 3 de maio de 2026, às 14h05, a Sra. Lima pagou R$ 1.234,50 por 21 kg, 5 %.",
    "zh": "2026年5月3日14:05，他付了￥1,234.50，约5%，见 https://x.org/a 或 a@x.org，共21公斤。",
    "pl": "Dnia 3.05.2026 o 14:05 zapłacił 1234,50 zł za 21 kg, czyli 5 %.",
}


@pytest.fixture
def cold() -> None:
    """As in a new process: no pattern is compiled, no answer is remembered."""
    for made in patterns():
        made.forget()
    reading_tools.cache_clear()


@pytest.mark.usefixtures("cold")
def test_a_plain_sentence_needs_few_of_the_patterns() -> None:
    assert said("Good evening to you all.", ReaderOptions()) == "Good evening to you all."
    compiled = sum(made.compiled for made in patterns())
    assert 0 < compiled < len(patterns()) / 4


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("language", SAMPLES)
def test_after_warming_up_nothing_is_left_to_compile(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_reading(language)
    warm = patterns()
    assert [made.pattern for made in warm if not made.compiled] == []
    reading_tools.cache_clear()  # it remembers answers, which need no pattern
    compiled: list[str] = []
    compiling = re.compile

    def noted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compiling(pattern, flags)

    monkeypatch.setattr(re, "compile", noted)
    assert said(SAMPLES[language], ReaderOptions(language=language, detect=True))
    assert compiled == []
    assert patterns() == warm


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
