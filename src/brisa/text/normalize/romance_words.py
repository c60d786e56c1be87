"""Ordinals and agreement that Portuguese and Spanish share."""

from __future__ import annotations

import re
from typing import Final

_FEMININE: Final = re.compile(
    r"(?:as?|[cs](?:ión|iones)|ç(?:ão|ões)|[sxg](?:ão|ões)|[td]ades?|dades?"
    r"|agens?|agem|tudes?|ices)$"
)


def feminine_ending(word: str) -> bool:
    """Does a noun end as most feminine nouns do."""
    return _FEMININE.search(word) is not None


def feminine_ordinal(ordinal: str) -> str:
    """Every word of an ordinal with ``-a`` for ``-o``."""
    return " ".join(f"{word[:-1]}a" if word.endswith("o") else word for word in ordinal.split())
