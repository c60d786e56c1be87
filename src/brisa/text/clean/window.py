"""The stretch of folded text that is looked at, and where its characters stand in the source."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import compress
from typing import Final

from brisa.text.clean.fold import fold, fold_strict

BEHIND_CHARS: Final = 64
"""What is kept of the text before the place that is looked at."""


class Window:
    """``text[at:]`` has yet to be read; what is before ``at`` is kept for looking back.

    ``base`` counts the characters that were dropped before ``text``. ``source_chars`` is the length
    of the source so far.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.text = ""
        self.at = 0
        self.base = 0
        self.source_chars = 0
        self._fold: Callable[[str], str] = fold_strict if strict else fold
        self._strict = strict
        self._places = array("q")
        self._after_return = False

    def add(self, piece: str) -> None:
        """The next piece of the source."""
        start, self.source_chars = self.source_chars, self.source_chars + len(piece)
        folded = self._fold(piece)
        returns = not self._strict and ("\r" in piece or self._after_return)
        if len(folded) == len(piece) and not returns:
            self._places.extend(range(start, start + len(piece)))
        else:
            folded, places = self._folded_one_by_one(piece, start)
            self._places.extend(places)
        self.text += folded

    def _folded_one_by_one(self, piece: str, start: int) -> tuple[str, list[int]]:
        folded = [self._fold(character) for character in piece]
        if not self._strict:
            for index, character in enumerate(piece):
                if character == "\n" and self._after_return:
                    folded[index] = ""
                self._after_return = character == "\r"
        places = compress(range(start, start + len(piece)), folded)
        return "".join(folded), list(places)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` stands in the source; an empty stretch stands at a place."""
        if start < end:
            return self._places[start], self._places[end - 1] + 1
        place = self._places[start] if start < len(self._places) else self.source_chars
        return place, place

    def stretches(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """``start..end`` in parts that stand in the source without gaps."""
        places = self._places
        if start >= end or places[end - 1] - places[start] == end - 1 - start:
            yield start, end
            return
        begin = start
        for index in range(start + 1, end):
            if places[index] != places[index - 1] + 1:
                yield begin, index
                begin = index
        yield begin, end

    def trim(self) -> None:
        """Forget what lies further behind than anybody looks."""
        excess = self.at - BEHIND_CHARS
        if excess > 0:
            self.text = self.text[excess:]
            del self._places[:excess]
            self.at -= excess
            self.base += excess
