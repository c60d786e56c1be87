from __future__ import annotations

import pytest

from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [the **docs**](https://a.b/c_d_e?x=1) now", "see the docs now"),
        ('[a](<u v> "t") [b](u "a (t)") [c](u (t))', "a b c"),
        ("[wiki](https://x.y/z_(w)), ok", "wiki, ok"),
        ("![a chart](c.png) ![](x.png) end!", "a chart end!"),
        ("[![alt](i.png)](https://x.y)", "alt"),
        (
            "[full][ref] and [short][] but x[i][j] and [1][2]",
            "full and short but x[i][j] and [1][2]",
        ),
        ("a\n[ref]: https://a.b 'T'\nb", "a // b"),
        ("said[^1] so[^note].\n\n[^1]: the note", "said so. // the note"),
        ("<https://a.b/c_d_e> or <me@x.org>", "https://a.b/c_d_e or me@x.org"),
        ("go to https://a.b/_c_/d--e?f=1&g=_h_ now", "go to https://a.b/_c_/d--e?f=1&g=_h_ now"),
        ("un[link](http://x.y)ed f[x](y)", "unlinked f[x](y)"),
    ],
)
def test_labels_are_read_and_addresses_are_not(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "he said [sic] and left",
        "[see below]",
        "[note](see the last page) is text",
        "[open (x",
        "]( and [",
        "[" + "a" * 400 + "](http://x.y)",
        "[a](" + "b" * 2100 + ")",
        "[note]: this is no address",
    ],
)
def test_other_brackets_are_text(text: str) -> None:
    assert read(text) == text


def test_a_label_keeps_its_place() -> None:
    found = cleaned("x [lab](http://u) y")
    assert found.text == "x lab y"
    assert found.spans.source_span(2, 5) == (3, 6)
    assert found.spans.source_span(6, 7) == (18, 19)
