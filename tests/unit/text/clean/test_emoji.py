from __future__ import annotations

import pytest

from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Well done 🎉. Next", "Well done. Next"),
        ("one🙂two", "one two"),
        ("🙂 first", "first"),
        ("👩🏽‍🚀 🏳️‍🌈 🇧🇷 ❤️‍🔥 ok", "ok"),
        ("2️⃣ Second", "2 Second"),
        ("ok :-) ;) :D bye :(", "ok bye"),
        ("I <3 it, x <3 y", "I it, x <3 y"),
        ("(see :) a ratio 3:4 at 10:30", "(see :) a ratio 3:4 at 10:30"),
        ("© ® ™ → ≤ ♯ € ½ ❶", "© ® ™ → ≤ ♯ € ½ ❶"),
        ('😊"', '"'),
        ("😀😀", ""),
    ],
)
def test_left_out(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hot🔥stuff", "hot fire stuff"),
        ("😂😂😂 ha", "face with tears of joy ha"),
        ("👍🏿!", "thumbs up sign!"),
        ("🇵🇹", "flag PT"),
        ("👩‍👧", "woman girl"),
        ("🤷‍♂️ so", "shrug so"),
        ("hi :-) ;-)", "hi smile wink"),
    ],
)
def test_named(text: str, expected: str) -> None:
    assert read(text, emoji="name") == expected


def test_a_name_has_the_place_of_its_emoji() -> None:
    found = cleaned("a 👍🏿 b", emoji="name")
    assert found.text == "a thumbs up sign b"
    assert found.spans.source_span(2, 16) == (2, 4)
    assert found.spans.source_span(17, 18) == (5, 6)
