"""Which English a language tag means."""

from __future__ import annotations

from typing import Final

_BRITISH: Final = frozenset({"GB", "UK", "AU", "NZ", "IE", "IN", "ZA"})
"""Regions that say "one hundred and five" and write the day before the month."""


def is_british(language: str) -> bool:
    """``en-GB`` and its like; ``en`` alone is American."""
    return not _BRITISH.isdisjoint(language.replace("_", "-").upper().split("-")[1:])
