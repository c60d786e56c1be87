"""Cutting what has no sentence end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.text.clauses import cut_long, cut_within

pytestmark = pytest.mark.unit


@given(text=st.text(alphabet="ab ,;\u0301", max_size=300), limit=st.integers(8, 60))
def test_pieces_are_consecutive_and_within_the_limit(text: str, limit: int) -> None:
    pieces = cut_long(text, limit)
    assert "".join(text[begin:end] for begin, end in pieces) == text
    assert all(begin < end or not text for begin, end in pieces)
    assert all(end - begin <= limit for begin, end in pieces)


def test_pieces_are_of_like_size() -> None:
    pieces = cut_long("word " * 85, 400)
    assert [end - begin for begin, end in pieces] == [210, 215]


def test_clauses_are_preferred_to_spaces_and_spaces_to_letters() -> None:
    assert cut_within("aaa bbb, ccc ddd eee", 4, 18, 13) == 8
    assert cut_within("aaa bbb ccc ddd eee", 4, 18, 13) == 12
    assert cut_within("a" * 20, 4, 18, 13) == 18


def test_a_hard_cut_keeps_an_accent_with_its_letter() -> None:
    assert cut_within("aaaaae\u0301aaaa", 2, 6, 6) == 5
