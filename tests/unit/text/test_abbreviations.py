"""The lists themselves."""

from __future__ import annotations

import pytest

from brisa.text.abbreviations import words_for, written_in

pytestmark = pytest.mark.unit

LANGUAGES = ("en", "fr", "de", "pt", "es")


def test_an_entry_with_a_capital_is_only_itself() -> None:
    words = frozenset(("dr", "Sun"))
    assert [written_in(word, words) for word in ("dr", "Dr", "DR", "Sun", "sun")] == [
        True, True, True, True, False
    ]  # fmt: skip


def test_tags_are_read_by_their_first_part_and_unknown_ones_are_english() -> None:
    assert words_for("pt_BR") is words_for("pt-PT") is words_for("PT")
    assert words_for("auto") is words_for("") is words_for("en-GB")
    assert len({id(words_for(language)) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_are_single_words_without_their_full_stop(language: str) -> None:
    words = words_for(language)
    lists = (words.titles, words.never_last, words.before_number, words.maybe_last)
    for entries in lists:
        assert entries
        assert not [entry for entry in entries if entry.endswith(".") or entry != entry.strip()]
    assert not words.titles & (words.maybe_last | words.last_before_capital)
    assert all(starter.islower() for starter in words.starters)
    assert words.conjunctions
