"""How likely words are."""

from __future__ import annotations

import pytest

from brisa.text.language.letters import LanguageModel, models, words_of

pytestmark = pytest.mark.unit


def test_words_are_folded_and_limited() -> None:
    assert words_of("Qu’est-ce QUE c'est 42?", 3) == ["qu'est", "ce", "que"]


def test_a_common_word_is_likelier_than_a_spelled_one() -> None:
    model = LanguageModel(frozenset(("the", "then")))
    assert model.log_likelihood("the") > model.log_likelihood("thex")
    assert model.log_likelihood("thex") > model.log_likelihood("qqqq")


def test_an_elided_article_is_known() -> None:
    french = models()["fr"]
    assert french.log_likelihood("l'eau") > french.log_likelihood("x'eau")
