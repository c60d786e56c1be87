"""Which processes below a server are its workers, read from ``/proc``."""

from __future__ import annotations

from pathlib import Path

from brisa.bench.process_use import descendants
from brisa.workers.options import CHILD_MODULE

_PROC = Path("/proc")
_START_FIELD = 19
"""Of the fields after the name: the time of start, the 22nd in all (proc_pid_stat(5))."""


def worker_pids(server_pid: int, proc: Path = _PROC) -> list[int]:
    """The workers that live, the one that has lived longest first."""
    found = []
    for pid in descendants(server_pid, proc):
        started = _started(pid, proc)
        if started is not None and CHILD_MODULE in _arguments(pid, proc):
            found.append((started, pid))
    return [pid for _, pid in sorted(found)]


def _arguments(pid: int, proc: Path) -> list[str]:
    try:
        line = (proc / str(pid) / "cmdline").read_bytes()
    except OSError:
        return []
    return line.decode("utf-8", "replace").split("\0")


def _started(pid: int, proc: Path) -> int | None:
    """In clock ticks after the system's start; ``None`` for one that has ended."""
    try:
        stat = (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] == "Z" else int(fields[_START_FIELD])
