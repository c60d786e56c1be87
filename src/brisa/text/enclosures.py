"""Brackets and tags are not cut at a stop inside them, if they close soon."""

from __future__ import annotations

from typing import Final

from brisa.text.patterns import lazy_pattern

BRACKET_MAX_CHARS: Final = 60
"""A longer bracket is a text of its own and may be cut."""

TAG_MAX_CHARS: Final = 140

_ENDS: Final = {"(": (")", BRACKET_MAX_CHARS), "[": ("]", BRACKET_MAX_CHARS), "<": (">", 0)}
_SHORT: Final = lazy_pattern(
    rf"\([^()]{{0,{BRACKET_MAX_CHARS}}}\)|\[[^\[\]]{{0,{BRACKET_MAX_CHARS}}}\]"
)
_SMILEY_EYES: Final = ":;=-"


def is_enclosed(text: str, at: int, end: int, *, look_behind: int, final: bool) -> bool | None:
    """Whether the stop at ``at``..``end`` stands in a short bracket or tag; ``None``: wait.

    Looks back ``look_behind`` characters from ``at``, and ahead as far as the bracket may reach.
    """
    low = max(0, at - look_behind)
    opener = max(text.rfind("(", low, at), text.rfind("[", low, at), text.rfind("<", low, at))
    if opener < 0 or not _opens(text, opener):
        return False
    closer, reach = _ENDS[text[opener]]
    limit = opener + (reach or TAG_MAX_CHARS)
    if text.find(closer, opener, end) >= 0:
        return False
    close, line_end = text.find(closer, end, limit), text.find("\n", end, limit)
    if close >= 0 or line_end >= 0:
        return close >= 0 and not 0 <= line_end < close
    return None if len(text) < limit and not final else False


def _opens(text: str, at: int) -> bool:
    if text[at] == "<":
        return at + 1 < len(text) and (text[at + 1].isalpha() or text[at + 1] == "/")
    return not (at and text[at - 1] in _SMILEY_EYES)


def open_bracket(text: str, start: int, at: int) -> bool:
    """Whether a bracket opened in ``start``..``at`` is still open at ``at``, and not for long."""
    low = max(start, at - BRACKET_MAX_CHARS)
    opener = max(text.rfind("(", low, at), text.rfind("[", low, at))
    return opener >= 0 and text.find(_ENDS[text[opener]][0], opener, at) < 0


def short_brackets(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The brackets in ``text[start:end]`` that are closed and short enough to be kept whole."""
    return [match.span() for match in _SHORT.finditer(text, start, end)]
