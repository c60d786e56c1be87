"""How many streams may share a step without delaying the one that needs it most."""

from __future__ import annotations

from typing import Final

from brisa.scheduler.cost import CostModel
from brisa.scheduler.job import Need

TOLERANCE: Final = 0.25
"""What company may add to the step of a job that is late already, as a share of its own step."""

SCAN_FACTOR: Final = 4
"""Jobs that are looked at for a batch, as a multiple of what it may hold."""


def batch_limit(costs: CostModel, need: Need, now_ns: int) -> int:
    """The largest batch for the most urgent job.

    Its step, at p90, still ends before its deadline; where that is not possible even alone, company
    costs it at most :data:`TOLERANCE` of its step. A batch that takes longer than its members would
    one after the other is none.
    """
    if need.batch_max <= 1 or not need.kind:
        return 1
    alone_ns = costs.p90_ns(need.kind, 1, need.weight)
    latest_ns = max(need.deadline_ns, now_ns + round(alone_ns * (1 + TOLERANCE)))
    size = 1
    while size < need.batch_max:
        together_ns = costs.p90_ns(need.kind, size + 1, need.weight)
        if now_ns + together_ns > latest_ns or together_ns > (size + 1) * alone_ns:
            break
        size += 1
    return size


def compatible(leader: Need, other: Need) -> bool:
    """The two may share a step."""
    return bool(leader.kind) and leader.kind == other.kind and other.batch_max > 1
