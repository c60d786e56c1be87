"""Text from a file descriptor: as it comes, cut anywhere, and never wrongly decoded."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.cli.text_input import utf8_pieces
from brisa.errors import InvalidText

pytestmark = pytest.mark.unit


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read_fd, write_fd = os.pipe()
    yield read_fd, write_fd
    for fd in (read_fd, write_fd):
        try:
            os.close(fd)
        except OSError:
            continue


def pieces_of(blocks: list[bytes]) -> list[str]:
    """Each block is written only when the reader wants more."""
    read_fd, write_fd = os.pipe()
    try:
        pieces = utf8_pieces(read_fd)
        found = []
        for block in blocks:
            os.write(write_fd, block)
        os.close(write_fd)
        found.extend(pieces)
        return found
    finally:
        os.close(read_fd)


def test_a_piece_comes_out_before_the_next_goes_in(pipe: tuple[int, int]) -> None:
    read_fd, write_fd = pipe
    pieces = utf8_pieces(read_fd)
    os.write(write_fd, b"Hello. ")
    assert next(pieces) == "Hello. "
    os.write(write_fd, b"You.")
    assert next(pieces) == "You."
    os.close(write_fd)
    assert list(pieces) == []


def test_a_character_cut_in_two_is_put_together(pipe: tuple[int, int]) -> None:
    read_fd, write_fd = pipe
    pieces = utf8_pieces(read_fd)
    first, rest = "né".encode()[:2], "né".encode()[2:]
    os.write(write_fd, first)
    assert next(pieces) == "n"
    os.write(write_fd, rest)
    assert next(pieces) == "é"


@given(st.text(max_size=200))
def test_what_comes_out_is_what_went_in(text: str) -> None:
    assert "".join(pieces_of([text.encode()])) == text.removeprefix("\ufeff")


def test_a_byte_order_mark_is_dropped() -> None:
    assert pieces_of([b"\xef\xbb\xbfHi"]) == ["Hi"]


def test_nothing_is_no_piece() -> None:
    assert pieces_of([]) == []


@pytest.mark.parametrize(
    ("content", "at_byte"),
    [(b"caf\xe9 x", 3), (b"\xff", 0), (b"abc\xc3", 3), (b"a\xed\xa0\x80", 1)],
)
def test_bytes_that_are_not_utf8_are_named_by_their_place(content: bytes, at_byte: int) -> None:
    with pytest.raises(InvalidText, match=f"not valid UTF-8 at byte {at_byte}:"):
        pieces_of([content])


def test_the_place_counts_from_the_start(pipe: tuple[int, int]) -> None:
    read_fd, write_fd = pipe
    pieces = utf8_pieces(read_fd)
    os.write(write_fd, b"0123456789\xc3")
    assert next(pieces) == "0123456789"
    os.write(write_fd, b"(")
    with pytest.raises(InvalidText, match="at byte 10:"):
        next(pieces)
