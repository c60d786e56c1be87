"""Transcriptions as people type them."""

from __future__ import annotations

import pytest

from brisa.text.lexicon.ipa import folded_ipa, unknown_in_ipa

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/tɛst/", "tɛst"),
        ("[ˈtɛst]", "ˈtɛst"),
        (" 'tɛst ,wʌn ", "ˈtɛst ˌwʌn"),
        ("gi:s", "ɡiːs"),
        ("a/b", "a/b"),
        ("//", ""),
    ],
)
def test_typed_signs_become_those_of_the_alphabet(typed: str, meant: str) -> None:
    assert folded_ipa(typed) == meant


@pytest.mark.parametrize("sounds", ["t͡ʃɛk", "ʁɔ̃", "ŋ̊ʰaː˥˩", "ǃkʰuŋ", "ðə‿ɛnd", "wɝld ʤ ᵻ"])
def test_the_whole_alphabet_is_known(sounds: str) -> None:
    assert unknown_in_ipa(sounds) == []


def test_what_is_not_of_it_is_named_once() -> None:
    assert unknown_in_ipa("t$st$ 日") == ["$", "日"]
