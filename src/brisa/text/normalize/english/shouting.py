"""Shouted sentences: most words in capitals, to be read and not spelled."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.english.initialisms import SAID, SPELLED
from brisa.text.patterns import lazy_pattern

_WORD: Final = lazy_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CAPITALS: Final = lazy_pattern(r"[A-Z]{2}")
_SHARE: Final = 0.6
_FEWEST: Final = 2


def is_shouted(text: str) -> bool:
    """At least two words, and most of all, are in capitals without being known initialisms."""
    if _CAPITALS.search(text) is None:
        return False
    words = [word for word in _WORD.findall(text) if len(word) > 1]
    plain = [word for word in words if word not in SPELLED and word not in SAID]
    loud = [word for word in plain if word.isupper()]
    return len(loud) >= _FEWEST and len(loud) >= _SHARE * len(plain)
