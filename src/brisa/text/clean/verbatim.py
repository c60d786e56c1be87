"""Text whose every character counts: only tags are looked for, if anything."""

from __future__ import annotations

from typing import Final

from brisa.text.clean.entities import read_ampersand
from brisa.text.clean.inline import read_tag, skip_element
from brisa.text.clean.sounds import read_sound
from brisa.text.clean.state import State, Step
from brisa.text.patterns import lazy_pattern

_NEXT: Final = lazy_pattern(r"[<\[&]")


def step_verbatim(state: State, final: bool) -> Step:
    """Take everything; with ``markup``, tags and references are read."""
    window = state.window
    at, text = window.at, window.text
    if not state.options.markup:
        return state.take(at, len(text))
    if state.elements.skipping is not None:
        return skip_element(state, at, final)
    found = _NEXT.search(text, at)
    end = found.start() if found else len(text)
    if end > at:
        return state.take(at, end)
    if text[at] == "&":
        return read_ampersand(state, at, final)
    if (sound := read_sound(state, at)) is not None:
        return sound
    tag = read_tag(state, at, final)
    return state.mark(at) if tag is None else tag
