"""How busy each core of the machine is, from what the kernel counts (Linux; elsewhere nothing)."""

from __future__ import annotations

from pathlib import Path

STAT = Path("/proc/stat")
_IDLE_FIELDS = (3, 4)  # idle and iowait, of proc(5)


def read_cores(text: str) -> dict[int, tuple[int, int]]:
    """``(busy, all)`` ticks of each core in the text of ``/proc/stat``."""
    found = {}
    for line in text.splitlines():
        name, *fields = line.split() or [""]
        if name.startswith("cpu") and name[3:].isdigit():
            ticks = [int(field) for field in fields[:8]]
            idle = sum(ticks[place] for place in _IDLE_FIELDS if place < len(ticks))
            found[int(name[3:])] = (sum(ticks) - idle, sum(ticks))
    return found


class CoreUse:
    """Shares between one look and the next."""

    def __init__(self, stat: Path = STAT) -> None:
        self._stat = stat
        self._before = self._read()

    def look(self) -> tuple[float, ...]:
        """Busy share of every core since the last look, in order; empty where nobody counts."""
        before, self._before = self._before, self._read()
        shares = []
        for core, (busy, total) in sorted(self._before.items()):
            busy_before, total_before = before.get(core, (0, 0))
            # The kernel's count of waiting for disks may go back (proc(5)).
            share = (busy - busy_before) / max(total - total_before, 1)
            shares.append(min(max(share, 0.0), 1.0))
        return tuple(shares)

    def _read(self) -> dict[int, tuple[int, int]]:
        try:
            return read_cores(self._stat.read_text())
        except OSError:
            return {}
