"""Edits of a text: which stretches are said otherwise than written, and how."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from brisa.text.span_map import Run, SpanMap


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """``text[start:end]`` is said as ``spoken``; with ``phonemes`` (IPA) in exactly those sounds.

    The same words as written protect a stretch from every later rule.
    """

    start: int
    end: int
    spoken: str
    phonemes: str | None = None


@dataclass(frozen=True, slots=True)
class PhonemeSpan:
    """``spoken[start:end]`` has the sounds ``ipa``."""

    start: int
    end: int
    ipa: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """What an engine is given: words and punctuation. ``spans`` leads back to the written text."""

    text: str
    spans: SpanMap
    phonemes: tuple[PhonemeSpan, ...] = ()


class Taken:
    """The stretches that edits cover already, so that later rules leave them alone."""

    def __init__(self, edits: Iterable[Edit] = ()) -> None:
        self._edits: list[Edit] = []
        self.add(edits)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """In order of place; they do not overlap."""
        return tuple(self._edits)

    def add(self, edits: Iterable[Edit]) -> None:
        """Take what is still free; an edit that overlaps an earlier one is dropped."""
        for edit in edits:
            if edit.start < edit.end and self.free(edit.start, edit.end):
                self._edits.insert(bisect_right(self._edits, edit), edit)

    def free(self, start: int, end: int) -> bool:
        """No edit touches ``start``..``end``."""
        at = bisect_right(self._edits, start, key=lambda edit: edit.start)
        before = at == 0 or self._edits[at - 1].end <= start
        return before and (at == len(self._edits) or self._edits[at].start >= end)


def apply_edits(text: str, edits: Sequence[Edit]) -> Spoken:
    """``text`` with edits made, which are in order and do not overlap.

    A spoken form keeps a space to letters and digits beside it, unless it is empty.
    """
    parts: list[str] = []
    runs: list[Run] = []
    phonemes: list[PhonemeSpan] = []
    length = at = 0

    def put(piece: str, run: Run) -> None:
        nonlocal length
        parts.append(piece)
        runs.append(run)
        length += len(piece)

    for edit in edits:
        if edit.start > at:
            put(text[at : edit.start], Run(edit.start - at, at, edit.start, verbatim=True))
        if edit.spoken and _touch(parts, edit.spoken):
            put(" ", Run(1, edit.start, edit.start))
        if edit.phonemes is not None:
            phonemes.append(PhonemeSpan(length, length + len(edit.spoken), edit.phonemes))
        put(edit.spoken, Run(len(edit.spoken), edit.start, edit.end))
        at = edit.end
        if edit.spoken and at < len(text) and edit.spoken[-1].isalnum() and text[at].isalnum():
            put(" ", Run(1, at, at))
    if at < len(text):
        put(text[at:], Run(len(text) - at, at, len(text), verbatim=True))
    return Spoken("".join(parts), SpanMap(runs), tuple(phonemes))


def _touch(parts: list[str], spoken: str) -> bool:
    last = next((part[-1] for part in reversed(parts) if part), " ")
    return last.isalnum() and spoken[0].isalnum()
