"""What the control groups of this process leave it: time, cores, memory nodes, real-time share.

Both versions are read, also side by side (version 2 at ``unified``). Limits add up along the way
from this process's group to the top, so the smallest of them holds. In a container without a
namespace of its own the path in ``/proc/self/cgroup`` is the host's and does not exist below the
mount; then the mount itself is this process's group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from brisa.placement.files import Files, as_integer

CGROUP_ROOT = "sys/fs/cgroup"
MEMBERSHIP = "proc/self/cgroup"


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """``None`` is no limit, or none that can be read.

    ``quota_cores``: processor time, in cores. ``cores`` and ``memory_nodes``: the cpuset.
    ``realtime_us``: processor time that real-time threads of the group have in a period
    (version 1 with ``RT_GROUP_SCHED``); 0 means that none may exist.
    """

    quota_cores: float | None = None
    cores: frozenset[int] | None = None
    memory_nodes: frozenset[int] | None = None
    realtime_us: int | None = None


def read_control_group(files: Files, mount: str = CGROUP_ROOT, own: str = "") -> ControlGroup:
    """The limits on this process. ``own`` is the text of ``/proc/self/cgroup``. Never raises."""
    time = list(_way_up(files, mount, own, "cpu"))
    sets = list(_way_up(files, mount, own, "cpuset"))
    quotas = [quota for quota in (_quota(files, folder) for folder in time) if quota is not None]
    realtime = (files.integer(f"{folder}/cpu.rt_runtime_us") for folder in time)
    return ControlGroup(
        quota_cores=min(quotas, default=None),
        cores=_first_set(files, sets, ("cpuset.cpus.effective", "cpuset.effective_cpus")),
        memory_nodes=_first_set(files, sets, ("cpuset.mems.effective", "cpuset.effective_mems")),
        realtime_us=next((share for share in realtime if share is not None), None),
    )


def _way_up(files: Files, mount: str, own: str, controller: str) -> Iterator[str]:
    """Folders that may hold the controller's files, the innermost group first."""
    unified, legacy = _paths(own, controller)
    for base, path in (
        (mount, unified),
        (f"{mount}/unified", unified),
        (f"{mount}/{controller}", legacy),
    ):
        inner = PurePosixPath(base) / path.lstrip("/")
        if ".." in inner.parts:
            inner = PurePosixPath(base)
        while inner != PurePosixPath(base):
            yield str(inner)
            inner = inner.parent
        yield base


def _paths(own: str, controller: str) -> tuple[str, str]:
    """This process's path in the version 2 tree and in the controller's version 1 tree."""
    unified = legacy = ""
    for line in own.splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            unified = path
        elif controller in controllers.split(","):
            legacy = path
    return unified, legacy


def _quota(files: Files, folder: str) -> float | None:
    both = (files.text(f"{folder}/cpu.max") or "").split()
    if len(both) == 2:
        quota_us, period_us = as_integer(both[0]), as_integer(both[1])
    else:
        quota_us = files.integer(f"{folder}/cpu.cfs_quota_us")
        period_us = files.integer(f"{folder}/cpu.cfs_period_us")
    if quota_us is None or period_us is None or quota_us <= 0 or period_us <= 0:
        return None
    return quota_us / period_us


def _first_set(files: Files, folders: list[str], names: tuple[str, str]) -> frozenset[int] | None:
    """The innermost set that is there; it is never wider than those above it."""
    for folder in folders:
        for name in names:
            found = files.cpu_list(f"{folder}/{name}")
            if found:
                return found
    return None


def quota_of(mount: Path, own: str) -> float | None:
    """Processor time in cores for a tree of control groups mounted at ``mount``."""
    return read_control_group(Files(mount), ".", own).quota_cores
