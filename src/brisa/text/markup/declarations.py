"""Markup that is no element: comments, declarations, instructions, CDATA, tokens of models."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.markup.attributes import speakable
from brisa.text.markup.tags import BLOCK_MAX_CHARS, WAIT, TagKind, TagMatch, Wait
from brisa.text.patterns import lazy_pattern

_CDATA: Final = "<![CDATA["
_DECLARATION: Final = lazy_pattern(r"<!(doctype|entity|element|attlist|notation)\b", re.I)
_DECLARATIONS: Final = ("<!doctype", "<!entity", "<!element", "<!attlist", "<!notation")
_DECLARED: Final = lazy_pattern(r"(?:\"[^\"<]*+\"|'[^'<]*+'|[^\"'\[\]<>])*+([\[>]?)")
_SUBSET_END: Final = lazy_pattern(r"\]\s*+>|<!doctype", re.I)
_INSTRUCTION: Final = lazy_pattern(r"<\?[A-Za-z]")
_TOKEN_BARS: Final = "|\uff5c"
_TOKEN: Final = lazy_pattern(r"<[|\uff5c]\w(?:[\w.\u2581 -]{0,58}\w)?[|\uff5c]>")
_TOKEN_PART: Final = lazy_pattern(r"<[|\uff5c](?:\w[\w.\u2581 -]{0,59}[|\uff5c]?)?")


def scan_declaration(text: str, at: int, *, final: bool) -> TagMatch | Wait | None:
    """What stands at ``text[at]``, a ``"<"`` that ``!``, ``?`` or ``|`` may follow.

    Declarations do nothing: entities they define are not known, external ones are not fetched.
    """
    limit = min(len(text), at + BLOCK_MAX_CHARS)
    more = not final and limit == len(text) and limit < at + BLOCK_MAX_CHARS
    if limit == at + 1:
        return WAIT if more else None
    if text[at + 1] == "!":
        return _exclamation(text, at, limit, more)
    if text[at + 1] == "?":
        return _instruction(text, at, limit, more)
    if text[at + 1] in _TOKEN_BARS:
        return _token(text, at, limit, more)
    return None


def _exclamation(text: str, at: int, limit: int, more: bool) -> TagMatch | Wait | None:
    if text.startswith("<!--", at):
        return _left_out(at, text.find("-->", at + 4, limit), 3, more)
    if text.startswith(_CDATA, at):
        return _literal(text, at, limit, more)
    start = _DECLARATION.match(text, at, limit)
    if start is not None and start.end() < limit:
        return _declaration(text, start, limit, more)
    head = text[at : min(limit, at + 10)].lower()
    begun = any(whole.startswith(head) for whole in (*_DECLARATIONS, _CDATA.lower(), "<!--"))
    return WAIT if more and begun else None


def _declaration(text: str, start: re.Match[str], limit: int, more: bool) -> TagMatch | Wait | None:
    head = _DECLARED.match(text, start.end(), limit)
    if head is None or (not head[1] and head.end() < limit and text[head.end()] in "<]"):
        return None
    if head[1] == ">":
        return TagMatch(TagKind.LEFT_OUT, start.start(), head.end())
    if head[1] != "[":
        return WAIT if more else None
    end = _SUBSET_END.search(text, head.end(), limit)
    if end is None:
        return WAIT if more else None
    if end.group().startswith("]"):
        return TagMatch(TagKind.LEFT_OUT, start.start(), end.end())
    return None


def _literal(text: str, at: int, limit: int, more: bool) -> TagMatch | Wait | None:
    start = at + len(_CDATA)
    end = text.find("]]>", start, limit)
    if end < 0:
        return WAIT if more else None
    content = speakable(text[start:end])
    return TagMatch(
        TagKind.LITERAL, at, end + 3, content=content, content_start=start, content_end=end
    )


def _instruction(text: str, at: int, limit: int, more: bool) -> TagMatch | Wait | None:
    if _INSTRUCTION.match(text, at, limit):
        return _left_out(at, text.find("?>", at + 3, limit), 2, more)
    return WAIT if more and limit == at + 2 else None


def _token(text: str, at: int, limit: int, more: bool) -> TagMatch | Wait | None:
    token = _TOKEN.match(text, at, limit)
    if token is not None:
        return TagMatch(TagKind.LEFT_OUT, at, token.end())
    part = _TOKEN_PART.match(text, at, limit)
    return WAIT if more and part is not None and part.end() == limit else None


def _left_out(at: int, found: int, length: int, more: bool) -> TagMatch | Wait | None:
    if found >= 0:
        return TagMatch(TagKind.LEFT_OUT, at, found + length)
    return WAIT if more else None
