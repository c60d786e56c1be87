"""HTML's character references, decoded once.

Without a semicolon only the names that HTML allows to end so, and only where neither a letter, a
digit nor ``=`` follows: ``?a=1&copy=2`` and ``&copyright`` are text.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import Final

from brisa.text.clean.fold import ZWJ, ZWNJ, fold, fold_strict
from brisa.text.clean.state import WAIT, State, Step
from brisa.text.patterns import lazy_pattern

ENTITY_MAX_CHARS: Final = 32
_REFERENCE: Final = lazy_pattern(
    r"&(?:#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,31})"
)
_SO_FAR: Final = lazy_pattern(
    r"&(?:#(?:[0-9]{0,7}|[xX][0-9a-fA-F]{0,6})|[A-Za-z][A-Za-z0-9]{0,31})?\Z"
)


def read_ampersand(state: State, at: int, final: bool) -> Step:
    """A reference, or an ampersand."""
    text = state.window.text
    if not final and _SO_FAR.match(text, at):
        return WAIT
    found = _REFERENCE.match(text, at)
    decoded = _decoded(text, found) if found else None
    if found is None or decoded is None:
        return state.mark(at)
    end = found.end() + text.startswith(";", found.end())
    _write(state, decoded, *state.window.span(at, end))
    return end


def _decoded(text: str, found: re.Match[str]) -> str | None:
    name = found.group()[1:]
    following = text[found.end() : found.end() + 1]
    if name.startswith("#"):
        return html.unescape(f"&{name};") if following == ";" or not following.isalnum() else None
    if following == ";" and f"{name};" in html5:
        return html5[f"{name};"]
    if following != "=" and not following.isalnum():
        return html5.get(name)
    return None


def _write(state: State, decoded: str, start_char: int, end_char: int) -> None:
    if not state.options.clean:
        decoded = fold_strict(decoded)
        if decoded:
            state.writer.raw(decoded, start_char, end_char)
        return
    for character in fold(decoded).replace("…", "..."):
        if character in " \n":
            state.writer.space(start_char, end_char)
        elif character not in (ZWJ, ZWNJ):
            state.writer.character(character, start_char, end_char)
