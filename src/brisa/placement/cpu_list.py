"""The kernel's way to write a set of cores or memory nodes: ``0-3,8,10-11``."""

from __future__ import annotations

from collections.abc import Iterable

MOST_CORES = 8192
"""The largest ``CONFIG_NR_CPUS`` of Linux; numbers from here on are not cores."""


def parse_cpu_list(text: str) -> frozenset[int]:
    """The numbers of a list (cpuset(7), "List format"); parts that are not of its form are left
    out, so that a damaged file gives fewer cores and never an error."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not _is_core(first) or (dash and not _is_core(last)):
            continue
        found.update(range(int(first), int(last if dash else first) + 1))
    return frozenset(found)


def format_cpu_list(cores: Iterable[int]) -> str:
    """``0-3,8``; ``none`` for no core at all."""
    parts: list[str] = []
    for first, last in _runs(sorted(set(cores))):
        if last - first < 2:
            parts.extend(str(core) for core in range(first, last + 1))
        else:
            parts.append(f"{first}-{last}")
    return ",".join(parts) or "none"


def _is_core(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < MOST_CORES


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
