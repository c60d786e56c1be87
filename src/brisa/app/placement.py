"""Settings of where threads run, the plan they make on a machine, and the server put into it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta, Struct

from brisa.errors import ConfigError
from brisa.placement.applied import refused_wishes
from brisa.placement.apply import settle_process, settle_thread, this_caller
from brisa.placement.cpu_list import MOST_CORES, parse_cpu_list
from brisa.placement.options import (
    GENERATE,
    ISOLATED,
    MOST_PRIORITY,
    PLAY,
    PlacementOptions,
    Policy,
    ThreadOptions,
)
from brisa.placement.plan import Plan
from brisa.placement.wakeup_latency import WakeupLatency

logger = logging.getLogger(__name__)

Core = Annotated[int, Meta(ge=0, le=MOST_CORES - 1)]
_RANGE = r"\s*\d{1,4}(-\d{1,4})?\s*"
CoreList = Annotated[
    str, Meta(pattern=f"^{_RANGE}(,{_RANGE})*$", extra={"expected": "cores such as 0-3,8"})
]
Cores = Core | CoreList | tuple[Core, ...]
"""A core, several of them, or the kernel's way to write them: ``1``, ``[1, 2]``, ``0-3,8``."""

Priority = Annotated[int, Meta(ge=0, le=MOST_PRIORITY)]


class ThreadSettings(Struct, frozen=True, kw_only=True):
    """``affinity``: the cores it may run on; by default those that the plan gives it. ``policy`` is
    one of sched(7). ``priority``: 1 to 99 for a real-time policy; where that is refused, and with
    ``SCHED_OTHER``, it says how little nice the thread is (99 is -20)."""

    affinity: Cores = ()
    policy: Policy = "SCHED_OTHER"
    priority: Priority = 0


class CpuSchedulingSettings(Struct, frozen=True, kw_only=True):
    """``cpu_scheduling``: ``isolated_cores`` are kept for workers and the play thread, with a
    warning where the kernel does not isolate them. ``generate_thread`` is each thread that
    synthesises, ``play_thread`` the one that feeds an audio device or paces a wire."""

    isolated_cores: Cores = ()
    generate_thread: ThreadSettings = ThreadSettings()
    play_thread: ThreadSettings = ThreadSettings()


def scheduling_options(
    settings: CpuSchedulingSettings, workers: int | None, threads_per_worker: int
) -> PlacementOptions:
    """What a plan is made from. ``workers`` ``None``: as many as there are cores for; 0: the
    server's own threads. Raises ``ConfigError``, naming the key."""
    return PlacementOptions(
        workers=workers or None,
        threads_per_worker=threads_per_worker,
        isolated_cores=_cores(ISOLATED, settings.isolated_cores),
        generate=_thread(GENERATE, settings.generate_thread),
        play=_thread(PLAY, settings.play_thread),
        inline=workers == 0,
    )


@contextmanager
def settled_server(plan: Plan, *, lock: bool = False) -> Iterator[None]:
    """Within the block this process, whose event loop runs in the calling thread, is the server of
    ``plan``, and cores are kept from deep sleep where that is permitted. What it cannot have is
    logged. To be entered before other threads are started; they inherit its cores. ``lock``: keep
    its memory from being paged out, for a server that synthesises itself.
    """
    for warning in plan.warnings:
        logger.warning(
            "a placement setting is followed in part",
            extra={"key": warning.key, "reason": warning.message},
        )
    steps = (*settle_process(plan.server, lock=lock), *settle_thread(plan.server))
    refused = refused_wishes(steps)
    if refused:
        logger.warning(
            "not everything that cpu_scheduling asks for is permitted; brisa doctor says how",
            extra={"refused": refused},
        )
    with WakeupLatency() as latency:
        held = latency.hold(this_caller())
        logger.info("placed", extra={"wake_up_latency": held.got})
        yield


def _thread(key: str, settings: ThreadSettings) -> ThreadOptions:
    affinity = _cores(f"{key}.affinity", settings.affinity)
    return ThreadOptions(affinity, settings.policy, settings.priority)


def _cores(key: str, given: int | str | tuple[int, ...]) -> tuple[int, ...]:
    """Sorted, each once. Raises ``ConfigError`` for a list of the kernel's form without sense."""
    if isinstance(given, int):
        return (given,)
    if not isinstance(given, str):
        return tuple(sorted(set(given)))
    parts = [parse_cpu_list(re.sub(r"\s", "", part)) for part in given.split(",")]
    if not all(parts):
        raise ConfigError(f"{key} has a range that ends before it begins.", param=key)
    return tuple(sorted(frozenset[int]().union(*parts)))
