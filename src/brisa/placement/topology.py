"""What this machine computes with: cores, how they hang together, and which of them are ours.

Read from ``/sys/devices/system/{cpu,node}``, ``/proc/self`` and the control groups; file formats:
``Documentation/admin-guide/cputopology.rst`` and ``Documentation/ABI/stable/sysfs-devices-node`` of
the Linux kernel. Where they do not exist (macOS, Windows, sandboxes) the cores are counted.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from brisa.placement.control_group import MEMBERSHIP, read_control_group
from brisa.placement.cpu_list import parse_cpu_list
from brisa.placement.files import Files

_CPU = "sys/devices/system/cpu"
_NODE = "sys/devices/system/node"
_STATUS = "proc/self/status"
_SLOW_BELOW = 0.8
"""Of the fastest core. Favoured cores of one kind differ by a few per cent, kinds by a third."""


@dataclass(frozen=True, slots=True)
class Core:
    """One logical core. ``siblings`` are the logical cores of the same whole core, itself among
    them; ``cache`` those it shares its last-level cache with. ``capacity`` is its speed relative to
    the fastest, 0 to 1. ``slow``: of the slower kind (efficiency, little). ``None``: not known."""

    id: int
    siblings: tuple[int, ...]
    cache: tuple[int, ...]
    package: int | None = None
    node: int | None = None
    capacity: float = 1.0
    slow: bool = False


@dataclass(frozen=True, slots=True)
class Topology:
    """``cores`` are those online. ``allowed``: where this process runs by itself (affinity mask
    and cpuset). ``isolated`` and ``nohz_full``: what the kernel keeps free of other work, and of
    its clock tick. ``cpuset``: where it may go at all, ``None`` is everywhere.
    ``known``: read rather than counted; only then can a process be pinned."""

    cores: tuple[Core, ...]
    allowed: frozenset[int]
    offline: frozenset[int] = frozenset()
    cpuset: frozenset[int] | None = None
    isolated: frozenset[int] = frozenset()
    nohz_full: frozenset[int] = frozenset()
    memory_nodes: frozenset[int] = frozenset()
    quota_cores: float | None = None
    realtime_us: int | None = None
    known: bool = True

    @property
    def online(self) -> frozenset[int]:
        return frozenset(core.id for core in self.cores)

    @property
    def reachable(self) -> frozenset[int]:
        """Where it may be sent: the kernel keeps isolated cores out of every affinity mask, yet
        lets a process be pinned to them."""
        inside = self.isolated & self.online
        return self.allowed | (inside if self.cpuset is None else inside & self.cpuset)

    def core(self, number: int) -> Core:
        """Raises ``KeyError`` for a core that is not online."""
        for core in self.cores:
            if core.id == number:
                return core
        raise KeyError(number)


def read_topology(root: Path = Path("/")) -> Topology:
    """The machine as this process sees it; files that are missing or damaged count as unknown.

    To be read before this process pins itself: afterwards its own mask is all it sees.
    """
    files = Files(root)
    present = files.cpu_list(f"{_CPU}/online")
    mask = parse_cpu_list(files.field(_STATUS, "Cpus_allowed_list") or "")
    counted = frozenset(range(os.cpu_count() or 1))
    online = present or mask or counted
    group = read_control_group(files, own=files.text(MEMBERSHIP) or "")
    inside = online if group.cores is None else (online & group.cores) or online
    nodes = _nodes(files)
    return Topology(
        cores=_cores(files, online, nodes),
        allowed=(inside & mask) or inside,
        offline=(files.cpu_list(f"{_CPU}/offline") or frozenset()) - online,
        cpuset=group.cores,
        isolated=files.cpu_list(f"{_CPU}/isolated") or frozenset(),
        nohz_full=files.cpu_list(f"{_CPU}/nohz_full") or frozenset(),
        memory_nodes=group.memory_nodes or frozenset(nodes.values()),
        quota_cores=group.quota_cores,
        realtime_us=group.realtime_us,
        known=bool(present or mask),
    )


def _nodes(files: Files) -> dict[int, int]:
    """The memory node of every core."""
    found = {}
    for node in sorted(files.cpu_list(f"{_NODE}/online") or ()):
        for core in files.cpu_list(f"{_NODE}/node{node}/cpulist") or ():
            found[core] = node
    return found


def _cores(files: Files, online: frozenset[int], nodes: dict[int, int]) -> tuple[Core, ...]:
    capacities = _capacities(files, online)
    efficient = files.cpu_list("sys/devices/cpu_atom/cpus") or frozenset()
    efficient = efficient if online - efficient else frozenset()
    return tuple(
        Core(
            id=core,
            siblings=_together(files, core, online, ("core_cpus_list", "thread_siblings_list")),
            cache=_last_cache(files, core, online),
            package=files.integer(f"{_CPU}/cpu{core}/topology/physical_package_id"),
            node=nodes.get(core),
            capacity=capacities[core],
            slow=core in efficient or capacities[core] < _SLOW_BELOW,
        )
        for core in sorted(online)
    )


def _together(
    files: Files, core: int, online: frozenset[int], names: tuple[str, ...]
) -> tuple[int, ...]:
    for name in names:
        found = (files.cpu_list(f"{_CPU}/cpu{core}/topology/{name}") or frozenset()) & online
        if core in found:
            return tuple(sorted(found))
    return (core,)


def _last_cache(files: Files, core: int, online: frozenset[int]) -> tuple[int, ...]:
    """The cores behind the cache of the highest level; a machine has at most four levels."""
    levels: dict[int, frozenset[int]] = {}
    for index in range(8):
        folder = f"{_CPU}/cpu{core}/cache/index{index}"
        shared = files.cpu_list(f"{folder}/shared_cpu_list") or frozenset()
        if core in shared:
            levels[files.integer(f"{folder}/level") or 0] = shared & online
    return tuple(sorted(levels[max(levels)])) if levels else (core,)


def _capacities(files: Files, online: frozenset[int]) -> dict[int, float]:
    """By the kernel's own measure (Arm, and x86 of two kinds), else by the highest frequency."""
    for path in ("cpu_capacity", "cpufreq/cpuinfo_max_freq"):
        found = {core: files.integer(f"{_CPU}/cpu{core}/{path}") or 0 for core in online}
        if min(found.values()) > 0:
            most = max(found.values())
            return {core: value / most for core, value in found.items()}
    return dict.fromkeys(online, 1.0)
