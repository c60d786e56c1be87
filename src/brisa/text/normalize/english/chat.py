"""What people type for short in chats, and what they would say for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.patterns import lazy_pattern

_SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "btw": "by the way",
        "idk": "I don't know",
        "thx": "thanks",
        "tnx": "thanks",
        "tysm": "thank you so much",
        "tbh": "to be honest",
        "brb": "be right back",
        "tmrw": "tomorrow",
        "tmr": "tomorrow",
        "tonite": "tonight",
        "pls": "please",
        "plz": "please",
        "ppl": "people",
        "imo": "in my opinion",
        "imho": "in my humble opinion",
        "afaik": "as far as I know",
        "iirc": "if I recall correctly",
        "fwiw": "for what it's worth",
        "omw": "on my way",
        "ttyl": "talk to you later",
        "nvm": "never mind",
        "irl": "in real life",
        "ikr": "I know right",
        "jk": "just kidding",
        "gr8": "great",
        "l8r": "later",
        "b4": "before",
        "bc": "because",
        "bday": "birthday",
        "msg": "message",
    }
)
_WORDS: Final = "|".join(_SHORT)


def _short(match: re.Match[str], context: Context) -> str:
    written = match.group()
    said = _SHORT[written.lower()]
    return said[0].upper() + said[1:] if written[0].isupper() else said


HINTS: Final = lazy_pattern(rf"(?<!\w)(?:{_WORDS})(?!\w)", re.IGNORECASE)

RULES: Final = (
    Rule(
        (rf"(?<![\w.@#/-])(?:{_WORDS}|{'|'.join(map(str.capitalize, _SHORT))})(?![\w/@-])"),
        _short,
        Marks.DOT,
    ),
)
"""In small letters or with a first capital; in capitals they are initialisms."""
