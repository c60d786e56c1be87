"""Languages told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.language.detect import detect
from unit.text.language.held_out import ELSEWHERE, HELD_OUT

pytestmark = pytest.mark.unit

FIVE = tuple(HELD_OUT)


def right(candidates: tuple[str, ...], default: str) -> float:
    sentences = {**HELD_OUT, **ELSEWHERE}
    told = [
        detect(sentence, candidates, default) == language
        for language in candidates
        for sentence in sentences[language]
    ]
    return sum(told) / len(told)


@pytest.mark.parametrize("default", FIVE)
def test_held_out_sentences_of_five_languages(default: str) -> None:
    assert right(FIVE, default) >= 0.97


def test_held_out_sentences_of_eight_languages() -> None:
    assert right((*FIVE, *ELSEWHERE), "en") >= 0.97


@pytest.mark.parametrize(
    ("text", "default", "language"),
    [
        ("Oui.", "en", "fr"),
        ("No.", "en", "en"),
        ("No.", "es", "es"),
        ("No.", "de", "de"),
        ("Danke.", "en", "de"),
        ("Obrigado!", "en", "pt"),
        ("OK", "fr", "fr"),
        ("ON/AIR", "en", "en"),
        ("Berlin", "en", "en"),
        ("Le Mans", "en", "en"),
        ("Coup de grace", "en", "en"),
        ("Santa Maria Novella", "en", "en"),
        ("42", "de", "de"),
        ("", "de", "de"),
        ("...", "pt", "pt"),
    ],
)
def test_short_texts_stay_in_the_default_unless_sure(
    text: str, default: str, language: str
) -> None:
    assert detect(text, FIVE, default) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Привет, как дела?", "ru"),
        ("Привіт, як її справи?", "uk"),
        ("你好，世界。", "zh"),
        ("日本語を話します。", "ja"),
        ("안녕하세요", "ko"),
        ("مرحبا بالعالم", "ar"),
        ("שלום", "he"),
        ("Καλημέρα", "el"),
        ("สวัสดี", "th"),
        ("नमस्ते", "hi"),
        ("He said 你好", "en"),
    ],
)
def test_the_script_decides(text: str, language: str) -> None:
    candidates = ("en", "ru", "uk", "zh", "ja", "ko", "ar", "he", "el", "th", "hi")
    assert detect(text, candidates, "en") == language


def test_a_candidate_is_given_back_as_it_stands() -> None:
    assert detect("Onde fica a porta da casa?", ("en-GB", "pt-BR"), "en-GB") == "pt-BR"
    assert detect("Where is the door?", ("en", "pt-BR"), "en-GB") == "en-GB"


def test_a_script_of_no_candidate_leaves_the_default() -> None:
    assert detect("Привет", ("en", "de"), "en") == "en"


@given(st.text(max_size=60), st.lists(st.sampled_from(["en", "xx", "", "ja", "pt-BR"])))
def test_never_raises(text: str, candidates: list[str]) -> None:
    assert detect(text, candidates, "en") in {"en", *candidates} or not candidates
