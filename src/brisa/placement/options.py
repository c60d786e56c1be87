"""What may be wished for: how many workers, on which cores, with what priority."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from brisa.errors import ConfigError

Policy = Literal["SCHED_OTHER", "SCHED_FIFO", "SCHED_RR"]
"""Scheduling policies by the names of sched(7)."""

REALTIME: tuple[Policy, ...] = ("SCHED_FIFO", "SCHED_RR")
MOST_PRIORITY = 99

GENERATE = "cpu_scheduling.generate_thread"
PLAY = "cpu_scheduling.play_thread"
ISOLATED = "cpu_scheduling.isolated_cores"
WORKERS = "resources.workers"
THREADS = "resources.cpu_threads_per_instance"


@dataclass(frozen=True, slots=True)
class ThreadOptions:
    """``affinity`` empty: chosen by the plan. ``priority``: 1 to 99 for a real-time policy, where
    it also says how nice the thread is if the policy is refused (:func:`nice_for`); with
    ``SCHED_OTHER`` it says only that, and 0 leaves it as it is."""

    affinity: tuple[int, ...] = ()
    policy: Policy = "SCHED_OTHER"
    priority: int = 0


@dataclass(frozen=True, slots=True)
class PlacementOptions:
    """``workers`` ``None``: as many as there are cores for. ``threads_per_worker`` compute at the
    same time in one worker. ``isolated_cores`` are kept for workers and the play thread.
    ``generate``: the threads of the workers; ``play``: the one that feeds an audio device or paces
    a wire. ``inline``: the threads compute in the server's own process.

    Raises ``ConfigError``, naming the key, for numbers that are out of range.
    """

    workers: int | None = None
    threads_per_worker: int = 1
    isolated_cores: tuple[int, ...] = ()
    generate: ThreadOptions = ThreadOptions()
    play: ThreadOptions = ThreadOptions()
    inline: bool = False

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"{WORKERS} must be at least 1, or auto.", param=WORKERS)
        if self.threads_per_worker < 1:
            raise ConfigError(f"{THREADS} must be at least 1.", param=THREADS)
        _check_priority(GENERATE, self.generate)
        _check_priority(PLAY, self.play)


def nice_for(priority: int) -> int:
    """The niceness that stands in for a real-time priority: 99 is -20, 0 is 0."""
    return -round(20 * priority / MOST_PRIORITY)


def _check_priority(key: str, thread: ThreadOptions) -> None:
    least = 1 if thread.policy in REALTIME else 0
    if not least <= thread.priority <= MOST_PRIORITY:
        raise ConfigError(
            f"{key}.priority must be {least} to {MOST_PRIORITY} with {thread.policy}, "
            f"not {thread.priority}.",
            param=f"{key}.priority",
        )
