"""What a listener gets of tags: pauses, rates, stops, other words; and which elements are open."""

from __future__ import annotations

from typing import Literal

from brisa.text.cleaned import NOTHING, Cleaned
from brisa.text.markup.problems import Problems
from brisa.text.markup.tags import TagMatch


class Elements:
    """The open elements of one utterance.

    ``problems`` counts what was malformed; with ``malformed="refuse"`` every method raises
    ``InvalidRequest`` (``param="input"``) with line, column and character offset instead.
    ``skipping`` is the name of the element whose content is being left out, if one is: text is to
    be dropped up to where :func:`brisa.text.markup.scan.skip_end` says, and the closing tag that
    stands there scanned and applied as any other.
    """

    def __init__(self, malformed: Literal["read", "refuse"] = "read") -> None:
        self.problems = Problems(malformed)
        self.skipping: str | None = None

    def push(self, piece: str) -> None:
        """The next piece of the source, before tags in it are applied: for line numbers."""
        self.problems.push(piece)

    def apply(self, tag: TagMatch, start_char: int, last: str = "") -> Cleaned:
        """What stands in the place of ``tag``.

        ``start_char`` is where the text given to ``scan_tag`` begins in the source. ``last`` is the
        last character of cleaned text so far that is no white space (a control character counts),
        ``""`` if there is none: no stop is put where nothing was said since the last one. What is
        returned is final: it must not be scanned for markup or cleaned again.
        """
        return NOTHING

    def end(self, end_char: int) -> Cleaned:
        """The utterance ends: what is still open is malformed."""
        return NOTHING
