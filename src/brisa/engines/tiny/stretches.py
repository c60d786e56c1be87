"""What the reader is given at once: stretches of a length that it reads in bounded time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.clauses import cut_long

_MAX_CHARS_AT_ONCE: Final = 600
_MAX_RUN_CHARS: Final = 80
_MAX_RUN_PARTS: Final = 40
"""hibari's time grows with the cube of the parts in a run without a space (``a-a-a-a``)."""
_LONG_RUN: Final = re.compile(rf"\S{{{_MAX_RUN_PARTS + 1},}}")
_PART: Final = re.compile(r"[A-Z]+[^\W\d_A-Z]*|[^\W\d_A-Z]+|\d+|[\W_]")


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """What hibari reads at once: of bounded length, and so are its runs without a space."""
    for begin, end in cut_long(text, _MAX_CHARS_AT_ONCE):
        for run in _LONG_RUN.finditer(text, begin, end):
            for cut in _run_cuts(text, run.start(), run.end()):
                yield begin, cut
                begin = cut
        yield begin, end


def _run_cuts(text: str, begin: int, end: int) -> Iterator[int]:
    parts = 0
    for part in _PART.finditer(text, begin, end):
        parts += 1
        if parts > _MAX_RUN_PARTS or (parts > 1 and part.end() - begin > _MAX_RUN_CHARS):
            begin, parts = part.start(), 1
            yield begin
        while part.end() - begin > _MAX_RUN_CHARS:
            begin += _MAX_RUN_CHARS
            yield begin
