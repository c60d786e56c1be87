"""Languages read by the library alone; these also pin what it says."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.other import LONGEST_CHARS, MOST_FIGURES, other_rules

pytestmark = pytest.mark.unit

READINGS = [
    ("pl", "-5 stopni", "minus pięć stopni"),
    ("pl", "Kod 245, 52 %", "Kod dwieście czterdzieści pięć, pięćdziesiąt dwa procent"),
    ("it", "Costa 12,50 €", "Costa dodici euro e cinquanta centesimi"),
    ("it", "nel 1987, 3/4", "nel millenovecentottantasette, tre quarti"),
    ("id", "Jumlahnya 9.", "Jumlahnya sembilan."),
    ("nl", "3,5 km in 1987", "drie komma vijf km in duizendnegenhonderdzevenentachtig"),
    ("tr", "5 elma, %52", "beş elma, yüzde elliiki"),
]


def said(language: str, text: str) -> str:
    rules = other_rules(language)
    assert rules is not None
    return apply_edits(text, rules.find_edits(text, Taken(), ReadingOptions(language))).text


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_figures_are_said_in_the_language(language: str, written: str, spoken: str) -> None:
    assert said(language, written) == spoken


@pytest.mark.parametrize("language", ["pl", "it", "id", "nl", "tr"])
@pytest.mark.parametrize("text", ["1.234,5", "007", "9" * 20, "a1b2", "1/2/3", "17:30", "3" * 2000])
def test_no_digit_is_left(language: str, text: str) -> None:
    assert not any(char.isdigit() for char in said(language, text))


def test_figures_of_a_long_text_are_read_without_the_library() -> None:
    assert said("it", "1 " + "a" * LONGEST_CHARS).startswith("uno a")


def test_unknown_languages_have_no_rules() -> None:
    assert other_rules("xx") is None
    assert other_rules("") is None


def test_a_table_of_figures_is_read_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(text: str, **_: object) -> None:
        raise AssertionError("asked for a table")

    monkeypatch.setattr("brisa.text.normalize.other.spokenform.prepare", prepare)
    text = "1/2 " * MOST_FIGURES
    assert not any(char.isdigit() for char in said("it", text))
