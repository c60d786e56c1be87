"""What processes use of the machine, read from ``/proc``; where there is none, nothing is known."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_KB_PER_MB = 1024


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """Processor time since its start and memory in use, of one process or several together."""

    cpu_s: float = 0.0
    rss_mb: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A moment: a server, the processes below it (by id, as they come and go), the load generator,
    and the processor time of the whole machine."""

    at_ns: int
    server: ProcessUse | None
    workers: dict[int, ProcessUse]
    generator: ProcessUse | None
    machine_cpu_s: float | None

    @property
    def rss_mb(self) -> float:
        """Server and workers; memory that they share is counted in each."""
        parts = [*self.workers.values(), *([self.server] if self.server else [])]
        return sum(part.rss_mb for part in parts)


def take_sample(
    now_ns: int, server_pid: int | None, generator_pid: int, proc: Path = _PROC
) -> Sample:
    """Read it all; ``server_pid`` ``None`` is a server somewhere else."""
    workers = {}
    for pid in descendants(server_pid, proc) if server_pid is not None else ():
        use = process_use(pid, proc)
        if use is not None:
            workers[pid] = use
    return Sample(
        at_ns=now_ns,
        server=None if server_pid is None else process_use(server_pid, proc),
        workers=workers,
        generator=process_use(generator_pid, proc),
        machine_cpu_s=machine_cpu_s(proc),
    )


def process_use(pid: int, proc: Path = _PROC) -> ProcessUse | None:
    """``None`` if there is no such process (any more)."""
    stat, status = _read(proc / str(pid) / "stat"), _read(proc / str(pid) / "status")
    if stat is None or status is None:
        return None
    # The name of the command stands in brackets and may hold anything; fields are counted after it
    # (proc_pid_stat(5): utime and stime are the 14th and 15th field).
    fields = stat.rpartition(")")[2].split()
    cpu_s = (int(fields[11]) + int(fields[12])) / _TICKS_PER_S
    rss_kb = next(
        (int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0
    )
    return ProcessUse(cpu_s, rss_kb / _KB_PER_MB)


def descendants(pid: int, proc: Path = _PROC) -> list[int]:
    """Children of any of the process's threads, and theirs."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        tasks = proc / str(waiting.pop()) / "task"
        for task in tasks.glob("*/children"):
            children = [int(child) for child in (_read(task) or "").split()]
            found += children
            waiting += children
    return found


def machine_cpu_s(proc: Path = _PROC) -> float | None:
    """Processor time of everything: ``user nice system irq softirq steal`` (proc_stat(5)); time
    that another guest of the host took (steal) is time that was not there."""
    stat = _read(proc / "stat")
    if stat is None:
        return None
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, stat.split()[1:9])
    return (user + nice + system + irq + softirq + steal) / _TICKS_PER_S


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
