"""Links, images, references and footnote marks: the label is read, the address is not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from brisa.text.clean.state import WAIT, State, Step, Wait, needs_more
from brisa.text.patterns import lazy_pattern

LABEL_MAX_CHARS: Final = 300
TARGET_MAX_CHARS: Final = 2_000
_DEPTH_MAX: Final = 4
_PARENTHESES_MAX: Final = 8

_BRACKETS: Final = lazy_pattern(r"[\[\]\\]|\n *\n")
_TARGET: Final = lazy_pattern(r"[()\\\n]| (?=.)")
_ANGLE_END: Final = lazy_pattern(r"[>\n]")
_TITLE: Final = lazy_pattern(
    r""" {1,4}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)) {0,4}\)"""
)
_TITLE_MAX_CHARS: Final = 312
_REFERENCE: Final = lazy_pattern(r"\[[^\[\]\n]{0,300}\]")
_REFERENCE_BROKEN: Final = lazy_pattern(r"[\[\]\n]")
_FOOTNOTE: Final = lazy_pattern(r"\[\^[^\]\[\s]{1,32}\]")
_FOOTNOTE_SO_FAR: Final = lazy_pattern(r"\[\^[^\]\[\s]{0,32}\Z")
_DEFINITION: Final = lazy_pattern(
    r""": *(?=<?[a-zA-Z][a-zA-Z0-9+.-]{0,30}:|[^\s]{0,100}[./#])[^\s]+"""
    r"""(?: +(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))? *(?=\n|\Z)"""
)
_ADDRESS_LIKE: Final = lazy_pattern(r"[/:.#@]")
_AUTOLINK: Final = lazy_pattern(
    r"<(?:mailto:)?((?:https?|ftp)://[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>", re.IGNORECASE
)
_AUTOLINK_SO_FAR: Final = lazy_pattern(
    r"<(?:(?:(?:https?|ftp)://|mailto:)[^\s<>]{0,2000}|[\w.+-]{1,64}(?:@[\w.-]{0,255})?)\Z", re.I
)
_SCHEMES: Final = ("http://", "https://", "ftp://", "mailto:")


class LinkKind(Enum):
    """What was found at a bracket."""

    LINK = "link"
    FOOTNOTE = "footnote"
    DEFINITION = "definition"


@dataclass(frozen=True, slots=True)
class Link:
    """The label stands at ``start``..``close``, the whole ends at ``end``."""

    kind: LinkKind
    start: int
    close: int
    end: int


def find_close(text: str, at: int, final: bool) -> int | Wait | None:
    """The bracket that closes the one at ``at``, in the same paragraph and not far."""
    limit = at + LABEL_MAX_CHARS
    depth, place = 0, at
    while found := _BRACKETS.search(text, place, limit):
        place = found.end() + (found.group() == "\\")
        if found.group() == "[":
            depth += 1
            if depth > _DEPTH_MAX:
                return None
        elif found.group() == "]":
            depth -= 1
            if depth == 0:
                return found.start()
        elif found.group() != "\\":
            return None
    return WAIT if needs_more(text, limit, final) else None


def find_link(text: str, at: int, final: bool, *, line_begins: bool) -> Link | Wait | None:
    """What begins with the bracket at ``at``; ``None``: it is text."""
    footnote = _FOOTNOTE.match(text, at)
    if footnote is not None:
        return _footnote(text, at, footnote.end(), final, line_begins)
    if not final and _FOOTNOTE_SO_FAR.match(text, at):
        return WAIT
    close = find_close(text, at, final)
    if close is WAIT or close is None:
        return close
    if needs_more(text, close + 1, final):
        return WAIT
    following = text[close + 1 : close + 2]
    if following == "(":
        return _inline(text, at, close, final)
    if following == "[":
        return _by_reference(text, at, close, final)
    if following == ":" and line_begins:
        return _definition(text, at, close, final)
    return None


def _footnote(text: str, at: int, end: int, final: bool, line_begins: bool) -> Link | Wait:
    if line_begins and needs_more(text, end, final):
        return WAIT
    end += line_begins and text.startswith(":", end)
    return Link(LinkKind.FOOTNOTE, at, end, end)


def _inline(text: str, at: int, close: int, final: bool) -> Link | Wait | None:
    end = _target_end(text, close + 1, final)
    if end is WAIT or end is None:
        return end
    glued = at > 0 and text[at - 1].isalnum() and text[at - 1].isascii()
    if glued and not _ADDRESS_LIKE.search(text, close + 2, end):
        return None
    return Link(LinkKind.LINK, at + 1, close, end)


def _target_end(text: str, at: int, final: bool) -> int | Wait | None:
    """Behind the parenthesis that closes the one at ``at``; no spaces but before a title."""
    limit, depth = at + TARGET_MAX_CHARS, 0
    place = _angled_end(text, at + 1, limit, final)
    if place is WAIT:
        return WAIT
    if place is None:
        place = at
    else:
        depth = 1
    while found := _TARGET.search(text, place, limit):
        mark, place = found.group(), found.end()
        if mark == "(":
            depth += 1
            if depth > _PARENTHESES_MAX:
                return None
        elif mark == ")":
            depth -= 1
            if depth == 0:
                return place
        elif mark == "\\":
            place += 1
        elif mark == " ":
            return _title_end(text, found.start(), final)
        else:
            return None
    return WAIT if needs_more(text, limit, final) else None


def _angled_end(text: str, at: int, limit: int, final: bool) -> int | Wait | None:
    """Behind an address in angle brackets, which may hold spaces; ``None``: there is none."""
    if not text.startswith("<", at):
        return None
    found = _ANGLE_END.search(text, at, limit)
    if found is None and needs_more(text, limit, final):
        return WAIT
    return found.end() if found is not None and found.group() == ">" else None


def _title_end(text: str, at: int, final: bool) -> int | Wait | None:
    rest = text[at : at + 2].lstrip(" ")
    if rest.startswith(")"):
        return at + 2
    if rest and rest[0] not in "\"'(":
        return None
    title = _TITLE.match(text, at)
    if title is not None:
        return title.end()
    limit = at + _TITLE_MAX_CHARS
    broken = text.find("\n", at, limit) >= 0
    return WAIT if not broken and needs_more(text, limit, final) else None


def _by_reference(text: str, at: int, close: int, final: bool) -> Link | Wait | None:
    """``[label][name]`` and ``[label][]``; ``[1][2]`` and ``x[i][j]`` are text."""
    glued = at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_)]")
    has_letters = any(map(str.isalpha, text[at + 1 : close]))
    if glued or not has_letters:
        return None
    found = _REFERENCE.match(text, close + 1)
    if found is not None:
        return Link(LinkKind.LINK, at + 1, close, found.end())
    limit = close + 1 + LABEL_MAX_CHARS
    closed = _REFERENCE_BROKEN.search(text, close + 2, limit)
    return WAIT if closed is None and needs_more(text, limit, final) else None


