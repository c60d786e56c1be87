"""Figures and marks that look like something else."""

from __future__ import annotations

import pytest

from brisa.text.reading import Reader, ReaderOptions
from brisa.text.tools import reading_tools

pytestmark = pytest.mark.unit


def said(text: str, language: str = "en-US") -> str:
    reader = Reader(ReaderOptions(language=language), reading_tools())
    return " | ".join(item.spoken().text for item in [*reader.push(text), *reader.end()])


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("All passed in 3/3 runs.", "All passed in three out of three runs."),
        ("We saw 4/4 green builds.", "We saw four out of four green builds."),
        ("We split it 50/50 sometimes.", "We split it fifty fifty sometimes."),
        ("We meet on 3/3.", "We meet on March third."),
    ],
)
def test_all_of_a_number_is_no_date(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("It is UTC-5 there.", "It is U T C minus five there."),
        ("From GMT+2 to UTC−8.", "From G M T plus two to U T C minus eight."),
        ("It is UTC+05:30 now.", "It is U T C plus five thirty now."),
    ],
)
def test_an_offset_of_a_zone_has_its_sign(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Malcolm X spoke.", "Malcolm X spoke."),
        ("Louis X was king.", "Louis the tenth was king."),
        ("Malcolm IV was king.", "Malcolm the fourth was king."),
    ],
)
def test_a_letter_for_a_name_is_no_numeral(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("07700 900123", "zero seven seven zero zero, nine zero zero one two three"),
        ("020 79460018", "zero two zero, seven nine four six zero zero one eight"),
        ("(01632) 960001", "zero one six three two, nine six zero zero zero one"),
    ],
)
def test_numbers_of_telephones_are_read_digit_by_digit(written: str, spoken: str) -> None:
    assert said(f"Call {written} now.").strip() == f"Call {spoken} now."


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("It is <3 dollars.", "It is less than three dollars."),
        ("It takes <3 minutes.", "It takes less than three minutes."),
        ("I <3 you.", "I you."),
    ],
)
def test_less_than_three_is_a_heart_only_where_nothing_is_measured(
    written: str, spoken: str
) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Die u. g. Punkte gelten.", "Die unten genannten Punkte gelten."),
        ("Die o.g. Punkte gelten.", "Die oben genannten Punkte gelten."),
        ("Nimm 3 g. Dann rühren.", "Nimm drei Gramm. | Dann rühren."),
    ],
)
def test_abbreviations_of_two_letters_end_no_sentence(written: str, spoken: str) -> None:
    assert said(written, "de") == spoken
