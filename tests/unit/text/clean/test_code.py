from __future__ import annotations

import pytest

from unit.text.clean.cleaning import read

pytestmark = pytest.mark.unit

PYTHON = "Try:\n```python\nx = **1**\n\n  y\n```\nDone."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use `a**b**c` here", "use a**b**c here"),
        ("``a`b`` and `<b>` and `&amp;`", "a`b and <b> and &amp;"),
        ("won`t, she`ll", "won't, she'll"),
        ("`x`s and a stray ` mark", "xs and a stray mark"),
        ("`open **b**\n\nnext` one", "open b // next one"),
        ("`` ` ``", "`"),
        ("`" + "word " * 70 + "` x", ("word " * 70) + "x"),
    ],
)
def test_spans(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("skip", "Try: // Done."),
        ("summarise", "Try: / code block in Python. // Done."),
        ("read", "Try: / x = **1** // y // Done."),
    ],
)
def test_fenced_blocks(code: str, expected: str) -> None:
    assert read(PYTHON, code=code) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n~~~\nb ```\n~~~\nc", "a // c"),
        ("a\n````md\n```\nb\n```\n````\nc", "a // c"),
        ("a\n```\nnever closed\nx", "a / "),
        ("- a\n  ```sh\n  b\n  ```\n- c", "a // c"),
        ("> ```\n> b\n> ```\n> c", "c"),
        ("Here: ```js\nb\n```\nc", "Here: // c"),
        ("a ```inline``` b", "a inline b"),
        ("```one line``` b", "one line b"),
    ],
)
def test_fences(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("info", "language", "expected"),
    [
        ("", "en", "code block."),
        ("text", "en", "code block."),
        ("js", "en-GB", "code block in JavaScript."),
        ("c++ title=x", "de", "Codeblock in C plus plus."),
        ("zig", "fr", "bloc de code en zig."),
        ("py", "zh", "Python 代码块。"),
        ("sh", "xx", "code block in Shell."),
    ],
)
def test_announcements(info: str, language: str, expected: str) -> None:
    text = f"```{info}\nx\n```"
    assert read(text, code="summarise", language=language).strip(" /") == expected
