from __future__ import annotations

import pytest

from brisa.text.clean.fold import fold, fold_strict
from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She wasn’t, they‘ll, we‛d, itʼs, o´clock", "She wasn't, they'll, we'd, it's, o'clock"),
        ("“Yes”, „ja‟, 6′ 2″", '"Yes", "ja", 6\' 2"'),
        ("ＡＢＣ１２３＋＄＠", "ABC123+$@"),
        ("你好！真的吗？是，（对）", "你好！真的吗？是，（对）"),
        ("a\u00a0b\u2003c\u3000d\te", "a b c d e"),
        ("zero\u200bwidth\ufeff soft\u00adhyphen", "zerowidth softhyphen"),
        ("\u202egnp\u202c \u2066x\u2069", "gnp x"),
        ("bell\x07 nul\x00 private\ue123 lone\ud83d", "bell nul private lone"),
        ("non\u2011breaking", "non-breaking"),
        ("one\u2028two\x85three", "one\ntwo\nthree"),
        ("tɛst ˈstrɛs", "tɛst ˈstrɛs"),
        ("naïve Straße 日本 привет ฿5 €3 ≤ ∑ 20°", "naïve Straße 日本 привет ฿5 €3 ≤ ∑ 20°"),
    ],
)
def test_folds_one_to_one_or_to_nothing(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_the_strict_table_takes_only_what_cleaned_text_must_not_hold() -> None:
    assert fold_strict("\ue000a\ue004’\u200b\0b\udc00\ue123") == "a’\u200bb\ue123"


def test_line_ends_of_every_kind_are_one_line_end() -> None:
    assert read("One\r\nTwo\rThree\nFour") == "One / Two / Three / Four"
    assert read("One\r\n\r\nTwo") == "One // Two"


def test_private_controls_of_a_caller_never_come_through() -> None:
    for text in ("a\ue000b", "a&#xE000;b", "a&#57346;b", "<sub alias='\ue004'>x</sub>b"):
        for clean in (True, False):
            assert not set(cleaned(text, clean=clean).text) & set("\ue000\ue001\ue002\ue003\ue004")


def test_places_skip_what_was_removed() -> None:
    found = cleaned("zero\u200bwidth\u00ad s")
    assert found.text == "zerowidth s"
    assert found.spans.source_span(0, 4) == (0, 4)
    assert found.spans.source_span(4, 9) == (5, 10)
    assert found.spans.source_span(10, 11) == (12, 13)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("می\u200cروم", "می\u200cروم"),
        ("क्\u200dष", "क्\u200dष"),
        ("a\u200db\u200cc", "abc"),
        ("می\u200c روم", "می روم"),
        ("x\u200c\u200dمی", "xمی"),
    ],
)
def test_joiners_stay_between_letters_that_need_them(text: str, expected: str) -> None:
    assert read(text) == expected
