from __future__ import annotations

import pytest

from unit.text.clean.cleaning import read

pytestmark = pytest.mark.unit

LONG = "this line was broken by an editor because it had grown too long"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One\ntext\n## Two ##\nmore", "One / text / Two / more"),
        ("Head\n====\ntext\nSub\n---\nmore", "Head / text / Sub / more"),
        ("#tag stays, ####### too", "#tag stays, too"),
        ("- one\n* two\n+ three\n• four\n  - five", "one / two / three / four / five"),
        ("1. one\n2) two\n10. ten", "1. one / 2) two / 10. ten"),
        ("- [x] done\n- [ ] open", "done / open"),
        ("> quoted\n>> deep\nback", "quoted / deep / back"),
        ("a\n\n---\n\nb\n***\nc\n- - -\nd", "a // b / c / d"),
        ("Sizes:\nSmall\nLarge", "Sizes: / Small / Large"),
        ("Title\n\n\n\nText.\n \nMore.", "Title // Text. // More."),
        (f"{LONG}\nand goes on", f"{LONG} and goes on"),
        (f"{LONG}\n- item", f"{LONG} / item"),
        (f"- {LONG}\n  and goes on\n- next", f"{LONG} and goes on / next"),
        (f"- {LONG}.\nNot of it", f"{LONG}. / Not of it"),
        ("Dear Ann,\nhello", "Dear Ann, hello"),
        ("-5 degrees\n>5 items\n+3 points", "-5 degrees / >5 items / +3 points"),
        ("we sell nuts, bolts - and 3. screws", "we sell nuts, bolts - and 3. screws"),
        ("\n\n\nfirst", "first"),
        ("last\n\n", "last // "),
        ("last\n", "last / "),
        ("✅ - item", "item"),
    ],
)
def test_lines(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| a | **b** |\n|---|:-:|\n| 1 | 2 |\n|  | 4 |\n\nend", "a, b / 1, 2 / 4 // end"),
        ("Name | Age\n--- | ---\nAnn | 3\nBo|4", "Name, Age / Ann, 3 / Bo, 4"),
        ("|a|b|\n|-|-|\n|1.|2!|", "a, b / 1. 2!"),
        ("+---+---+\n| a | b |\n+---+---+", "a, b / "),
        ("| `x` | [l](u) | \\| |", "x, l, |"),
        ("|x| = 5 and a|b, P(A | B)", "|x| = 5 and a|b, P(A | B)"),
        ("Home | About | Contact", "Home, About, Contact"),
    ],
)
def test_tables_row_by_row(text: str, expected: str) -> None:
    assert read(text) == expected