def _definition(text: str, at: int, close: int, final: bool) -> Link | Wait | None:
    limit = close + TARGET_MAX_CHARS
    line_end = text.find("\n", close, limit)
    if line_end < 0 and needs_more(text, limit, final):
        return WAIT
    found = _DEFINITION.match(text, close + 1, line_end if line_end >= 0 else limit)
    return Link(LinkKind.DEFINITION, at, close, found.end()) if found else None


def take_link(state: State, link: Link) -> int:
    """Go on behind what is left out; the end of a label is met later."""
    if link.kind is LinkKind.LINK:
        base = state.window.base
        state.labels.append((base + link.close, base + link.end))
        return link.start
    if link.kind is LinkKind.FOOTNOTE:
        return link.end
    state.writer.seam()
    return link.end


def read_bang(state: State, at: int, final: bool) -> Step:
    """The exclamation mark before an image is part of it."""
    text = state.window.text
    if needs_more(text, at + 1, final):
        return WAIT
    if text[at + 1 : at + 2] == "[":
        link = find_link(text, at + 1, final, line_begins=False)
        if link is WAIT:
            return WAIT
        if isinstance(link, Link) and link.kind is LinkKind.LINK:
            return take_link(state, link)
    return state.mark(at)


def read_autolink(state: State, at: int, final: bool) -> Step | None:
    """``<https://example.com>`` keeps its address; ``None``: there is none."""
    text = state.window.text
    found = _AUTOLINK.match(text, at)
    if found is not None:
        state.take(*found.span(1))
        return found.end()
    head = text[at + 1 : at + 9].lower()
    if final or len(text) - at > TARGET_MAX_CHARS:
        return None
    begun = at + 1 + len(head) == len(text) and any(one.startswith(head) for one in _SCHEMES)
    return WAIT if begun or _AUTOLINK_SO_FAR.match(text, at) else None
