"""Machines as trees of files, in the formats of Linux's ``/sys`` and ``/proc``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

CPU = "sys/devices/system/cpu"
NODE = "sys/devices/system/node"


def write(root: Path, files: Mapping[str, str]) -> Path:
    """``files`` by path below ``root``; returns ``root``."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return root


def status(allowed: str) -> dict[str, str]:
    return {"proc/self/status": f"Name:\tbrisa\nCpus_allowed:\tff\nCpus_allowed_list:\t{allowed}"}


def cores(siblings: Sequence[str], caches: Sequence[str] = ()) -> dict[str, str]:
    """One core for each entry: the list of its siblings, and of those behind its last cache."""
    files = {f"{CPU}/online": f"0-{len(siblings) - 1}", **status(f"0-{len(siblings) - 1}")}
    for core, shared in enumerate(siblings):
        files[f"{CPU}/cpu{core}/topology/thread_siblings_list"] = shared
        files[f"{CPU}/cpu{core}/topology/physical_package_id"] = "0"
        files[f"{CPU}/cpu{core}/cache/index0/level"] = "1"
        files[f"{CPU}/cpu{core}/cache/index0/shared_cpu_list"] = shared
        if caches:
            files[f"{CPU}/cpu{core}/cache/index3/level"] = "3"
            files[f"{CPU}/cpu{core}/cache/index3/shared_cpu_list"] = caches[core]
    return files


def plain(count: int) -> dict[str, str]:
    """``count`` cores of one kind, one thread each."""
    return cores([str(core) for core in range(count)])


def hyperthreads(whole: int) -> dict[str, str]:
    """Core ``n`` and ``n + whole`` are siblings, as PCs number them."""
    return cores([f"{core % whole},{core % whole + whole}" for core in range(2 * whole)])


def two_nodes(each: int = 4) -> dict[str, str]:
    """Two memory nodes, a cache each, no siblings."""
    lists = [f"0-{each - 1}", f"{each}-{2 * each - 1}"]
    alone = [str(core) for core in range(2 * each)]
    files = cores(alone, [lists[core // each] for core in range(2 * each)])
    files[f"{NODE}/online"] = "0-1"
    for node, own in enumerate(lists):
        files[f"{NODE}/node{node}/cpulist"] = own
    for core in range(2 * each):
        files[f"{CPU}/cpu{core}/topology/physical_package_id"] = str(core // each)
    return files


def big_little() -> dict[str, str]:
    """Arm: four little cores, then four big ones."""
    files = plain(8)
    for core in range(8):
        files[f"{CPU}/cpu{core}/cpu_capacity"] = "1024" if core >= 4 else "446"
    return files


def hybrid() -> dict[str, str]:
    """x86: two performance cores with siblings, four efficiency cores; one favoured core."""
    files = cores(["0-1", "0-1", "2-3", "2-3", "4", "5", "6", "7"])
    files["sys/devices/cpu_core/cpus"] = "0-3"
    files["sys/devices/cpu_atom/cpus"] = "4-7"
    for core, khz in enumerate([5_000_000] * 2 + [4_900_000] * 2 + [4_000_000] * 4):
        files[f"{CPU}/cpu{core}/cpufreq/cpuinfo_max_freq"] = str(khz)
    return files


def isolated(count: int, alone: str, left: str) -> dict[str, str]:
    """The kernel keeps ``alone`` out of every mask; ``left`` is what this process has."""
    return {
        **plain(count),
        **status(left),
        f"{CPU}/isolated": alone,
        f"{CPU}/nohz_full": alone,
    }


def quota(text: str) -> dict[str, str]:
    """Version 2, in a container that sees its own group as the top."""
    return {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": text}
