"""Elements that are taken together with what they hold, for which the scanner looks ahead."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from brisa.text.markup.alphabets import to_ipa
from brisa.text.markup.attributes import spoken_value
from brisa.text.markup.tags import (
    BLOCK_MAX_CHARS,
    CONTENT_MAX_CHARS,
    TAG_MAX_CHARS,
    WAIT,
    TagKind,
    TagMatch,
    Wait,
)
from brisa.text.markup.vocabulary import LEFT_OUT, MACHINE_TALK
from brisa.text.patterns import lazy_pattern

Scan: TypeAlias = Callable[[str, int, bool], TagMatch | Wait | None]
"""``(text, at, final)``: one tag, whatever it holds."""

HELD: Final = frozenset(("say-as", "sub", "phoneme"))

_EXPONENT: Final = lazy_pattern(r"[+\u2212-]?[0-9]{1,6}+")
_EXPONENT_PART: Final = lazy_pattern(r"[+\u2212-]?[0-9]{0,6}+")
_CODE_CHARS: Final = frozenset("{}()[];=<>")
_CODE_SHARE: Final = 0.02
"""Programs are a tenth such characters, prose a two-hundredth."""

_UNCLOSED: Final = (
    f"This element does not end within {CONTENT_MAX_CHARS} characters; what follows is read as "
    "text. Add its closing tag."
)
_STRAY: Final = (
    f"This element does not end within {BLOCK_MAX_CHARS} characters; its name and what follows are "
    "read as text. Add its closing tag."
)
_NO_INTERPRET_AS: Final = "say-as needs interpret-as; what it holds is read as text."
_NO_ALIAS: Final = "The alias of sub is empty; what it holds is read instead."
_NO_SOUNDS: Final = (
    "phoneme needs ph, written in the alphabet it names: ipa, x-sampa or cmu-arpabet. What it "
    "holds is read as text."
)


def with_content(text: str, tag: TagMatch, scan: Scan, *, final: bool) -> TagMatch | Wait:
    """The opening ``tag`` of one of ``HELD``, or of what its element holds and ends with too."""
    problem = _fault(tag)
    if problem is not None:
        return replace(tag, problem=problem)
    if tag.kind is TagKind.EMPTY:
        return replace(tag, kind=TagKind.WHOLE, content_start=tag.end, content_end=tag.end)
    if tag.name == "sub" and tag.attribute("alias") is None:
        return tag
    start, limit = tag.end, tag.end + TAG_MAX_CHARS
    window, at, chars = text[start:limit], 0, 0
    closed = final or len(text) >= limit
    parts: list[str] = []
    while True:
        found = window.find("<", at)
        upto = found if found >= 0 else len(window)
        chars += upto - at
        parts.append(spoken_value(window[at:upto]))
        if chars > CONTENT_MAX_CHARS or (found < 0 and closed):
            return replace(tag, problem=_UNCLOSED)
        inner = WAIT if found < 0 else scan(window, found, closed)
        if isinstance(inner, Wait):
            return inner
        if inner is None:
            parts.append("<")
            chars, at = chars + 1, found + 1
            continue
        if inner.kind is TagKind.CLOSE and inner.name == tag.name:
            return _whole(tag, "".join(parts), start + found, start + inner.end)
        if inner.name in HELD or inner.name == "speak":
            return replace(tag, problem=_UNCLOSED)
        chars += len(inner.content)
        parts.append(inner.content)
        at = inner.end


def exponent(text: str, tag: TagMatch, *, final: bool) -> TagMatch | Wait:
    """The opening ``sup``, or a whole one that holds a number."""
    part = _EXPONENT_PART.match(text, tag.end)
    end = part.end() if part else tag.end
    rest = text[end : end + 6].lower()
    number = _EXPONENT.fullmatch(text, tag.end, end)
    if rest == "</sup>" and number:
        return _whole(tag, number.group(), end, end + 6)
    return WAIT if not final and len(rest) < 6 and "</sup>".startswith(rest) else tag


def left_out(text: str, tag: TagMatch, *, final: bool, line_start: bool) -> TagMatch | Wait:
    """The opening ``tag`` of one of ``LEFT_OUT``, with its content where it ends soon.

    What a model says to itself begins a line, and is left out however long it is; the same name in
    the middle of a sentence, and other elements that do not end, are there because somebody writes
    about them. Then only what looks like a program is left out.
    """
    if tag.kind is TagKind.EMPTY:
        return replace(tag, kind=TagKind.LEFT_OUT)
    if tag.name in MACHINE_TALK and line_start:
        return replace(tag, kind=TagKind.SKIP)
    limit = tag.end + BLOCK_MAX_CHARS
    found = _END_OR_AGAIN[tag.name].search(text, tag.end, limit)
    if found is not None and found.group().startswith("</"):
        return replace(tag, kind=TagKind.LEFT_OUT, end=found.end())
    if found is None and not final and len(text) < limit:
        return WAIT
    if found is None and _is_code(text[tag.end : limit]):
        return replace(tag, kind=TagKind.SKIP)
    return _written_about(text, tag)


def skip_end(text: str, at: int, name: str, *, final: bool) -> int:
    """Up to where ``text[at:]`` belongs to the content of the open element ``name``.

    If its closing tag has come, or the beginning of one, it stands at the place returned, where
    ``scan_tag`` finds it or waits for the rest; otherwise it is the end of ``text``. Never less
    than ``at``.
    """
    if name not in _END:
        raise ValueError("no element whose content is left out")
    found = _END[name].search(text, at)
    if found is not None:
        return found.start()
    part = text.rfind("<", max(at, len(text) - len(name) - 2 - _SPACES_MAX))
    begins = part >= 0 and not final and _begins_end(text[part:].lower(), f"</{name}")
    return part if begins else len(text)


_SPACES_MAX: Final = 16


_END: Final = {
    name: lazy_pattern(rf"</{re.escape(name)}\s{{0,{_SPACES_MAX}}}>", re.I) for name in LEFT_OUT
}
_END_OR_AGAIN: Final = {
    name: lazy_pattern(rf"{end.pattern}|<{re.escape(name)}(?=[\s/>])", re.I)
    for name, end in _END.items()
}


def _begins_end(tail: str, end: str) -> bool:
    return end.startswith(tail) or (tail.startswith(end) and tail[len(end) :].isspace())


def _is_code(content: str) -> bool:
    marks = sum(char in _CODE_CHARS for char in content)
    return marks > len(content) * _CODE_SHARE


def _written_about(text: str, tag: TagMatch) -> TagMatch:
    start, end = tag.start + 1, tag.start + 1 + len(tag.name)
    tag = replace(tag, kind=TagKind.LITERAL, content=text[start:end], problem=_STRAY)
    return replace(tag, content_start=start, content_end=end)


def _whole(tag: TagMatch, content: str, content_end: int, end: int) -> TagMatch:
    return replace(
        tag,
        kind=TagKind.WHOLE,
        content=content,
        content_start=tag.end,
        content_end=content_end,
        end=end,
    )


def _fault(tag: TagMatch) -> str | None:
    if tag.name == "say-as" and not (tag.attribute("interpret-as") or "").strip():
        return _NO_INTERPRET_AS
    alias = tag.attribute("alias") if tag.name == "sub" else None
    if alias is not None and not alias.strip():
        return _NO_ALIAS
    if tag.name == "phoneme":
        ipa = to_ipa(tag.attribute("alphabet") or "", tag.attribute("ph") or "")
        return None if ipa else _NO_SOUNDS
    return None
