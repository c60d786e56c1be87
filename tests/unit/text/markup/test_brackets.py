from __future__ import annotations

import pytest

from brisa.text.cleaned import InsertKind
from brisa.text.markup.elements import Elements
from brisa.text.markup.scan import scan_tag
from brisa.text.markup.tags import WAIT
from support.markup_reading import read, shown

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("written", "pause_ms"),
    [
        ("[pause:0.5s]", 500.0),
        ("[pause:1s]", 1_000.0),
        ("[pause 500ms]", 500.0),
        ("[pause=1.25 s]", 1_250.0),
        ("[PAUSE: 2 seconds]", 2_000.0),
        ("[pause:2]", 2_000.0),
        ("[pause:300]", 300.0),
        ("[break:.007s]", 7.0),
        ("[silence 1s]", 1_000.0),
        ("[break]", 500.0),
        ("[pause]", 500.0),
    ],
)
def test_pauses(written: str, pause_ms: float) -> None:
    elements = Elements("refuse")
    cleaned = read(f"Ready {written} go", elements)
    (insert,) = cleaned.inserts
    assert (insert.kind, insert.value) == (InsertKind.PAUSE, pause_ms)
    assert (insert.start_char, insert.end_char) == (6, 6 + len(written))
    assert cleaned.text == "Ready \ue002 go"


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("[pause:1s]Hello there.", "⏸Hello there."),
        ("[pause:1s]", "⏸"),
        ("[pause:1s][pause:2s]", "⏸⏸"),
        ("Bye.[pause:1s]", "Bye.⏸"),
        ("[pause:forever]x", "⏸x"),
        ("[pause for effect]", "[pause for effect]"),
        ("Press [Pause] now", "Press [Pause] now"),
        ("[break](http://x.y)", "[break](http://x.y)"),
        ("[pauses]", "[pauses]"),
        ("[pause:1s", "[pause:1s"),
        ("[laugh] [sic] [1] [ ] []", "[laugh] [sic] [1] [ ] []"),
        ("[pause:\n1s]", "[pause:\n1s]"),
    ],
)
def test_what_is_a_pause(text: str, read_as: str) -> None:
    assert shown(text) == read_as


def test_the_length_is_capped_and_counted() -> None:
    elements = Elements()
    (insert,) = read("[pause:11s]", elements).inserts
    assert insert.value == 10_000.0
    assert elements.problems.count == 1


@pytest.mark.parametrize(
    ("text", "written", "ipa"),
    [
        ("[abc](/tɛst/) here", "abc", "tɛst"),
        ("[Nguyễn](/wɪn/)", "Nguyễn", "wɪn"),
        ("[Kokoro](/kˈOkəɹO/)", "Kokoro", "kˈoʊkəɹoʊ"),
        ("[AT&amp;T](/ˌeɪtiːənˈtiː/)", "AT&T", "ˌeɪtiːənˈtiː"),
    ],
)
def test_sounds(text: str, written: str, ipa: str) -> None:
    cleaned = read(text)
    (insert,) = cleaned.inserts
    assert (insert.kind, insert.text, insert.detail) == (InsertKind.PHONEMES, written, ipa)
    assert text[insert.start_char : insert.end_char] == text[: text.index(")") + 1]


@pytest.mark.parametrize(
    "text",
    ["[docs](/docs/)", "[docs](https://x.y/)", "[Søg](/søg/)", "[東京](/東京/)", "[a](/ɛ/b/)",
     "[a](/ɛ", "[a]( /ɛ/)", "[a][/ɛ/]", "[a](/ɛ-1/)", "[](/ɛ/)"],
)  # fmt: skip
def test_addresses_are_no_sounds(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[pau",
        "[pause:",
        "[pause",
        "[ab",
        "[ab]",
        "[ab](",
        "[ab](/",
        "[ab](/ɛ",
        "[ab](/ɛ/",
        "[break]",
    ],
)
def test_half_a_bracket_waits(text: str) -> None:
    assert scan_tag(text, 0, final=False) is WAIT
