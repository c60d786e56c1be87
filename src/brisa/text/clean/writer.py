"""What has been said so far: spaces, line ends and runs of punctuation settle here.

Nothing is written before it is certain: a space waits for what follows it (not after the end of a
sentence, which may be spoken at once), a line end for the next line, a mark for the end of its run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.text.clean.punctuation import MarkRun, collapsed, run_kind
from brisa.text.cleaned import PARAGRAPH, PAUSE, RATE, STOP, Cleaned, Insert
from brisa.text.span_map import Run, SpanMap

_ENDERS: Final = frozenset(".!?…\"')]}*_。！？")
_CLOSING: Final = frozenset(".,!?;:)]}")
_NO_SPACE_AFTER: Final = frozenset(("", " ", STOP, PARAGRAPH, PAUSE, RATE))


@dataclass(slots=True)
class _Gap:
    """A line has ended: ``stop`` as a sentence does, or it may go on in the next one."""

    stop: bool
    start_char: int
    end_char: int


class Writer:
    """Cleaned text under construction.

    ``last`` is the last character written, ``said`` the last that is neither white space nor a
    pause or rate. ``line_empty``: nothing of the line has been written yet. ``strict``: every
    character counts, nothing settles.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self._strict = strict
        self.last = ""
        self.said = ""
        self.line_empty = True
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self._inserts: list[Insert] = []
        self._run: MarkRun | None = None
        self._gap: _Gap | None = None
        self._space: tuple[int, int] | None = None
        self._cell: tuple[int, int] | None = None
        self._seam = False

    @property
    def latest(self) -> str:
        """The last character that is not white space, a mark still held included."""
        return self._run.marks[0] if self._run is not None else self.said

    def text(self, piece: str, start_char: int) -> None:
        """Characters taken as they stand; the first is no white space."""
        self._settle(piece[0])
        self._lead(piece[0], start_char)
        self._put(piece, start_char, start_char + len(piece), verbatim=True)

    def character(self, character: str, start_char: int, end_char: int) -> None:
        """One character, which may be a mark of a run."""
        kind = None if self._strict else run_kind(character)
        if self._run is not None and self._run.kind == kind:
            self._run.extend(character, end_char)
            self.line_empty = self._run.line_empty and self._run.is_nothing
            return
        self._settle(character)
        empty = self.line_empty
        self._lead(character, start_char)
        if kind is None:
            self._put(character, start_char, end_char, verbatim=end_char - start_char == 1)
        else:
            self._run = MarkRun(kind, character, 1, start_char, end_char, empty)
            self.line_empty = False

    def raw(self, piece: str, start_char: int, end_char: int) -> None:
        """Text in the place of other text, whatever stands around it."""
        self._put(piece, start_char, end_char)

    def word(self, piece: str, start_char: int, end_char: int) -> None:
        """Words in the place of something else, apart from what stands around them."""
        self._settle(" ")
        if self._space is None and self.last not in _NO_SPACE_AFTER:
            self._space = (start_char, start_char)
        self._lead(piece[0], start_char)
        self._put(piece, start_char, end_char)
        self._seam = True

    def seam(self) -> None:
        """Something was left out here: letters on both sides are to stay apart."""
        self._settle(" ")
        self._seam = True

    def space(self, start_char: int, end_char: int) -> None:
        """White space within a line."""
        self._settle(" ")
        if self.line_empty or self.last in _NO_SPACE_AFTER or self._space is not None:
            return
        if self.last in _ENDERS:
            self._put(" ", start_char, end_char, verbatim=end_char - start_char == 1)
        else:
            self._space = (start_char, end_char)

    def cell(self, start_char: int, end_char: int) -> None:
        """A cell of a table ends; a comma follows if another one has something to say."""
        self._settle(" ")
        if not self.line_empty:
            self._space, self._cell = None, (start_char, end_char)

    def newline(self, start_char: int, end_char: int, *, stop: bool) -> None:
        """The line ends, as a sentence if ``stop``; an empty one ends the paragraph."""
        self._settle(" ")
        self._space = self._cell = None
        if self.line_empty:
            self.paragraph(start_char, end_char)
        else:
            self._gap = _Gap(stop and self.last != ",", start_char, end_char)
            self.line_empty = True

    def mark_line(self) -> bool:
        """The line before ends as a sentence does, whatever its length; if there is one."""
        if self._gap is not None:
            self._gap.stop = True
        return self._gap is not None

    def paragraph(self, start_char: int, end_char: int) -> None:
        """A paragraph ends here, unless nothing was said since the last one."""
        self._settle(" ")
        start_char = self._gap.start_char if self._gap else start_char
        self._gap = self._space = self._cell = None
        if self.said not in ("", PARAGRAPH):
            self._put(PARAGRAPH, start_char, end_char)

    def insert(self, piece: Cleaned) -> None:
        """Cleaned text that is final."""
        if not piece.text:
            return
        first = piece.text[0]
        self._settle(first)
        if first in (STOP, PARAGRAPH):
            self._gap = self._space = self._cell = None
        else:
            self._lead(first, piece.spans.source_span(0, 1)[0])
        self._runs += piece.spans.runs
        self._inserts += piece.inserts
        self._parts.append(piece.text)
        for character in piece.text:
            self._note(character)

    def settle(self) -> None:
        """Write what is held for want of what follows; the end of a line is kept."""
        self._settle(" ")

    def finish(self) -> None:
        """Nothing follows."""
        self._settle(" ")
        if self._gap is not None and self._gap.stop:
            self._put(STOP, self._gap.start_char, self._gap.end_char)
        self._gap = None

    def take(self) -> Cleaned:
        """What was written since the last time."""
        taken = Cleaned("".join(self._parts), SpanMap(self._runs), tuple(self._inserts))
        self._parts, self._runs, self._inserts = [], [], []
        return taken

    def _settle(self, after: str) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        piece = collapsed(run, self.last, after)
        if piece:
            whole = len(piece) == run.count == run.end_char - run.start_char
            self._put(piece, run.start_char, run.end_char, verbatim=whole)
        else:
            self.line_empty = run.line_empty
            if not self.line_empty and self.last not in _NO_SPACE_AFTER:
                self._space = (run.start_char, run.end_char)

    def _lead(self, following: str, start_char: int) -> None:
        """What stands between the last character and the next."""
        gap, space, cell, seam = self._gap, self._space, self._cell, self._seam
        self._gap = self._space = self._cell = None
        self._seam = False
        if gap is not None:
            self._end_line(gap, following)
        elif cell is not None:
            self._put(" " if self.last in ".,;:!?" else ", ", *cell)
        elif space is not None:
            if not (seam and following in _CLOSING):
                self._put(" ", *space, verbatim=space[1] - space[0] == 1)
        elif seam and self.last.isalnum() and following.isalnum():
            self._put(" ", start_char, start_char)

    def _end_line(self, gap: _Gap, following: str) -> None:
        if gap.stop:
            self._put(STOP, gap.start_char, gap.end_char)
        elif self.last not in _NO_SPACE_AFTER and not (_wide(self.last) and _wide(following)):
            self._put(" ", gap.start_char, gap.end_char)

    def _put(self, piece: str, start_char: int, end_char: int, *, verbatim: bool = False) -> None:
        before = self._runs[-1] if self._runs else None
        if verbatim and before is not None and before.verbatim and before.end == start_char:
            length = before.length + len(piece)
            self._runs[-1] = Run(length, before.start, end_char, verbatim=True)
        else:
            self._runs.append(Run(len(piece), start_char, end_char, verbatim=verbatim))
        self._parts.append(piece)
        if piece[-1].isspace() and (said := piece.rstrip()):
            self._note(said[-1])
        self._note(piece[-1])

    def _note(self, character: str) -> None:
        self.last = character
        if character in (PAUSE, RATE):
            return
        if not character.isspace():
            self.said = character
        self.line_empty = character in (STOP, PARAGRAPH)


def _wide(character: str) -> bool:
    """Of a script that is written without spaces."""
    return "\u2e80" <= character <= "\ud7ff" or "\uff00" <= character <= "\uffef"
