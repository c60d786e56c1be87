"""Lengths of pauses and speaking rates as they are written in markup."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from brisa.text.patterns import lazy_pattern

PAUSE_MAX_MS: Final = 10_000.0
RATE_MIN: Final = 0.25
RATE_MAX: Final = 4.0

STRENGTH_MS: Final = {
    "none": 0.0,
    "x-weak": 100.0,
    "weak": 250.0,
    "medium": 500.0,
    "strong": 800.0,
    "x-strong": 1_200.0,
}
"""SSML leaves the lengths to the synthesiser; ``medium`` is what a break without more asks for."""

DEFAULT_PAUSE_MS: Final = STRENGTH_MS["medium"]

RATE_NAMES: Final = {
    "x-slow": 0.5,
    "slow": 0.75,
    "medium": 1.0,
    "default": 1.0,
    "fast": 1.25,
    "x-fast": 1.75,
}
"""SSML leaves the factors to the synthesiser."""

_NUMBER: Final = r"([0-9]{1,9}(?:[.,][0-9]{1,9})?|[.][0-9]{1,9})"
_DURATION: Final = lazy_pattern(rf"\+?{_NUMBER}\s?(ms|msec|milliseconds?|s|secs?|seconds?)", re.I)
_BARE: Final = lazy_pattern(_NUMBER)
_RATE: Final = lazy_pattern(rf"([+-]?){_NUMBER}\s?(%?)")
_BARE_SECONDS_BELOW: Final = 20


def duration_ms(written: str) -> float | None:
    """``500ms``, ``0.5s``, ``1.5 seconds`` in milliseconds, as given; ``None``: it is none."""
    found = _DURATION.fullmatch(written.strip())
    if found is None:
        return None
    scale = 1 if found[2].lower().startswith("m") else 1_000
    return float(_decimal(found[1]) * scale)


def bare_duration_ms(written: str) -> float | None:
    """A number without a unit: seconds below 20, milliseconds from there on."""
    found = _BARE.fullmatch(written.strip())
    if found is None:
        return None
    value = _decimal(found[1])
    return float(value * 1_000 if value < _BARE_SECONDS_BELOW else value)


def rate_factor(written: str) -> float | None:
    """``slow``, ``80%``, ``+20%``, ``1.2`` as a factor on the rate around it; ``None``: none.

    SSML 1.1, 3.2.4: a percentage with a sign is a change, one without is the new rate; a number is
    a factor.
    """
    named = RATE_NAMES.get(written.strip().lower())
    if named is not None:
        return named
    found = _RATE.fullmatch(written.strip())
    if found is None:
        return None
    sign, value = found[1], _decimal(found[2])
    if found[3]:
        value /= 100
    elif sign == "-":
        return None
    if sign and found[3]:
        value = 1 - value if sign == "-" else 1 + value
    return float(value) if value > 0 else None


def clamped_rate(factor: float) -> float:
    """Into the range that brisa speaks at."""
    return min(max(round(factor, 6), RATE_MIN), RATE_MAX)


def _decimal(written: str) -> Decimal:
    return Decimal(written.replace(",", "."))
