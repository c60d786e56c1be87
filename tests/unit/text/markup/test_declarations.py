from __future__ import annotations

import pytest

from brisa.text.markup.scan import scan_tag
from brisa.text.markup.tags import BLOCK_MAX_CHARS, WAIT
from support.markup_reading import read, shown

pytestmark = pytest.mark.unit

BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [
 <!ENTITY lol "lol">
 <!ENTITY lol1 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
]><lolz>&lol1;</lolz>"""


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("One<!-- a > b -- <b> -->two", "Onetwo"),
        ("<!DOCTYPE html>Hi", "Hi"),
        ("<!doctype speak PUBLIC \"-//W3C//DTD SYNTHESIS 1.0//EN\" 'http://x>y'>Hi", "Hi"),
        ('<!ENTITY x SYSTEM "file:///etc/passwd">&x;', "&x;"),
        (BOMB, "&lol1;"),
        ('<?xml version="1.0"?>Hi', "Hi"),
        ("<?php echo 1 > 2; ?>Hi", "Hi"),
        ("<![CDATA[a < b <i> &amp;]]>.", "a < b <i> &amp;."),
        ("done<|im_end|>", "done"),
        ("done<\uff5cend\u2581of\u2581sentence\uff5c>", "done"),
        ("<! wow>", "<! wow>"),
        ("<!important>", "<!important>"),
        ("<!-- never ends", "<!-- never ends"),
        ("<?what", "<?what"),
        ("a <| b |> c", "a <| b |> c"),
        ("<!DOCTYPE <b>x</b>", "<!DOCTYPE x"),
        ("<!DOCTYPE x [ <!DOCTYPE y []>z", "<!DOCTYPE x [ z"),
    ],
)
def test_declarations(text: str, spoken: str) -> None:
    assert shown(text) == spoken


def test_cdata_stands_at_its_own_place() -> None:
    cleaned = read("x<![CDATA[<b>]]>y")
    assert cleaned.text == "x<b>y"
    assert cleaned.spans.source_span(1, 4) == (10, 13)


def test_controls_in_cdata_are_taken_out() -> None:
    cleaned = read("<![CDATA[a\ue002b]]>")
    assert cleaned.text == "ab"
    assert cleaned.spans.source_span(0, 2) == (9, 12)


@pytest.mark.parametrize(
    "text", ["<", "<!", "<!-", "<!D", "<!doctyp", "<![CDA", "<?", "<|", "<|ab", "<|a|"]
)
def test_half_a_declaration_waits(text: str) -> None:
    assert scan_tag(text, 0, final=False) is WAIT


def test_a_long_comment_is_left_out_whole() -> None:
    comment = "<!--" + "x" * (BLOCK_MAX_CHARS - 7) + "-->"
    assert len(comment) == BLOCK_MAX_CHARS
    assert shown(comment + "Hi") == "Hi"
