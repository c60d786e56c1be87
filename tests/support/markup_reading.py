"""Text read with its markup alone: what a clean-up does at ``<`` and ``[``, in a dozen lines.

Control characters are shown as signs, so that an expectation can be read::

    assert shown("One<break/>two") == "One⏸two"
"""

from __future__ import annotations

from collections.abc import Sequence

from brisa.text.cleaned import OBJECT, PARAGRAPH, PAUSE, RATE, STOP, Cleaned, joined, plain
from brisa.text.markup.elements import Elements
from brisa.text.markup.scan import scan_tag, skip_end
from brisa.text.markup.tags import TagMatch, Wait

SIGNS = {STOP: "⟂", PARAGRAPH: "¶", PAUSE: "⏸", RATE: "↝", OBJECT: "◈"}


def read(text: str, elements: Elements | None = None) -> Cleaned:
    """All of it, in one piece."""
    return read_pieces([text], elements)


def shown(text: str) -> str:
    """The cleaned text with signs for its control characters."""
    return "".join(SIGNS.get(char, char) for char in read(text).text)


def read_pieces(pieces: Sequence[str], elements: Elements | None = None) -> Cleaned:
    """As it arrives: what waits for more is held until the next piece."""
    elements = elements or Elements()
    reader = _Reader(elements)
    for piece in pieces:
        elements.push(piece)
        reader.held += piece
        reader.advance(final=False)
    reader.advance(final=True)
    reader.put(elements.end(reader.start_char))
    return joined(reader.out)


class _Reader:
    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self.held = ""
        self.before = ""
        self.start_char = 0
        self.last = ""
        self.out: list[Cleaned] = []

    def put(self, cleaned: Cleaned) -> None:
        self.out.append(cleaned)
        said = [c for c in cleaned.text if not c.isspace() and c not in (PAUSE, RATE)]
        self.last = said[-1] if said else self.last

    def advance(self, *, final: bool) -> None:
        at = 0
        while at < len(self.held):
            upto = self._step(at, final)
            if upto is None:
                break
            at = upto
        self.before = self.held[at - 1] if at else self.before
        self.held, self.start_char = self.held[at:], self.start_char + at

    def _step(self, at: int, final: bool) -> int | None:
        if self.elements.skipping is not None:
            upto = skip_end(self.held, at, self.elements.skipping, final=final)
            if upto > at:
                return upto
        if self.held[at] in "<[":
            found = scan_tag(self.held, at, final=final, before=self.before)
            if isinstance(found, Wait):
                return None
            if isinstance(found, TagMatch):
                self.put(self.elements.apply(found, self.start_char, self.last))
                return found.end
        self.put(plain(self.held[at], self.start_char + at))
        return at + 1
