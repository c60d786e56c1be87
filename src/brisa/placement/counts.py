"""How many workers with how many threads: never more threads than cores, or than paid-for time."""

from __future__ import annotations

from dataclasses import dataclass

from brisa.placement.layout import slots_of
from brisa.placement.options import THREADS, WORKERS, PlacementOptions
from brisa.placement.topology import Topology

_SERVER_OWN_FROM = 4
"""From so many whole cores on, one is left to the server; with fewer it shares them all."""


@dataclass(frozen=True, slots=True)
class Counts:
    """``workers`` processes with ``threads`` computing threads each."""

    workers: int
    threads: int


def count_workers(
    topology: Topology, pool: frozenset[int], options: PlacementOptions, *, chosen: bool
) -> tuple[Counts, list[tuple[str, str]]]:
    """What there is room for in ``pool``, and which keys (with a message) were not met.

    Without a number: one thread for each fast whole core, since a step on a shared or a slow core
    takes longer than the ones before it foretold. ``chosen``: the settings named the cores, and
    none of them is left to the server.
    """
    if options.workers is not None:
        return _asked(len(pool), options.workers, options.threads_per_worker, topology)
    room = _room(topology, pool, chosen=chosen)
    threads = min(options.threads_per_worker, room)
    return Counts(room // threads, threads), _fewer_threads(options, threads, room)


def _room(topology: Topology, pool: frozenset[int], *, chosen: bool) -> int:
    slots = slots_of(topology, pool)
    whole = [slot for slot in slots if slot.tier <= 1]
    fast = [slot for slot in whole if slot.tier == 0]
    room = _paid(topology, len(whole if chosen else fast or whole))
    others = bool(topology.allowed - pool) or len(whole) > len(fast) > 0
    return room - 1 if room >= _SERVER_OWN_FROM and not chosen and not others else room


def _asked(
    cores: int, workers: int, threads: int, topology: Topology
) -> tuple[Counts, list[tuple[str, str]]]:
    room = _paid(topology, cores)
    fitting = Counts(min(workers, room), min(threads, max(1, room // workers)))
    unmet = []
    if fitting.workers < workers:
        message = f"{workers} asked for, {fitting.workers} used: there is time for {room}."
        unmet.append((WORKERS, message))
    if fitting.threads < threads:
        message = (
            f"{threads} asked for, {fitting.threads} used: {fitting.workers} workers share "
            f"{room} cores."
        )
        unmet.append((THREADS, message))
    return fitting, unmet


def _fewer_threads(options: PlacementOptions, threads: int, room: int) -> list[tuple[str, str]]:
    if threads == options.threads_per_worker:
        return []
    message = f"{options.threads_per_worker} asked for, {threads} used: there is room for {room}."
    return [(THREADS, message)]


def _paid(topology: Topology, cores: int) -> int:
    """Whole cores' worth of time that the control group grants, at least one."""
    quota = topology.quota_cores
    return max(1, cores if quota is None else min(cores, int(quota)))
