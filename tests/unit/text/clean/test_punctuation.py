from __future__ import annotations

import pytest

from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stop!!!! Now", "Stop! Now"),
        ("Really????", "Really?"),
        ("What!?!? No?!", "What?! No?!"),
        ("Well..... so... hm…", "Well... so... hm..."),
        ("……", "..."),
        ("a,,,,b ;;; c::d :::: e", "a,b ; c::d : e"),
        ("wide！！！ wide？！", "wide！ wide？！"),
        ("well -- yes--no --- maybe", "well — yes—no — maybe"),
        ("run --help or i--; -5", "run --help or i--; -5"),
        ("Name: ______ Date: ====== end", "Name: Date: end"),
        ("1..2 and ../x", "1..2 and ../x"),
        ("a == b, a === b, c++ x^2 //", "a == b, a === b, c++ x^2 //"),
        ("不——是", "不——是"),
        ("2 * 3 + 4 - 5 / 6 = 7 ± 1 × 2 ≠ 3", "2 * 3 + 4 - 5 / 6 = 7 ± 1 × 2 ≠ 3"),
    ],
)
def test_runs(text: str, expected: str) -> None:
    assert read(text) == expected


def test_a_run_has_its_whole_place() -> None:
    found = cleaned("Oh!!!! So… it")
    assert found.text == "Oh! So... it"
    assert found.spans.source_span(2, 3) == (2, 6)
    assert found.spans.source_span(6, 9) == (9, 10)
    assert found.spans.source_span(10, 12) == (11, 13)


def test_spaces_are_one_space_and_none_at_the_ends() -> None:
    assert read("   two   words   \n   more  ") == "two words / more"
