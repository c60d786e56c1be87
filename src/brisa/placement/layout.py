"""Which cores each worker gets, out of those it may get.

Whole cores before siblings of taken ones, fast ones before slow ones, the first core last
(interrupts and most daemons sit there), the threads of a worker on one memory node and behind one
cache where that can be.
"""

from __future__ import annotations

from dataclasses import dataclass

from brisa.placement.topology import Topology


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one thread. ``tier`` 0: a fast whole core; 1: a slow one; 2 and more: a further
    sibling of a core that is taken."""

    core: int
    tier: int
    first: bool
    cache: int
    node: int

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        return (self.tier, self.first, self.cache, self.core)


def slots_of(topology: Topology, pool: frozenset[int]) -> list[Slot]:
    """A place for every core of ``pool``, the best first."""
    first = min(topology.online)
    found = []
    for number in pool:
        core = topology.core(number)
        shared = [sibling for sibling in core.siblings if sibling in pool]
        nth = shared.index(number)
        found.append(
            Slot(
                core=number,
                tier=int(core.slow) if nth == 0 else 1 + nth,
                first=first in core.siblings,
                cache=core.cache[0],
                node=0 if core.node is None else core.node,
            )
        )
    return sorted(found, key=lambda slot: slot.rank)


def lay_out(
    topology: Topology, pool: frozenset[int], workers: int, threads: int
) -> tuple[tuple[int, ...], ...]:
    """The cores of each worker. ``workers * threads`` is at most the size of ``pool``.

    A sibling that no worker needs for a thread of its own goes with the core it belongs to.
    """
    free = slots_of(topology, pool)
    taken = []
    for _ in range(workers):
        mine = _take(free, threads)
        taken.append([slot.core for slot in mine])
        free = [slot for slot in free if slot not in mine]
    spare = {slot.core for slot in free}
    return tuple(_with_siblings(topology, cores, spare) for cores in taken)


def _take(free: list[Slot], threads: int) -> list[Slot]:
    """The best places of one node: of several, the node with most of that kind left."""
    choices = []
    for node in sorted({slot.node for slot in free}):
        here = [slot for slot in free if slot.node == node]
        mine = _neighbours(here, threads)
        if len(mine) == threads:
            worst = max(slot.tier for slot in mine)
            left = sum(slot.tier <= worst for slot in here)
            choices.append((worst, any(slot.first for slot in mine), -left, node, mine))
    return min(choices)[-1] if choices else free[:threads]


def _neighbours(here: list[Slot], threads: int) -> list[Slot]:
    """The best places, moved behind one cache where one has as good ones."""
    best = here[:threads]
    worst = max((slot.tier, slot.first) for slot in best)
    for cache in sorted({slot.cache for slot in here}):
        behind = [slot for slot in here if slot.cache == cache][:threads]
        if len(behind) == threads and max((slot.tier, slot.first) for slot in behind) <= worst:
            return behind
    return best


def _with_siblings(topology: Topology, cores: list[int], spare: set[int]) -> tuple[int, ...]:
    mine = set(cores)
    for core in cores:
        mine |= set(topology.core(core).siblings) & spare
    return tuple(sorted(mine))
