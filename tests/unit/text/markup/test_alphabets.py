from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.markup.alphabets import is_distinctly_ipa, to_ipa

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("sounds", "ipa"),
    [
        ('"hE.loU', "ˈhɛ.loʊ"),
        ("tSEk", "tʃɛk"),
        ("TIN", "θɪŋ"),
        ("D{t", "ðæt"),
        ("bO~", "bɔ̃"),
        ("p_h", "pʰ"),
        ("r\\Ed", "ɹɛd"),
        ("r\\`", "ɻ"),
        ("g_<", "ɠ"),
        ("x\\", "ɧ"),
        ("3:", "ɜː"),
        ("n=", "n̩"),
        ("a|b||c", "a|b‖c"),
        ("%s@p", "ˌsəp"),
        ("I\\", "ᵻ"),
    ],
)
def test_x_sampa(sounds: str, ipa: str) -> None:
    assert to_ipa("x-sampa", sounds) == ipa


@pytest.mark.parametrize(
    ("sounds", "ipa"),
    [("HH AH0 L OW1", "həlˈoʊ"), ("ch er0", "tʃɚ"), ("B ER1 D", "bˈɝd"), ("S K AY2", "skˌaɪ")],
)
def test_arpabet(sounds: str, ipa: str) -> None:
    assert to_ipa("cmu-arpabet", sounds) == ipa


@pytest.mark.parametrize(
    ("alphabet", "sounds"),
    [("ipa", ""), ("ipa", " // "), ("ipa", "ˈː"), ("x-sampa", "ж"), ("x-sampa", '"'),
     ("arpabet", "QX1"),
     ("arpabet", "AH9"), ("x-klingon", "a"), ("cmu-arpabet", "")],
)  # fmt: skip
def test_what_is_none(alphabet: str, sounds: str) -> None:
    assert to_ipa(alphabet, sounds) is None


def test_slashes_and_brackets_around_ipa_are_not_sounds() -> None:
    assert [to_ipa("IPA", sounds) for sounds in ("/a/", "[a]", " a ")] == ["a", "a", "a"]


@given(st.text(max_size=20))
def test_any_sounds_are_converted_or_refused(sounds: str) -> None:
    for alphabet in ("ipa", "x-sampa", "arpabet", "x-inline", sounds):
        ipa = to_ipa(alphabet, sounds)
        assert ipa is None or ipa


@pytest.mark.parametrize(
    ("sounds", "is_ipa"),
    [("tɛst", True), ("ˈkæt", True), ("kæt", False), ("kat", False), ("søg", False), ("θɪn", True),
     ("ɛ/a", False), ("Ɛɛ", False), ("ɛ1", False), ("", False)],
)  # fmt: skip
def test_letters_no_address_has(sounds: str, is_ipa: bool) -> None:
    assert is_distinctly_ipa(sounds) is is_ipa
