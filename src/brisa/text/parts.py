"""A segment in parts: of one language each, for voices that speak one each; of what is said as one
thing, as much as an engine should be given at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brisa.text.cleaned import OBJECT
from brisa.text.release import is_speakable
from brisa.text.segment import Segment


def parted(
    segment: Segment, runs: list[tuple[int, int, str]], language: str
) -> Iterator[tuple[Segment, str]]:
    """A segment in its stretches of one language; the pause follows the last.

    Marks between two stretches go with the first, marks before all of them with the next.
    """
    begins = [run for run in runs if is_speakable(segment.text[run[0] : run[1]])]
    if len(begins) < 2:
        yield segment, begins[0][2] if begins else language
        return
    edges = [0, *(start for start, _, _ in begins[1:]), len(segment.text)]
    for number, (_, _, of_part) in enumerate(begins):
        last = number == len(begins) - 1
        yield _part(segment, edges[number], edges[number + 1], last=last), of_part


def lightened(segment: Segment, most_chars: int) -> Iterator[Segment]:
    """A segment in parts whose objects hold about ``most_chars`` together, text included.

    An object counts as one character where a segment is cut, and may be 300 of text.
    """
    if sum(len(insert.text) for insert in segment.inserts) <= most_chars:
        yield segment
        return
    edges = [0, *_overweight(segment, most_chars), len(segment.text)]
    for start, end in zip(edges, edges[1:], strict=False):
        yield _part(segment, start, end, last=end == edges[-1])


def _overweight(segment: Segment, most_chars: int) -> Iterator[int]:
    """Where objects begin that are too much with what is before them."""
    inserts = iter(segment.inserts)
    weight, start = 0, 0
    for at, character in enumerate(segment.text):
        weight += 1
        if character != OBJECT:
            continue
        insert_chars = len(next(inserts).text)
        if weight + insert_chars > most_chars and is_speakable(segment.text[start:at]):
            yield at
            weight, start = 1, at
        weight += insert_chars


def _part(segment: Segment, start: int, end: int, *, last: bool) -> Segment:
    whole = segment.text[start:end]
    start += len(whole) - len(whole.lstrip())
    text = whole.strip()
    spans = segment.spans.slice(start, start + len(text))
    start_char, end_char = spans.source_span(0, len(text))
    first_insert = segment.text.count(OBJECT, 0, start)
    return replace(
        segment,
        text=text,
        spans=spans,
        start_char=start_char,
        end_char=end_char,
        inserts=segment.inserts[first_insert : first_insert + text.count(OBJECT)],
        pause_after_ms=segment.pause_after_ms if last else 0,
    )
