"""What the rules share: the text looked at, what was said, and what is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

from brisa.text.clean.fold import ZWJ, ZWNJ
from brisa.text.clean.options import CleanOptions
from brisa.text.clean.window import Window
from brisa.text.clean.writer import Writer
from brisa.text.markup.elements import Elements
from brisa.text.markup.tags import WAIT, Wait

_JOINERS: Final = ZWJ + ZWNJ
_JOINED_CHARS: Final = 4

Step: TypeAlias = int | Wait
"""Where a rule is done in the window's text, or ``WAIT`` for more of it."""


class LineKind(Enum):
    """What a line is, which says how it ends."""

    PROSE = "prose"
    ITEM = "item"
    HEADING = "heading"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Fence:
    """An open block of code: the mark of its fence, and how many there are at least to close it."""

    mark: str
    length: int


@dataclass(slots=True)
class State:
    """One utterance.

    ``ending``: no more text will come (a flush is not an end). Places in ``line_from`` and
    ``labels`` count folded characters from the start of the utterance. ``labels`` are labels of
    links being read: where each ends, and where the link does. ``openers`` counts emphasis that was
    opened in the paragraph, by mark. ``table``: the line before was a row.
    ``fence_opening``: the line of the opening fence goes on.
    """

    options: CleanOptions
    window: Window
    writer: Writer
    elements: Elements
    ending: bool = False
    line_from: int = 0
    line_kind: LineKind = LineKind.PROSE
    quoted: bool = False
    table: bool = False
    in_url: bool = False
    fence: Fence | None = None
    fence_line_begins: bool = False
    fence_opening: bool = False
    labels: list[tuple[int, int]] = field(default_factory=list)
    openers: dict[str, int] = field(default_factory=dict)
    named: tuple[str, int] = ("", -1)

    def take(self, start: int, end: int) -> int:
        """Text as it stands, without white space at its start."""
        window, writer = self.window, self.writer
        for low, high in window.stretches(start, end):
            if low < high:
                writer.text(window.text[low:high], window.span(low, high)[0])
        return end

    def mark(self, at: int) -> int:
        """One character, which may be part of a run of marks."""
        start_char, end_char = self.window.span(at, at + 1)
        self.writer.character(self.window.text[at], start_char, end_char)
        return at + 1

    def marks(self, start: int, end: int) -> int:
        """Several such characters."""
        for at in range(start, end):
            self.mark(at)
        return end

    def leave_out(self, end: int) -> int:
        """What stands before ``end`` is not said, and keeps letters apart."""
        self.writer.seam()
        return end

    def before(self, at: int) -> str:
        """The character before a place, joiners apart; a line feed at the start."""
        text = self.window.text[max(0, at - _JOINED_CHARS) : at].rstrip(_JOINERS)
        return text[-1] if text else "\n"


Rule: TypeAlias = Callable[[State, int, bool], Step]
"""``(state, at, final)``: reads the text at ``at``. ``final``: nothing more is waited for."""


def needs_more(text: str, end: int, final: bool) -> bool:
    """The text ends at ``end``, and what follows may still come."""
    return end >= len(text) and not final


__all__: Final = ["WAIT", "Fence", "LineKind", "Rule", "State", "Step", "Wait", "needs_more"]
