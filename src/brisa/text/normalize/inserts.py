"""What the objects of a segment are said as, before anything else is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from brisa.text.cleaned import OBJECT, Insert, InsertKind
from brisa.text.edits import Edit, apply_edits
from brisa.text.span_map import SpanMap

Say: TypeAlias = Callable[[str, str], str | None]
"""``(text, interpret_as)`` to words; ``None``: read it as if unmarked."""

_APART: Final = " "


@dataclass(frozen=True, slots=True)
class Expanded:
    """A segment with its objects in words. ``settled`` are stretches of ``text`` that no rule may
    touch, as edits that say what is written there; ``spans`` leads back to the segment's text."""

    text: str
    spans: SpanMap
    settled: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    text: str
    settled: bool = True
    phonemes: str | None = None


def expand(text: str, inserts: Sequence[Insert], say: Say, tags: frozenset[str]) -> Expanded:
    """``text`` with the words of its objects in place of them.

    Sounds (``PHONEMES``) stay on what is written there, or on themselves if nothing is. A tag that
    is one of ``tags`` becomes the engine's own mark for it, ``[laugh]``; others are left out.
    """
    if OBJECT not in text:
        return Expanded(text, SpanMap.identity(len(text)))
    places = [at for at, character in enumerate(text) if character == OBJECT]
    words: dict[int, _Words] = dict.fromkeys(places, _Words(_APART, settled=False))
    for at, insert in zip(places, inserts, strict=False):
        words[at] = _words(insert, say, tags)
    edits = [Edit(at, at + 1, words[at].text) for at in places]
    expanded = apply_edits(text, edits)
    settled: list[Edit] = []
    start = 0
    for run in expanded.spans.runs:
        end = start + run.length
        if not run.verbatim and run.start < run.end and (said := words[run.start]).settled:
            settled.append(Edit(start, end, said.text, said.phonemes))
        start = end
    return Expanded(expanded.text, expanded.spans, tuple(settled))


def _words(insert: Insert, say: Say, tags: frozenset[str]) -> _Words:
    if insert.kind is InsertKind.PHONEMES:
        return _Words(insert.text.strip() or insert.detail or _APART, phonemes=insert.detail)
    if insert.kind is InsertKind.TAG:
        return _Words(f"[{insert.detail}]") if insert.detail in tags else _Words(_APART, False)
    if insert.kind is InsertKind.SAY_AS:
        said = say(insert.text, insert.detail)
        return (
            _Words(insert.text or _APART, settled=False) if said is None else _Words(said or _APART)
        )
    return _Words(_APART, settled=False)
