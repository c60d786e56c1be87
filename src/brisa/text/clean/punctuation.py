"""Runs of one punctuation mark: what is left of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_KINDS: Final = {
    **dict.fromkeys("!?", "!?"),
    **dict.fromkeys("！？", "！？"),
    **{mark: mark for mark in ".,;:-—。，、；："},
    **{mark: "rule" + mark for mark in "=_*~#+^|\\/<>"},
}
_KEPT_CHARS: Final = 4
_RULE_MIN_CHARS: Final = 4


def run_kind(character: str) -> str | None:
    """Marks of one kind that follow each other are one run; ``None``: not a mark of runs."""
    return _KINDS.get(character)


@dataclass(slots=True)
class MarkRun:
    """A run that may still go on: its first marks, how many there are, its place in the source."""

    kind: str
    marks: str
    count: int
    start_char: int
    end_char: int
    line_empty: bool
    mixed: bool = False

    @property
    def is_nothing(self) -> bool:
        """A line drawn, of which nothing is left however it goes on."""
        if self.kind == "-":
            return self.line_empty and self.count > 2
        return self.kind.startswith("rule") and self.count >= _RULE_MIN_CHARS

    def extend(self, mark: str, end_char: int) -> None:
        """One more mark."""
        if self.count < _KEPT_CHARS:
            self.marks += mark
        self.mixed = self.mixed or mark != self.marks[0]
        self.count += 1
        self.end_char = end_char


def collapsed(run: MarkRun, before: str, after: str) -> str:
    """What is written for a run between two characters (``""`` before the first)."""
    kind, count = run.kind, run.count
    if kind == "!?":
        return "?!" if run.mixed else run.marks[0]
    if kind == "！？":
        return "？！" if run.mixed else run.marks[0]
    if run.is_nothing:
        return ""
    if kind.startswith("rule"):
        return run.marks
    if kind == "-":
        return _dash(run, before, after)
    longest = {".": 3, ":": 2, "—": 2}.get(kind, 1)
    return run.marks if count <= longest else run.marks[0] * (1 if kind == ":" else longest)


def _dash(run: MarkRun, before: str, after: str) -> str:
    if run.count > 2:
        return "—"
    between_words = before.isalpha() and after.isalpha()
    if run.count == 2 and (between_words or (before == after == " ")):
        return "—"
    return run.marks
