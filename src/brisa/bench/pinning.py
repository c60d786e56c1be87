"""Keeping a measurement on as many cores as it claims to use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pinned(threads: int) -> Iterator[tuple[int, ...] | None]:
    """Run the block, and the threads and processes it starts, on ``threads`` cores.

    The cores, or ``None`` where a process cannot be pinned (macOS, Windows) or has no more cores
    than that. The calling thread gets its cores back afterwards.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    if threads >= len(before):
        yield None
        return
    # The last ones: interrupts and most daemons sit on the first core.
    cores = tuple(sorted(before)[-threads:])
    os.sched_setaffinity(0, cores)
    try:
        yield cores
    finally:
        os.sched_setaffinity(0, before)
