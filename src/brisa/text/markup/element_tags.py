"""One tag of an element: ``<name a="1">``, ``</name>``, ``<name/>``.

What looks like a comparison (``a < b``, ``x<y``, ``if a<b and c>d``), a type (``List<String>``) or
an address (``<joe@example.com>``) is none. The rules of XML are relaxed as HTML relaxes them, and a
name of SSML or HTML that begins a tag well is a tag though its rest is wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from brisa.text.markup.attributes import AttributeList, Stop, read_attributes, spoken_value
from brisa.text.markup.tags import TAG_MAX_CHARS, WAIT, TagKind, TagMatch, Wait
from brisa.text.markup.vocabulary import BARE_ATTRIBUTES, KNOWN, VOID
from brisa.text.patterns import lazy_pattern

_NAME: Final = lazy_pattern(r"[A-Za-z][A-Za-z0-9_.:-]*+")
_END_OF_CLOSING: Final = lazy_pattern(r"\s*+(>?)")
_TAG_END: Final = lazy_pattern(r"[<>]")
_BARE_ARE_WORDS: Final = 2
"""So many names without a value in a broken tag are words of a text that has swallowed its end."""

BAD_ATTRIBUTE: Final = (
    'An attribute of this tag cannot be understood. Write attributes as name="value".'
)
NOT_CLOSED: Final = 'This tag does not end. Add ">".'


def scan_element_tag(text: str, at: int, *, final: bool, before: str) -> TagMatch | Wait | None:
    """The tag at ``text[at]``, a ``"<"``. ``before`` is the character before it."""
    limit = min(len(text), at + TAG_MAX_CHARS)
    more = not final and limit == len(text) and limit < at + TAG_MAX_CHARS
    closing = text.startswith("/", at + 1)
    name = _NAME.match(text, at + 1 + closing, limit)
    if name is None:
        return WAIT if more and limit == at + 1 + closing else None
    if closing:
        return _closing_tag(text, at, name, limit, more)
    found = read_attributes(text, name.end(), limit)
    if found.stop is Stop.CUT and more:
        return WAIT
    return _opening_tag(text, at, name.group().lower(), found, limit, before) or _broken_tag(
        text, at, name, found, limit, more
    )


def _closing_tag(
    text: str, at: int, name: re.Match[str], limit: int, more: bool
) -> TagMatch | Wait | None:
    end = _END_OF_CLOSING.match(text, name.end(), limit)
    if end is None:
        return None
    tag = TagMatch(TagKind.CLOSE, at, end.end(), name.group().lower())
    if end[1]:
        return tag
    if end.end() < limit:
        return None
    if more:
        return WAIT
    at_end = limit == len(text) and limit < at + TAG_MAX_CHARS
    return replace(tag, problem=NOT_CLOSED) if at_end and tag.name in KNOWN else None


def _opening_tag(
    text: str, at: int, name: str, found: AttributeList, limit: int, before: str
) -> TagMatch | None:
    if found.stop not in (Stop.CLOSED, Stop.EMPTY):
        return None
    empty = found.stop is Stop.EMPTY or name in VOID
    if not empty and not found.given and _is_type(text, at, name, before):
        return None
    kind = TagKind.EMPTY if empty else TagKind.OPEN
    tag = TagMatch(kind, at, found.end, name, tuple(found.given))
    if set(found.bare) <= BARE_ATTRIBUTES:
        return tag
    if _robust(name) and (found.valued or found.stop is Stop.EMPTY):
        return replace(tag, problem=BAD_ATTRIBUTE)
    return None


def _is_type(text: str, at: int, name: str, before: str) -> bool:
    """A type's argument in a program: ``vector<int>``, ``List<T>``."""
    glued = before.isalnum() or before == "_"
    return glued and (name not in KNOWN or (len(name) == 1 and text[at + 1].isupper()))


def _broken_tag(
    text: str, at: int, name: re.Match[str], found: AttributeList, limit: int, more: bool
) -> TagMatch | Wait | None:
    """A tag that cannot be understood to its end, but is meant as one beyond doubt.

    It ends at its ``>``, or where its attributes stop being any: words that follow are not lost.
    """
    lower = name.group().lower()
    if found.stop in (Stop.CLOSED, Stop.EMPTY) or not (_robust(lower) and found.valued):
        return None
    bracket = _TAG_END.search(text, name.end(), limit)
    if bracket is None and more:
        return WAIT
    if bracket is not None:
        found = read_attributes(text, name.end(), bracket.start())
    kind = TagKind.EMPTY if lower in VOID else TagKind.OPEN
    tag = TagMatch(kind, at, limit, lower, tuple(found.given), problem=BAD_ATTRIBUTE)
    if bracket is not None and bracket.group() == ">" and len(found.bare) < _BARE_ARE_WORDS:
        return _with_open_value(text, replace(tag, end=bracket.end()), found, bracket.start())
    if found.sound_end is not None:
        return replace(tag, end=found.sound_end, problem=NOT_CLOSED)
    cut_off = bracket is None and limit == len(text) and not found.bare
    if cut_off and " " not in text[found.open_value_start or limit : limit]:
        return _with_open_value(text, replace(tag, problem=NOT_CLOSED), found, limit)
    return None


def _with_open_value(text: str, tag: TagMatch, found: AttributeList, end: int) -> TagMatch:
    if not found.open_name:
        return tag
    value = spoken_value(text[found.open_value_start : end].rstrip(" /\"'"))
    return replace(tag, attributes=(*tag.attributes, (found.open_name, value)))


def _robust(name: str) -> bool:
    """A name that is not one of a variable's."""
    return name in KNOWN and len(name) > 1
