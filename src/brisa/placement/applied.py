"""What became of one thing that was asked of the system."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from brisa.placement.remedies import Remedy

What = Literal[
    "cores", "policy", "nice", "time limit", "memory lock", "memory node", "wake-up latency"
]


WISHES: frozenset[What] = frozenset({"cores", "policy", "nice", "time limit"})
"""What happens only where settings ask for it. The rest is done wherever it is permitted."""


@dataclass(frozen=True, slots=True)
class Applied:
    """``got`` is what holds now, in the words of ``wanted``. ``permitted``: it was not refused;
    where it was, ``how_to_allow`` has the lines, and is empty where none would help."""

    what: What
    wanted: str
    got: str
    permitted: bool
    how_to_allow: tuple[Remedy, ...] = ()


def refused_wishes(steps: Iterable[Applied]) -> str:
    """``SCHED_FIFO 85: refused (Operation not permitted); ...``, empty where all was followed."""
    refused = [step for step in steps if step.what in WISHES and not step.permitted]
    return "; ".join(f"{step.what} {step.wanted}: {step.got}" for step in refused)


def refusal(error: OSError) -> str:
    """The reason in the system's words, which have nothing of the caller's in them."""
    return f"refused ({error.strerror})" if error.strerror else "refused"
