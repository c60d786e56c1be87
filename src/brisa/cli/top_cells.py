"""Numbers and names as ``brisa top`` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SOFT: Final = "dim"
GOOD: Final = "green"
WARNING: Final = "yellow"
ALERT: Final = "bold red"

UNKNOWN: Final = "-"
SPARK_WIDTH: Final = 16

_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_ASCII_BLOCKS: Final = "_.-=+*%#"


def clean(text: str) -> str:
    """Safe on a terminal: what a server says may not move the cursor or change colours."""
    return "".join(char if char.isprintable() else "?" for char in text)


def ms(value_ms: float | None) -> str:
    """Milliseconds, whole."""
    return UNKNOWN if value_ms is None else f"{value_ms:.0f}"


def seconds(value_ms: float) -> str:
    """Milliseconds as seconds, in four characters or so."""
    value_s = value_ms / 1000
    return f"{value_s:.1f}" if value_s < 1000 else f"{value_s:.0f}"


def span(value_s: float) -> str:
    """A length of time: ``12 s``, ``4 min``, ``3 h 20 min``, ``5 d 2 h``."""
    minutes = int(value_s) // 60
    if minutes == 0:
        return f"{int(value_s)} s"
    hours, minutes = divmod(minutes, 60)
    if hours == 0:
        return f"{minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes} min"


def level_style(value: float, low: float, least: float) -> str:
    """How what should not be low is shown: above ``low`` well, down to ``least`` a warning."""
    if value <= least:
        return ALERT
    return WARNING if value <= low else GOOD


def sparkline(values: Sequence[float], *, ascii_only: bool = False) -> str:
    """The latest values as blocks, the highest of them at full height."""
    blocks = _ASCII_BLOCKS if ascii_only else _BLOCKS
    latest = values[-SPARK_WIDTH:]
    top = max(latest, default=0.0)
    if top <= 0:
        return blocks[0] * len(latest)
    steps = len(blocks) - 1
    return "".join(blocks[round(max(value, 0.0) / top * steps)] for value in latest)
