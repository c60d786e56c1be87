"""Writing systems."""

from __future__ import annotations

import pytest

from brisa.text.language.scripts import COMMON, primary, script_of, scripts_of, speakable_scripts

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("char", "script"),
    [
        ("a", "Latin"), ("é", "Latin"), ("ə", "Latin"), ("я", "Cyrillic"), ("ω", "Greek"),
        ("中", "Han"), ("あ", "Kana"), ("한", "Hangul"), ("ع", "Arabic"), ("א", "Hebrew"),
        ("ไ", "Thai"), ("न", "Devanagari"), ("1", COMMON), ("٣", COMMON), ("。", COMMON),
        ("\ud800", COMMON), ("\U00020000", "Han"),
    ],
)  # fmt: skip
def test_script_of_a_character(char: str, script: str) -> None:
    assert script_of(char) == script


def test_scripts_of_languages() -> None:
    assert scripts_of("ja-JP") == {"Kana", "Han"}
    assert scripts_of("vi") == {"Latin"}
    assert speakable_scripts(["ru"]) == {"Cyrillic", "Latin"}
    assert primary("pt_BR") == "pt"
