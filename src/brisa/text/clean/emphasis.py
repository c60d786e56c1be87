"""Emphasis and strikethrough: which ``*``, ``_`` and ``~~`` are marks, and which are text.

The flanking rules of CommonMark 0.31 (section 6.2), decided by the characters beside a run alone,
and stricter: ``2 * 3``, ``a*b*c``, ``f(x)*2``, ``4* rating``, ``snake_case`` and ``__init__`` stay.
"""

from __future__ import annotations

import re
from typing import Final

from brisa.text.clean.state import WAIT, State, Step, needs_more
from brisa.text.patterns import lazy_pattern

RUN_MAX_CHARS: Final = 32
"""A longer run is no emphasis but a line drawn."""

_RUNS: Final = {mark: lazy_pattern(re.escape(mark) + "{1,32}") for mark in "*_~"}
_DUNDER: Final = lazy_pattern(r"__[a-z]{2,24}(?:_[a-z]{1,12})?__(?![A-Za-z0-9_])")
_DUNDER_SO_FAR: Final = lazy_pattern(r"__[a-z_]{0,40}\Z")
_DUNDER_WORDS: Final = (
    "init main name file doc all dict class module call iter next aiter anext len eq ne lt le gt ge"
    " str repr hash bool enter exit aenter aexit getitem setitem delitem getattr setattr delattr"
    " getattribute contains add sub mul div truediv floordiv mod pow neg pos abs and or xor invert"
    " new del slots version author path spec loader package builtins import future annotations"
    " post_init init_subclass set_name get set delete copy deepcopy reduce format sizeof index int"
    " float complex round await missing reversed bases mro subclasses qualname self"
)
_DUNDER_NAMES: Final = frozenset(_DUNDER_WORDS.split())
_SPACES: Final = " \n"
_CLOSES_BEFORE: Final = " \n.,;:!?'\")]}*_~`<|…"


def read_emphasis(state: State, at: int, final: bool) -> Step:
    """A run of ``*``, ``_`` or ``~``."""
    text = state.window.text
    mark = text[at]
    found = _RUNS[mark].match(text, at)
    end = found.end() if found else at + 1
    if needs_more(text, end, final) and end - at < RUN_MAX_CHARS:
        return WAIT
    before = state.before(at)
    if end - at == RUN_MAX_CHARS or (before == mark and not _escaped(text, at - 1)):
        return state.leave_out(end)
    after = text[end] if end < len(text) else "\n"
    if mark == "_" and end - at == 2 and not before.isalnum():
        if not final and _DUNDER_SO_FAR.match(text, at):
            return WAIT
        dunder = _DUNDER.match(text, at)
        if dunder is not None and dunder.group()[2:-2] in _DUNDER_NAMES:
            return state.take(at, dunder.end())
    if _is_text(state, text, at, end, before, after):
        return state.marks(at, end)
    return end


def _escaped(text: str, at: int) -> bool:
    return at > 0 and text[at - 1] == "\\"


def _is_text(state: State, text: str, at: int, end: int, before: str, after: str) -> bool:
    """Also counts what is opened and closed."""
    mark, length = text[at], end - at
    open_runs = state.openers.get(mark, 0)
    if (before in _SPACES and after in _SPACES) or (mark == "~" and length != 2):
        return True
    if before.isalnum() and after.isalnum():
        if _inside_word(mark, length, before, after, open_runs > 0):
            return True
        state.openers[mark] = max(0, open_runs - 1)
        return False
    opens = after not in _SPACES and (after.isalnum() or not before.isalnum())
    closes = before not in _SPACES and (before.isalnum() or not after.isalnum())
    if opens and not closes:
        if mark == "*" and length == 1 and _is_operator(text, at, before, after):
            return True
        state.openers[mark] = open_runs + 1
        return False
    if open_runs:
        state.openers[mark] = open_runs - 1
        return False
    return _is_lone_close(mark, length, before, after, opens)


def _inside_word(mark: str, length: int, before: str, after: str, opened: bool) -> bool:
    if _wide(before) or _wide(after):
        return mark == "_"
    if mark == "_" or length == 1 or (before.isdigit() and after.isdigit()):
        return True
    return not opened and mark == "*"


def _is_operator(text: str, at: int, before: str, after: str) -> bool:
    """``f(x)*2``, ``5 *3``, ``*.py``."""
    if before in ")]}":
        return True
    if after.isdigit() and text[max(0, at - 8) : at].rstrip(" ")[-1:].isdigit():
        return True
    return after == "."


def _is_lone_close(mark: str, length: int, before: str, after: str, opens: bool) -> bool:
    """Right-flanking, with nothing open: a footnote's asterisk is dropped, an operand's stays."""
    if mark == "_":
        return before.isalnum() and length < 3
    if length == 1 and (before.isdigit() or opens):
        return True
    return after not in _CLOSES_BEFORE


def _wide(character: str) -> bool:
    return "\u2e80" <= character <= "\ud7ff"
