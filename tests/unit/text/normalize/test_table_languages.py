"""What holds of the rules of every language but English."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.text.edits import Edit, Taken, apply_edits
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.table import rules_for

pytestmark = pytest.mark.unit

LANGUAGES = st.sampled_from(["fr", "fr-CH", "de", "de-CH", "pt", "pt-PT", "es", "es-MX", "zh"])
PIECES = st.sampled_from(
    [
        *"0123456789.,:;-–/ '’%€$£°º½²h()@#&+=IVXe年月点",
        "\u00a0",
        "R$",
        "km",
        " de ",
        "\ud800",
        "٣",
        "①",
    ]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=30)


def found(language: str) -> LanguageRules:
    rules = rules_for(language)
    assert rules is not None
    return rules


@settings(max_examples=300, deadline=None)
@given(LANGUAGES, TEXTS, st.integers(0, 10))
def test_edits_are_in_order_inside_and_clear_of_what_is_taken(
    language: str, text: str, settled_chars: int
) -> None:
    settled = [Edit(0, settled_chars, "x")] if 0 < settled_chars <= len(text) else []
    taken = Taken(settled)
    edits = found(language).find_edits(text, taken, ReadingOptions(language))
    assert taken.edits == tuple(settled)
    assert edits == sorted(edits)
    assert all(0 <= edit.start < edit.end <= len(text) for edit in edits)
    taken.add(edits)
    assert len(taken.edits) == len(edits) + len(settled)


@settings(max_examples=300, deadline=None)
@given(LANGUAGES, TEXTS)
def test_no_digit_is_left(language: str, text: str) -> None:
    edits = found(language).find_edits(text, Taken(), ReadingOptions(language))
    spoken = apply_edits(text, edits).text
    assert not any(unicodedata.decimal(char, None) is not None for char in spoken)


SAID_AS = [
    ("de", "A1b", "characters", "A eins B"),
    ("fr", "+33 12", "telephone", "plus trois trois, un deux"),
    ("es", "245", "digits", "dos cuatro cinco"),
    ("pt", "-1.234,5", "number", "menos mil duzentos e trinta e quatro vírgula cinco"),
    ("fr", "3", "ordinal", "troisième"),
    ("de", "4/3/2026", "date:mdy", "dritter April zweitausendsechsundzwanzig"),
    ("es", "2/3", "fraction", "dos tercios"),
    ("pt", "R$ 5", "currency", "cinco reais"),
    ("zh", "120", "telephone", "幺二零"),
    ("de", "x", "expletive", None),
]


@pytest.mark.parametrize(("language", "text", "kind", "spoken"), SAID_AS)
def test_say_as(language: str, text: str, kind: str, spoken: str | None) -> None:
    assert found(language).say_as(text, kind, ReadingOptions(language)) == spoken


@settings(max_examples=200, deadline=None)
@given(
    LANGUAGES,
    TEXTS,
    st.sampled_from(
        ["characters", "digits", "telephone", "cardinal", "ordinal", "date", "date:mdy", "date:md",
         "time", "currency", "fraction", "unit", "address", "nonsense", ""]
    ),
)  # fmt: skip
def test_say_as_never_raises(language: str, text: str, kind: str) -> None:
    said = found(language).say_as(text, kind, ReadingOptions(language))
    assert said is None or isinstance(said, str)


def test_the_date_order_asked_for_wins() -> None:
    options = ReadingOptions("fr", date_order="mdy")
    edits = found("fr").find_edits("4/3/2026", Taken(), options)
    assert edits == [Edit(0, 8, "trois avril deux mille vingt-six")]
