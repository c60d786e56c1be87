"""What became of one thing that was asked of the system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from brisa.placement.remedies import Remedy

What = Literal[
    "cores", "policy", "nice", "time limit", "memory lock", "memory node", "wake-up latency"
]


@dataclass(frozen=True, slots=True)
class Applied:
    """``got`` is what holds now, in the words of ``wanted``. ``permitted``: it was not refused;
    where it was, ``how_to_allow`` has the lines, and is empty where none would help."""

    what: What
    wanted: str
    got: str
    permitted: bool
    how_to_allow: tuple[Remedy, ...] = ()


def refusal(error: OSError) -> str:
    """The reason in the system's words, which have nothing of the caller's in them."""
    return f"refused ({error.strerror})" if error.strerror else "refused"
