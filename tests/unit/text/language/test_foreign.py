"""Letters a voice does not know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.edits import Edit, Taken, apply_edits
from brisa.text.language.foreign import (
    fold_digits,
    foreign_edits,
    foreign_runs,
    language_runs,
    skip,
    transliterate,
)

pytestmark = pytest.mark.unit

LATIN = frozenset(("Latin",))


def latin(text: str) -> tuple[str, int]:
    done = transliterate(text, foreign_runs(text, LATIN))
    return apply_edits(text, done.edits).text, done.dropped_chars


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Hello 你好 world", "Hello Ni Hao world"),
        ("Привет, мир!", "Privet, mir!"),
        ("Ελλάδα", "Ellada"),
        ("カタカナ", "katakana"),
        ("Olá, ñandú, Straße, schön, ə, naïve", "Olá, ñandú, Straße, schön, ə, naïve"),
    ],
)
def test_foreign_words_in_latin_letters(text: str, spoken: str) -> None:
    assert latin(text) == (spoken, 0)


def test_what_is_left_out_is_counted() -> None:
    done = skip("a 你好 b", foreign_runs("a 你好 b", LATIN))
    assert done.edits == (Edit(2, 4, ""),)
    assert done.dropped_chars == 2


def test_edits_keep_clear_of_what_is_taken() -> None:
    text = "Привет мир"
    taken = Taken([Edit(0, 6, "hello")])
    edits, dropped_chars = foreign_edits(text, taken, LATIN, True)
    assert (edits, dropped_chars) == ([Edit(7, 10, "mir")], 0)
    middle = Taken([Edit(3, 5, "x")])
    assert foreign_edits(text, middle, LATIN, False) == ([Edit(0, 3, ""), Edit(5, 10, "")], 7)
    edits, dropped_chars = foreign_edits(text, taken, LATIN, False)
    assert (edits, dropped_chars) == ([Edit(6, 10, "")], 3)


def test_digits_of_every_script_become_european() -> None:
    assert fold_digits("٣٫٥ ३ ３％ Ａ，") == "3.5 3 3% A，"


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold_digits(text)) == len(text)


def test_languages_by_script() -> None:
    text = "他说 hello world，然后走了。Привет!"
    runs = language_runs(text, "zh", ("en", "zh", "ru"))
    assert [(text[start:end], language) for start, end, language in runs] == [
        ("他说 ", "zh"),
        ("hello world，", "en"),
        ("然后走了。", "zh"),
        ("Привет!", "ru"),
    ]


def test_what_no_candidate_speaks_stays_with_the_default() -> None:
    assert language_runs("Say Привет!", "en", ("en", "zh")) == [(0, 11, "en")]
    assert language_runs("", "en", ()) == []


@given(st.text(max_size=40))
def test_runs_are_all_of_the_text(text: str) -> None:
    runs = language_runs(text, "en", ("en", "zh", "ru", "ar"))
    assert "".join(text[start:end] for start, end, _ in runs) == text


@given(st.text(max_size=40))
def test_nothing_foreign_is_left(text: str) -> None:
    edits, _ = foreign_edits(text, Taken(), LATIN, False)
    assert foreign_runs(apply_edits(text, edits).text, LATIN) == []
