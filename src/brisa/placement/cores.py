"""How many cores this process has: affinity mask and control group quota, read anew each time."""

from __future__ import annotations

import os
from pathlib import Path

_CGROUP_ROOT = Path("/sys/fs/cgroup")


def affinity_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quota_cores(root: Path = _CGROUP_ROOT) -> float | None:
    """How many cores' worth of time the control group allows; ``None`` without a limit.

    Reads ``cpu.max`` (version 2) or ``cpu.cfs_quota_us`` and ``cpu.cfs_period_us`` (version 1).
    """
    unified = _read(root / "cpu.max")
    if unified is not None:
        quota, _, period = unified.strip().partition(" ")
        return None if quota == "max" else int(quota) / int(period)
    quota_us = _read(root / "cpu" / "cpu.cfs_quota_us")
    period_us = _read(root / "cpu" / "cpu.cfs_period_us")
    if quota_us is None or period_us is None or int(quota_us) <= 0:
        return None
    return int(quota_us) / int(period_us)


def worker_threads(root: Path = _CGROUP_ROOT) -> int:
    """Threads that compute: one per core, never more than the quota pays for, at least one."""
    quota = quota_cores(root)
    cores = affinity_cores()
    return cores if quota is None else max(1, min(cores, int(quota)))


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
