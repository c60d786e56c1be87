"""What a listener gets of tags: pauses, rates, stops, other words; and which elements are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from brisa.text.cleaned import NOTHING, PARAGRAPH, STOP, Cleaned
from brisa.text.markup import replacements
from brisa.text.markup.problems import Problem, Problems
from brisa.text.markup.quantities import clamped_rate, rate_factor
from brisa.text.markup.tags import TagKind, TagMatch
from brisa.text.markup.vocabulary import CELLS, END_OPTIONAL, ENDS, SIBLINGS_CLOSE, VOID

DEPTH_MAX: Final = 64
"""Elements that may be open at once; what is opened beyond has no rate and is not missed."""

_SEPARATING: Final = frozenset(",;:.!?\u2026")

_NEVER_CLOSED: Final = "This element is never closed. Add its closing tag."
_NEVER_OPENED: Final = "This closing tag has no opening tag. Remove it, or open the element."
_BAD_RATE: Final = (
    "A rate is x-slow, slow, medium, fast, x-fast, a percentage such as 80% or +20%, or a factor "
    "such as 1.2; this one has no effect."
)


@dataclass(frozen=True, slots=True)
class _Open:
    name: str
    start_char: int
    place: tuple[int, int]
    rate: float


class Elements:
    """The open elements of one utterance.

    ``problems`` counts what was malformed; with ``malformed="refuse"`` every method raises
    ``InvalidRequest`` (``param="input"``) with line, column and character offset instead. ``keep``
    is given each problem as it is found.
    ``skipping`` is the name of the element whose content is being left out, if one is: text is to
    be dropped up to where :func:`brisa.text.markup.scan.skip_end` says, and the closing tag that
    stands there scanned and applied as any other.
    """

    def __init__(
        self,
        malformed: Literal["read", "refuse"] = "read",
        keep: Callable[[Problem], None] | None = None,
    ) -> None:
        self.problems = Problems(malformed, keep)
        self.skipping: str | None = None
        self._open: list[_Open] = []
        self._too_deep = 0
        self._alt_end_char = -1

    def push(self, piece: str) -> None:
        """The next piece of the source, before tags in it are applied: for line numbers."""
        self.problems.push(piece)

    def apply(self, tag: TagMatch, start_char: int, last: str = "") -> Cleaned:
        """What stands in the place of ``tag``.

        ``start_char`` is where the text given to ``scan_tag`` begins in the source (0 for a tag
        that is ``placed``). ``last`` is the
        last character of cleaned text so far that is neither white space nor ``PAUSE`` nor
        ``RATE``, ``""`` if there is none: no stop is put where nothing was said since the last
        one. What is returned is final: it must not be scanned for markup or cleaned again.
        """
        at_char, end_char = start_char + tag.start, start_char + tag.end
        if tag.problem is not None:
            self.problems.report(at_char, tag.problem)
        if tag.kind is TagKind.LITERAL:
            return replacements.literal(tag, start_char)
        if tag.kind in (TagKind.WHOLE, TagKind.SOUNDS):
            return replacements.whole(tag, start_char)
        if tag.kind is TagKind.PAUSE or (tag.name == "break" and tag.kind is TagKind.EMPTY):
            return self._pause(tag, at_char, end_char)
        if tag.kind is TagKind.CLOSE:
            return self._close(tag.name, at_char, end_char, last)
        if tag.kind is TagKind.LEFT_OUT:
            return NOTHING
        return self._begin(tag, at_char, end_char, last)

    def end(self, end_char: int) -> Cleaned:
        """The utterance ends: what is still open is malformed. Nothing is left to be said."""
        opened, self._open = self._open, []
        self.skipping = None
        self._too_deep = 0
        for element in opened:
            self._miss(element)
        return NOTHING

    def _pause(self, tag: TagMatch, at_char: int, end_char: int) -> Cleaned:
        length_ms, problem = replacements.pause_length(tag)
        if problem is not None:
            self.problems.report(at_char, problem)
        return replacements.pause(length_ms, at_char, end_char)

    def _begin(self, tag: TagMatch, at_char: int, end_char: int, last: str) -> Cleaned:
        said = self._beginning(tag, at_char, end_char, last)
        if tag.kind is TagKind.SKIP:
            self.skipping = tag.name
        if tag.kind is TagKind.EMPTY:
            return said
        if tag.name in SIBLINGS_CLOSE and self._open and self._open[-1].name == tag.name:
            self._open.pop()
        if len(self._open) >= DEPTH_MAX:
            self._too_deep += 1
            return said
        before = self._rate
        factor = before * self._factor(tag, at_char)
        place = self.problems.place(at_char)
        self._open.append(_Open(tag.name, at_char, place, factor))
        return said + self._changed_rate(before, at_char, end_char)

    def _beginning(self, tag: TagMatch, at_char: int, end_char: int, last: str) -> Cleaned:
        if tag.name in CELLS:
            apart = last in ("", STOP, PARAGRAPH) or last in _SEPARATING
            return NOTHING if apart else replacements.instead(", ", at_char, end_char)
        if tag.name == "img":
            alt = (tag.attribute("alt") or "").strip()
            gap = " " if self._alt_end_char == at_char else ""
            self._alt_end_char = end_char if alt else -1
            return replacements.instead(gap + alt, at_char, end_char) if alt else NOTHING
        return _boundary(tag.name, at_char, end_char, last)

    def _close(self, name: str, at_char: int, end_char: int, last: str) -> Cleaned:
        if self.skipping == name:
            self.skipping = None
        before = self._rate
        if self._too_deep:
            self._too_deep -= 1
        elif not self._closed(name) and name != "p" and name not in VOID:
            self.problems.report(at_char, _NEVER_OPENED)
        said = _boundary(name, at_char, end_char, last)
        return said + self._changed_rate(before, at_char, end_char)

    def _closed(self, name: str) -> bool:
        if all(element.name != name for element in self._open):
            return False
        while True:
            element = self._open.pop()
            if element.name == name:
                return True
            self._miss(element)

    def _miss(self, element: _Open) -> None:
        if element.name not in END_OPTIONAL:
            self.problems.report(element.start_char, _NEVER_CLOSED, element.place)

    @property
    def _rate(self) -> float:
        return self._open[-1].rate if self._open else 1.0

    def _factor(self, tag: TagMatch, at_char: int) -> float:
        written = tag.attribute("rate") if tag.name == "prosody" else None
        if written is None:
            return 1.0
        factor = rate_factor(written)
        if factor is None:
            self.problems.report(at_char, _BAD_RATE)
        return factor or 1.0

    def _changed_rate(self, before: float, at_char: int, end_char: int) -> Cleaned:
        after = clamped_rate(self._rate)
        if after == clamped_rate(before):
            return NOTHING
        return replacements.rate(after, at_char, end_char)


def _boundary(name: str, at_char: int, end_char: int, last: str) -> Cleaned:
    char = ENDS.get(name)
    if char is None or last in ("", PARAGRAPH) or (last == STOP and char == STOP):
        return NOTHING
    return replacements.instead(char, at_char, end_char)
