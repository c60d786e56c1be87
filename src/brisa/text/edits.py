"""Edits of a text: which stretches are said otherwise than written, and how."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from brisa.text.patterns import lazy_pattern
from brisa.text.span_map import Run, SpanMap


@dataclass(frozen=True, slots=True)
class Edit:
    """``text[start:end]`` is said as ``spoken``; with ``phonemes`` (IPA) in exactly those sounds.

    The same words as written protect a stretch from every later rule.
    """

    start: int
    end: int
    spoken: str
    phonemes: str | None = None

    def __lt__(self, other: Edit) -> bool:
        return (self.start, self.end) < (other.start, other.end)


@dataclass(frozen=True, slots=True)
class PhonemeSpan:
    """``spoken[start:end]`` has the sounds ``ipa``."""

    start: int
    end: int
    ipa: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """What an engine is given: words and punctuation. ``spans`` leads back to the written text.

    ``dropped_chars`` counts letters, digits and symbols that were left out as unspeakable.
    """

    text: str
    spans: SpanMap
    phonemes: tuple[PhonemeSpan, ...] = ()
    dropped_chars: int = 0


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
        """Take what is still free; an edit that overlaps an earlier one, or covers nothing, is
        dropped."""
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

    A spoken form keeps a space to letters and digits beside it, but not among Chinese and Japanese
    characters. An empty one joins what it stood between, as a soft hyphen does.
    """
    result = _Result()
    at = 0
    for edit in edits:
        result.keep(text, at, edit.start)
        result.say(edit)
        at = edit.end
    result.keep(text, at, len(text))
    return result.spoken()


def _unspaced(before: str, after: str) -> bool:
    return all(
        "\u3041" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" for char in before + after
    )


class _Result:
    """A spoken text being put together."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self._phonemes: list[PhonemeSpan] = []
        self._length = 0
        self._last = " "
        self._after_edit = False

    def keep(self, text: str, start: int, end: int) -> None:
        """``text[start:end]`` is said as written."""
        if start < end:
            if self._after_edit:
                self._part_from(text[start], start)
            self._put(text[start:end], Run(end - start, start, end, verbatim=True))
            self._after_edit = False

    def say(self, edit: Edit) -> None:
        if not edit.spoken:
            return
        self._part_from(edit.spoken[0], edit.start)
        if edit.phonemes is not None:
            end = self._length + len(edit.spoken)
            self._phonemes.append(PhonemeSpan(self._length, end, edit.phonemes))
        self._put(edit.spoken, Run(len(edit.spoken), edit.start, edit.end))
        self._after_edit = True

    def spoken(self) -> Spoken:
        return Spoken("".join(self._parts), SpanMap(self._runs), tuple(self._phonemes))

    def _part_from(self, following: str, place: int) -> None:
        if self._last.isalnum() and following.isalnum() and not _unspaced(self._last, following):
            self._put(" ", Run(1, place, place))

    def _put(self, piece: str, run: Run) -> None:
        self._parts.append(piece)
        self._runs.append(run)
        self._length += len(piece)
        self._last = piece[-1]


_UNTIDY: Final = lazy_pattern(r"\s{2,}|[^\S ]|\A | \Z")


def tidied(spoken: Spoken) -> Spoken:
    """The same with single spaces between words and none at its ends."""
    text = spoken.text
    edits = [_space(match, len(text)) for match in _UNTIDY.finditer(text)]
    if not edits:
        return spoken
    tidy = apply_edits(text, edits)
    moved = _Moved(edits)
    places = ((moved.to(span.start), moved.to(span.end), span.ipa) for span in spoken.phonemes)
    phonemes = tuple(PhonemeSpan(*place) for place in places if place[0] < place[1])
    return replace(spoken, text=tidy.text, spans=tidy.spans.then(spoken.spans), phonemes=phonemes)


def _space(match: re.Match[str], length: int) -> Edit:
    start, end = match.span()
    return Edit(start, end, " " if start > 0 and end < length else "")


class _Moved:
    """Where places of a text have gone after edits that are in order and keep no spaces of their
    own."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = edits
        gains = (len(edit.spoken) - (edit.end - edit.start) for edit in edits)
        self._gained = tuple(accumulate(gains, initial=0))

    def to(self, at: int) -> int:
        """Where ``at`` has gone; inside an edit, where what it says begins."""
        index = bisect_right(self._edits, at, key=lambda edit: edit.end)
        inside = index < len(self._edits) and self._edits[index].start < at
        return (self._edits[index].start if inside else at) + self._gained[index]
