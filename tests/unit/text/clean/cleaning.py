"""Cleaning as the tests of its rules call it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from brisa.text.clean.cleaner import Cleaner
from brisa.text.clean.options import CleanOptions
from brisa.text.cleaned import PARAGRAPH, STOP, Cleaned, joined


def cleaned(text: str, cuts: Iterable[int] = (), **options: Any) -> Cleaned:
    """The whole text, handed over in the pieces that ``cuts`` make of it."""
    cleaner = Cleaner(CleanOptions(**options))
    edges = [0, *cuts, len(text)]
    pieces = [cleaner.push(text[low:high]) for low, high in zip(edges, edges[1:], strict=False)]
    return joined([*pieces, cleaner.end()])


def read(text: str, **options: Any) -> str:
    """What is to be read, with ``/`` for a stop and ``//`` for the end of a paragraph.

    Character by character and whole must agree, so every case of every rule is one of streaming.
    """
    whole = cleaned(text, **options)
    assert cleaned(text, range(1, len(text)), **options) == whole
    assert whole.spans.length == len(whole.text)
    return whole.text.replace(STOP, " / ").replace(PARAGRAPH, " // ")
