"""The corpus is well formed, large, of many kinds, and guards against every known misreading."""

from __future__ import annotations

from collections import Counter

import pytest

from brisa.errors import ConfigError
from brisa.quality.corpus import PROSE, corpus, read_items, selected
from brisa.quality.spoken_form import words_of
from brisa.types import LexiconEntry, TextOptions

pytestmark = pytest.mark.unit

_FAULTS = """
abbreviation-stop after-question ampersand backtick-apostrophe break-without-stop
clock-abbreviation clock-time curly-apostrophe date-order decimal-comma decimal-stop digit-code
digits-vanish digits-without-letters ellipsis email-symbols emoji emoji-only empty empty-lines
fenced-code foreign-letters glued-suffix heading html-entity identifier inline-phonemes lexicon
lines-without-stops long-chain long-sentence long-url markdown markup-voiced maths-signs
minus-sign mixed-numbers money-order pause-first pause-tag phone-groups plural-initialism
postcode punctuation-only range roman-numeral scaled-money short-reply shouting slash-in-name
stop-voiced tag-with-decimal thousands-separator titles two-words unknown-word url version
year-or-quantity
"""


def test_size_by_language() -> None:
    languages = Counter(item.language.partition("-")[0] for item in corpus())
    assert languages["en"] >= 400
    assert all(languages[language] >= 25 for language in ("fr", "de", "pt", "es"))
    assert languages["zh"] >= 10


def test_english_has_many_kinds() -> None:
    kinds = Counter(item.kind for item in selected(corpus(), language="en"))
    assert len(kinds) >= 25
    assert min(kinds.values()) >= 5


def test_every_known_fault_is_guarded() -> None:
    assert {item.fault for item in corpus()} - {None} == set(_FAULTS.split())


def test_no_text_twice() -> None:
    counts = Counter((item.text, item.language, item.options) for item in corpus())
    assert [text for (text, _, _), count in counts.items() if count > 1] == []


def test_expected_forms_are_words_alone() -> None:
    """A digit or a symbol in them would be something left unspoken."""
    unspoken = [
        (item.text, word)
        for item in corpus()
        for word in words_of(item.spoken)
        if word not in ("\n", ".", "?", "!", "?!", "...") and not word.replace("'", "").isalpha()
    ]
    assert unspoken == []


def test_prose_reads_as_it_is_written() -> None:
    prose = selected(corpus(), kind=PROSE)
    assert len(prose) >= 60
    for item in prose:
        assert item.text == item.spoken
        assert 8 <= len(item.text.split()) <= 20, item.text


def test_tagged_pauses_are_given() -> None:
    for item in corpus():
        assert ("[pause" in item.text or "<break" in item.text) == (item.pauses_ms is not None)


def test_entry_with_options() -> None:
    content = """
- text: "04/05 ON/AIR"
  spoken: "words"
  options:
    language: en-GB
    date_order: dmy
    lexicon: [{written: ON/AIR, spoken: on air}]
  pauses_ms: [500, 20.5]
  fault: some
"""
    (item,) = read_items(content, "en-money")
    assert (item.language, item.kind) == ("en-GB", "money")
    assert item.options == TextOptions(
        date_order="dmy", lexicon=(LexiconEntry("ON/AIR", spoken="on air"),)
    )
    assert (item.pauses_ms, item.fault) == ((500.0, 20.5), "some")


def test_language_and_kind_come_from_the_name() -> None:
    (item,) = read_items('[{text: "a", spoken: "b"}]', "en-GB-british")
    assert (item.language, item.kind, item.options) == ("en-GB", "british", TextOptions())


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not valid YAML"),
        ("text: a", "list of entries"),
        ("[{text: a}]", "en-x, entry 1: .*spoken"),
        ("[{text: a, spoken: b}, {text: a, spoken: b, spokn: c}]", "entry 2: .*spokn"),
        ("[{text: 5, spoken: b}]", "text"),
        ("[{text: a, spoken: b, options: {emojis: name}}]", "no text option emojis"),
        ("[{text: a, spoken: b, options: {emoji: draw}}]", "draw"),
        ("[{text: a, spoken: b, pauses_ms: [x]}]", "pauses_ms"),
    ],
)
def test_damaged_file(content: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        read_items(content, "en-x")


def test_name_without_language() -> None:
    with pytest.raises(ConfigError, match="name the file"):
        read_items("[]", "money")


def test_selected() -> None:
    items = (
        *read_items("[{text: a, spoken: a}]", "en-prose"),
        *read_items("[{text: b, spoken: b}]", "en-GB-money"),
        *read_items("[{text: c, spoken: c}]", "de-prose"),
    )
    assert [item.text for item in selected(items, language="en")] == ["a", "b"]
    assert [item.text for item in selected(items, language="en-GB")] == ["b"]
    assert [item.text for item in selected(items, kind="prose")] == ["a", "c"]
    assert [item.text for item in selected(items, kind="prose", language="de")] == ["c"]
