"""How many cores this process has: affinity mask and control group quota, read anew each time."""

from __future__ import annotations

import os
from pathlib import Path

from brisa.placement.control_group import CGROUP_ROOT, MEMBERSHIP, quota_of
from brisa.placement.files import Files


def affinity_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quota_cores(root: Path = Path("/") / CGROUP_ROOT) -> float | None:
    """How many cores' worth of time the control groups allow; ``None`` without a limit.

    Reads ``cpu.max`` (version 2) and ``cpu.cfs_quota_us`` with ``cpu.cfs_period_us`` (version 1),
    of this process's group and of those around it.
    """
    return quota_of(root, Files().text(MEMBERSHIP) or "")


def worker_threads(root: Path = Path("/") / CGROUP_ROOT) -> int:
    """Threads that compute: one per core, never more than the quota pays for, at least one."""
    quota = quota_cores(root)
    cores = affinity_cores()
    return cores if quota is None else max(1, min(cores, int(quota)))
