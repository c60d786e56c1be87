"""Attributes of a tag: ``a="1" b='2' c=3 hidden``, read one after the other."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from brisa.text.cleaned import CONTROLS
from brisa.text.patterns import lazy_pattern

_SPACE: Final = lazy_pattern(r"\s*+")
_NAME: Final = lazy_pattern(r"[A-Za-z_@:][\w.:-]*+")
_LETTERS: Final = lazy_pattern(r"[^\W_]++")
_EQUALS: Final = lazy_pattern(r"[\w.:-]*+\s*+=")
_UNQUOTED: Final = lazy_pattern(r"[^\s\"'=<>`“”]++")
_QUOTES: Final = {'"': '"', "'": "'", "“": "”“", "”": "”“"}
_UNSPEAKABLE: Final = lazy_pattern(f"[{''.join(sorted(CONTROLS))}\\x00\\ud800-\\udfff]")


class Stop(Enum):
    """Why reading ended: at ``>``, at ``/>``, at what is no attribute, or with the text."""

    CLOSED = "closed"
    EMPTY = "empty"
    WRONG = "wrong"
    CUT = "cut"


@dataclass(slots=True)
class AttributeList:
    """What was read. ``end`` is where reading ended (after the ``>`` if it got there). ``bare`` are
    names without a value. ``valued``: a name and its ``=`` were seen, were the value cut off or
    not. ``sound_end`` is where the values before the first bare name end. ``open_name`` has a
    quoted value that begins at ``open_value_start`` and does not end."""

    end: int
    stop: Stop = Stop.CUT
    given: list[tuple[str, str]] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)
    valued: bool = False
    sound_end: int | None = None
    open_name: str = ""
    open_value_start: int = 0


def read_attributes(text: str, at: int, limit: int) -> AttributeList:
    """The attributes that follow an element's name, which ends at ``at``; nothing at or after
    ``limit`` is looked at."""
    found = AttributeList(at)
    while True:
        start = _skip_space(text, found.end, limit)
        if _closed(found, text, start, limit):
            return found
        separated = start > found.end or text[start - 1] in "\"'“”"
        name = _NAME.match(text, start, limit)
        if name is None or not separated:
            return _stopped(found, start, Stop.WRONG)
        if not _read_value(found, name.group().lower(), text, name.end(), limit):
            return found


def spoken_value(raw: str) -> str:
    """Entities decoded, once; without what cannot be spoken or means something else here."""
    return speakable(html.unescape(raw))


def speakable(raw: str) -> str:
    """Without what cannot be spoken or means something else in cleaned text."""
    return _UNSPEAKABLE.sub("", raw)


def _closed(found: AttributeList, text: str, at: int, limit: int) -> bool:
    if at == limit:
        _stopped(found, at, Stop.CUT)
    elif text[at] == ">":
        _stopped(found, at + 1, Stop.CLOSED)
    elif text[at] == "/":
        after = _skip_space(text, at + 1, limit)
        if after == limit:
            _stopped(found, at, Stop.CUT)
        elif text[after] == ">":
            _stopped(found, after + 1, Stop.EMPTY)
        else:
            _stopped(found, at, Stop.WRONG)
    else:
        return False
    return True


def _read_value(found: AttributeList, name: str, text: str, at: int, limit: int) -> bool:
    equals = _skip_space(text, at, limit)
    if equals == limit:
        _stopped(found, at, Stop.CUT)
        return False
    if text[equals] != "=":
        found.bare.append(name)
        found.given.append((name, ""))
        found.end = at
        return True
    found.valued = True
    start = _skip_space(text, equals + 1, limit)
    if start == limit:
        _stopped(found, start, Stop.CUT)
        return False
    if text[start] in _QUOTES:
        return _read_quoted(found, name, text, start, limit)
    return _read_unquoted(found, name, text, start, limit)


def _read_quoted(found: AttributeList, name: str, text: str, start: int, limit: int) -> bool:
    end = _quote_end(text, start, limit)
    if end < 0:
        found.open_name, found.open_value_start = name, start + 1
        _stopped(found, limit, Stop.CUT)
        return False
    _give(found, name, spoken_value(text[start + 1 : end]), end + 1)
    return True


def _quote_end(text: str, start: int, limit: int) -> int:
    """The quote that ends the value whose first one is at ``start``; -1 if there is none."""
    at = start
    while True:
        ends = [text.find(quote, at + 1, limit) for quote in _QUOTES[text[start]]]
        at = min((end for end in ends if end >= 0), default=-1)
        if at <= start + 1 or text[at] != "'" or not _is_apostrophe(text, at, limit):
            return at


def _is_apostrophe(text: str, at: int, limit: int) -> bool:
    """``'it's'``: a letter before it and behind it, and no attribute follows."""
    following = _LETTERS.match(text, at + 1, limit)
    return (
        text[at - 1].isalnum()
        and following is not None
        and _EQUALS.match(text, following.end(), limit) is None
    )


def _read_unquoted(found: AttributeList, name: str, text: str, start: int, limit: int) -> bool:
    value = _UNQUOTED.match(text, start, limit)
    if value is None:
        _stopped(found, start, Stop.WRONG)
        return False
    end = value.end()
    if end == limit:
        _stopped(found, end, Stop.CUT)
        return False
    if text[end] == ">" and text[end - 1] == "/":
        end -= 1
    _give(found, name, spoken_value(text[start:end]), end)
    return True


def _give(found: AttributeList, name: str, value: str, end: int) -> None:
    found.given.append((name, value))
    found.end = end
    if not found.bare:
        found.sound_end = end


def _skip_space(text: str, at: int, limit: int) -> int:
    space = _SPACE.match(text, at, limit)
    return space.end() if space else at


def _stopped(found: AttributeList, at: int, stop: Stop) -> AttributeList:
    found.end = at
    found.stop = stop
    return found
