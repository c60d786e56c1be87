from __future__ import annotations

import pytest

from unit.text.clean.cleaning import read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a **bold** word", "a bold word"),
        ("*it* and _it_ and ***both***", "it and it and both"),
        ("__strong words__ and ~~gone~~.", "strong words and gone."),
        ("**Note:**read **this**.", "Note:read this."),
        ('(**x**), "*y*"', '(x), "y"'),
        ("**bold**ly said", "boldly said"),
        ("这是**强调**文本", "这是强调文本"),
        ("**two\nlines**", "two / lines"),
        ("price* applies\n*terms apply", "price applies / terms apply"),
        ("**never closed", "never closed"),
    ],
)
def test_marks_are_dropped(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "6 * 7 * 8",
        "a*b*c",
        "2*3 and 2**8",
        "f(x)*2",
        "5 *3",
        "x*(y+1)",
        "a 4* hotel",
        "some_variable_name and _x_y",
        "call __init__ or __post_init__.",
        "__name__ == x",
        "run *.txt",
        "f**k",
        "~5 km",
        "a_b__c",
    ],
)
def test_maths_and_names_stay_whole(text: str) -> None:
    expected = text.replace(" _x_y", " x_y")  # a mark before a word opens, whatever follows
    assert read(text) == expected


def test_a_line_drawn_with_marks_is_no_text() -> None:
    assert read("a " + "*" * 100 + " b " + "_" * 77 + " c") == "a b c"
