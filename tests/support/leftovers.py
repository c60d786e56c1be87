"""What a test may leave behind in its process, each as a set that can be compared."""

from __future__ import annotations

import asyncio
from asyncio import runners
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_FDS = Path("/proc/self/fd")
_SHARED = Path("/dev/shm")
_KNOWN_NAMES = ("brisa", "psm_", "sem.mp-")
"""Ours, and those that Python's multiprocessing gives; others on the machine have their own."""


def leftovers() -> set[int | str]:
    """Child processes and shared memory of this process."""
    return {*child_processes(), *shared_memory()}


def child_processes() -> set[int]:
    """Those that exist, of every thread; one that has ended and was not waited for is one."""
    tasks = Path("/proc/self/task")
    found: set[int] = set()
    for path in tasks.glob("*/children") if tasks.exists() else ():
        try:
            found.update(int(pid) for pid in path.read_text().split())
        except OSError:
            continue  # the thread has just ended
    return found


def shared_memory() -> set[str]:
    """Named shared memory, and descriptors of memory without a name."""
    found = set()
    if _SHARED.exists():
        found = {path.name for path in _SHARED.iterdir() if path.name.startswith(_KNOWN_NAMES)}
    for path in _FDS.iterdir() if _FDS.exists() else ():
        try:
            target = str(path.readlink())
        except OSError:
            continue  # the one that listed the folder
        if target.startswith("/memfd:"):
            found.add(f"{path.name} {target}")
    return found


@contextmanager
def tasks_cut_off() -> Iterator[list[str]]:
    """Names of the tasks that were still there when their event loop was closed, in any thread.

    ``asyncio.run`` cancels them without a word, which hides that nobody owned them.
    """
    found: list[str] = []
    cancel_all: Callable[[asyncio.AbstractEventLoop], None] = runners._cancel_all_tasks  # type: ignore[attr-defined]

    def cancel_and_tell(loop: asyncio.AbstractEventLoop) -> None:
        found.extend(repr(task.get_coro()) for task in asyncio.all_tasks(loop))
        cancel_all(loop)

    runners._cancel_all_tasks = cancel_and_tell  # type: ignore[attr-defined]
    try:
        yield found
    finally:
        runners._cancel_all_tasks = cancel_all  # type: ignore[attr-defined]
