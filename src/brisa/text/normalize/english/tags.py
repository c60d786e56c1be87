"""Hashtags, handles and ticker symbols."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.initialisms import is_word
from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import number
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_HUMP: Final = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+|[^\W\d_]")


def split_words(name: str, *, shouted: bool = False) -> str:
    """``ThrowbackThursday`` and ``john_doe`` as words; capitals together are spelled, unless they
    are those of ``MAX_SIZE``."""
    return " ".join(_say(part, shouted) for part in _HUMP.findall(name))


def _say(part: str, shouted: bool) -> str:
    if part.isdecimal():
        return number(part)
    if part.isupper() and (len(part) == 1 or not is_word(part, shouted=shouted and len(part) > 2)):
        return spelled(part) if part.isascii() else part
    return part.lower() if part.isupper() else part


def _hashtag(match: re.Match[str], context: Context) -> str:
    return f"hashtag {split_words(match.group('name'))}"


def _handle(match: re.Match[str], context: Context) -> str:
    return f"at {split_words(match.group('name').replace('.', '_'))}"


def _ticker(match: re.Match[str], context: Context) -> str:
    return spelled(match.group("name"))


RULES: Final = (
    Rule(
        (r"(?<![\w&#/])#(?![A-Z]{1,5}-?\d+\b)(?P<name>\w*[^\W\d_]\w*)"),
        _hashtag,
        Marks.SYMBOL,
    ),
    Rule((r"(?<![\w.@])@(?P<name>[^\W\d_]\w*(?:\.\w+)*)"), _handle, Marks.SYMBOL),
    Rule((r"(?<![\w$])\$(?P<name>[A-Z]{1,5})(?![\w$])"), _ticker, Marks.SYMBOL),
)
"""Of social networks, and of the stock exchange."""
