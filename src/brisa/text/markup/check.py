"""All that is wrong with the markup of a whole text."""

from __future__ import annotations

from typing import Final

from brisa.text.markup.elements import Elements
from brisa.text.markup.problems import Problem
from brisa.text.markup.scan import scan_tag, skip_end
from brisa.text.markup.tags import TagMatch
from brisa.text.patterns import lazy_pattern

_MARK: Final = lazy_pattern(r"[<\[]")


def check_markup(text: str) -> list[Problem]:
    """What a request with ``malformed="refuse"`` would be refused for, in the order it is found.

    Code of markdown is not told from text here, so tags in it are checked too.
    """
    found: list[Problem] = []
    elements = Elements(keep=found.append)
    elements.push(text)
    at = _next_mark(text, 0)
    while at < len(text):
        tag = scan_tag(text, at, final=True)
        if not isinstance(tag, TagMatch):
            at = _next_mark(text, at + 1)
            continue
        elements.apply(tag, 0)
        at = tag.end
        if elements.skipping is not None:
            at = skip_end(text, at, elements.skipping, final=True)
        else:
            at = _next_mark(text, at)
    elements.end(len(text))
    return found


def _next_mark(text: str, at: int) -> int:
    found = _MARK.search(text, at)
    return found.start() if found else len(text)
