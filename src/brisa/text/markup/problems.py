"""What is wrong in markup: counted, kept to be shown, or refused with its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from brisa.errors import InvalidRequest

_BEHIND_CHARS: Final = 16_384
"""How far behind the newest character of the source a place may lie that is asked for."""


@dataclass(frozen=True, slots=True)
class Problem:
    """``what`` is wrong (and what to do) at ``start_char`` of the source, which is ``line`` and
    ``column``, both from 1. It never quotes the text."""

    start_char: int
    line: int
    column: int
    what: str


class Lines:
    """Line and column of places in a text that arrives in pieces; lines end with a line feed."""

    def __init__(self) -> None:
        self._length = 0
        self._breaks: list[int] = []
        self._passed = 0
        self._line_start = 0

    def push(self, piece: str) -> None:
        """The next piece. Places far before it are forgotten."""
        self._forget(self._length - _BEHIND_CHARS)
        at = piece.find("\n")
        while at >= 0:
            self._breaks.append(self._length + at)
            at = piece.find("\n", at + 1)
        self._length += len(piece)

    def at(self, char: int) -> tuple[int, int]:
        """``(line, column)`` of a place, both from 1."""
        before = bisect_left(self._breaks, char)
        line_start = self._breaks[before - 1] + 1 if before else self._line_start
        return self._passed + before + 1, max(1, char - line_start + 1)

    def _forget(self, before_char: int) -> None:
        gone = bisect_left(self._breaks, before_char)
        if gone:
            self._line_start = self._breaks[gone - 1] + 1
            self._passed += gone
            del self._breaks[:gone]


class Problems:
    """Takes note of what is wrong, as ``malformed`` of the request's text options asks.

    ``"read"`` counts it, ``"refuse"`` raises ``InvalidRequest``. ``keep`` is given each problem.
    """

    def __init__(
        self,
        malformed: Literal["read", "refuse"] = "read",
        keep: Callable[[Problem], None] | None = None,
    ) -> None:
        self.count = 0
        self._refuse = malformed == "refuse"
        self._keep = keep
        self._lines = Lines() if self._refuse or keep else None

    def push(self, piece: str) -> None:
        """The next piece of the source, before anything in it is reported."""
        if self._lines is not None:
            self._lines.push(piece)

    def place(self, char: int) -> tuple[int, int]:
        """Line and column of a place near the newest character; zeros if nobody will ask."""
        return self._lines.at(char) if self._lines is not None else (0, 0)

    def report(self, char: int, what: str, place: tuple[int, int] | None = None) -> None:
        """``what`` is wrong at ``char``. Raises ``InvalidRequest`` where that is asked for."""
        self.count += 1
        if self._lines is None:
            return
        line, column = place or self._lines.at(char)
        problem = Problem(char, line, column, what)
        if self._keep is not None:
            self._keep(problem)
        if self._refuse:
            raise refusal(problem)


def refusal(problem: Problem) -> InvalidRequest:
    """The error that refuses a request for it."""
    return InvalidRequest(
        f"Markup at line {problem.line}, column {problem.column} (character "
        f"{problem.start_char}): {problem.what}",
        param="input",
    )
