"""Settings that no plan can follow on this machine, each refused by the name of its key."""

from __future__ import annotations

from collections.abc import Iterable

from brisa.errors import ConfigError
from brisa.placement.cpu_list import format_cpu_list
from brisa.placement.options import GENERATE, ISOLATED, PLAY, PlacementOptions
from brisa.placement.topology import Topology


def refuse_contradictions(topology: Topology, options: PlacementOptions) -> None:
    """Raises ``ConfigError`` for cores that are not there, are switched off or belong to others,
    for workers that are sent away from the cores kept for them, and for workers and a play thread
    on one core that was kept so that nobody waits there."""
    generate = f"{GENERATE}.affinity"
    _refuse_foreign(ISOLATED, options.isolated_cores, topology)
    _refuse_foreign(generate, options.generate.affinity, topology)
    _refuse_foreign(f"{PLAY}.affinity", options.play.affinity, topology)
    outside = set(options.generate.affinity) - set(options.isolated_cores)
    if options.isolated_cores and outside:
        raise ConfigError(
            f"{generate} has {_named(outside)}, which {ISOLATED} "
            f"({format_cpu_list(options.isolated_cores)}) does not keep for workers. "
            "Add it there or take it out here.",
            param=generate,
        )
    _refuse_crowding(options)


def _refuse_crowding(options: PlacementOptions) -> None:
    kept = set(options.isolated_cores)
    play = set(options.play.affinity) & kept
    crowded = play & (set(options.generate.affinity) or kept - play or kept)
    if crowded:
        key = f"{PLAY}.affinity"
        raise ConfigError(
            f"{key} has {_named(crowded)}, which {ISOLATED} ({format_cpu_list(kept)}) keeps and "
            f"the workers need too: one would wait for the other. Give {PLAY} a core of its own.",
            param=key,
        )


def _refuse_foreign(key: str, cores: tuple[int, ...], topology: Topology) -> None:
    asked = set(cores)
    absent = asked - topology.online - topology.offline
    if absent:
        raise ConfigError(
            f"{key}: this machine has no {_named(absent)}; it has "
            f"{format_cpu_list(topology.online)}.",
            param=key,
        )
    if asked & topology.offline:
        raise ConfigError(f"{key}: {_named(asked & topology.offline)} is switched off.", param=key)
    if asked - topology.reachable:
        raise ConfigError(
            f"{key}: this process may not use {_named(asked - topology.reachable)}; its affinity "
            f"mask and control group leave it {format_cpu_list(topology.reachable)}.",
            param=key,
        )


def _named(cores: Iterable[int]) -> str:
    numbers = sorted(cores)
    return f"core{'s' if len(numbers) > 1 else ''} {format_cpu_list(numbers)}"
