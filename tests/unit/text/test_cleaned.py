"""Pieces of cleaned text and how they go together."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.cleaned import (
    CONTROLS,
    NOTHING,
    OBJECT,
    PAUSE,
    WITH_INSERT,
    Cleaned,
    Insert,
    InsertKind,
    joined,
    plain,
)
from brisa.text.span_map import Run, SpanMap

pytestmark = pytest.mark.unit

PIECES = st.lists(st.text(max_size=5), max_size=6)


def placed(texts: list[str]) -> list[Cleaned]:
    pieces, at = [], 0
    for text in texts:
        pieces.append(plain(text, at))
        at += len(text)
    return pieces


def test_controls_are_single_private_characters() -> None:
    assert len(CONTROLS) == 5
    assert all(unicodedata.category(character) == "Co" for character in CONTROLS)
    assert WITH_INSERT < CONTROLS


@given(PIECES)
def test_pieces_of_a_text_are_the_text(texts: list[str]) -> None:
    whole = "".join(texts)
    assert joined(placed(texts)) == plain(whole)


@given(PIECES)
def test_adding_is_joining(texts: list[str]) -> None:
    pieces = placed(texts)
    added = NOTHING
    for piece in pieces:
        added += piece
    assert added == joined(pieces)


def test_inserts_stay_in_the_order_of_their_characters() -> None:
    pause = Insert(InsertKind.PAUSE, 0, 10, value=500.0)
    laugh = Insert(InsertKind.TAG, 13, 20, detail="laugh")
    pieces = [
        Cleaned(PAUSE, SpanMap([Run(1, 0, 10)]), (pause,)),
        plain("Ha ", 10),
        Cleaned(OBJECT, SpanMap([Run(1, 13, 20)]), (laugh,)),
    ]
    whole = joined(pieces)
    assert whole.text == f"{PAUSE}Ha {OBJECT}"
    assert whole.inserts == (pause, laugh)
    assert [whole.spans.source_span(at, at + 1) for at in (0, 1, 4)] == [
        (0, 10),
        (10, 11),
        (13, 20),
    ]


def test_nothing_changes_nothing() -> None:
    piece = plain("text", 7)
    assert NOTHING + piece == piece == piece + NOTHING
    assert joined([]) == NOTHING
