"""How a pool of worker processes behaves."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from brisa.errors import ConfigError
from brisa.placement.plan import ThreadPlacement

CHILD_MODULE = "brisa.workers.process"

USEFUL_VARIABLES = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "TZ",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "MALLOC_ARENA_MAX",
    "PYTHONHOME",
    "PYTHONMALLOC",
)
"""What of its environment a server may pass on; a worker needs none of its secrets."""


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Sizes, limits and times of a pool. Raises ``ConfigError`` for values that cannot work.

    ``placements``: worker ``i`` runs where and how ``placements[i % len(placements)]`` says, as far
    as that is permitted; empty is wherever the system puts it. ``lock_memory``: workers keep their
    memory from being paged out, where that is permitted without a limit.
    ``memory_limit_mb``: a worker whose resident memory is over it is replaced; ``None`` is no
    limit. ``steps_outstanding`` is how many steps a worker may hold: the one it runs, and those it
    finds when that is done. ``slot_bytes`` is the largest result that goes through shared memory;
    larger ones are copied into the message. ``beat_interval_s``: three beats missed are a death.
    ``step_limit_s``, ``load_limit_s`` and ``start_limit_s`` bound one step, the loading of one
    voice and the start of a process. ``wait_limit_s`` is how long a step waits for a worker while
    none is alive. ``drain_limit_s`` is how long a worker that is replaced may finish its segments
    before they are moved.
    ``environment`` is the whole environment of a worker (``PYTHONPATH`` is added), best what there
    is of ``USEFUL_VARIABLES``; ``None`` passes this process's own on. ``command`` starts a worker;
    only tests replace it.
    """

    workers: int = 1
    threads_per_worker: int = 1
    placements: tuple[ThreadPlacement, ...] = ()
    lock_memory: bool = False
    memory_limit_mb: int | None = None
    steps_outstanding: int = 2
    slot_bytes: int = 2 << 20
    beat_interval_s: float = 0.25
    step_limit_s: float = 2.0
    load_limit_s: float = 120.0
    start_limit_s: float = 30.0
    wait_limit_s: float = 5.0
    drain_limit_s: float = 10.0
    environment: Mapping[str, str] | None = None
    command: tuple[str, ...] = (sys.executable, "-P", "-X", "faulthandler", "-m", CHILD_MODULE)

    def __post_init__(self) -> None:
        for name in ("workers", "threads_per_worker", "steps_outstanding", "slot_bytes"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 1.", param=name)
        for name in ("beat_interval_s", "step_limit_s", "load_limit_s", "start_limit_s"):
            if not getattr(self, name) > 0:
                raise ConfigError(f"{name} must be more than 0.", param=name)
        if self.memory_limit_mb is not None and self.memory_limit_mb < 1:
            raise ConfigError("memory_limit_mb must be at least 1.", param="memory_limit_mb")

    def placement_of(self, index: int) -> ThreadPlacement:
        """Where worker ``index`` runs, and how."""
        if not self.placements:
            return ThreadPlacement()
        return self.placements[index % len(self.placements)]
