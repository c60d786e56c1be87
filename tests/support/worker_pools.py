"""Pools of workers for tests: scripted voices, what they say, and what is left behind."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from brisa.artifacts.voices import VoiceRecord
from brisa.clock import NS_PER_S, SystemClock
from brisa.engines.base import Engine, SegmentRequest, StepResult
from brisa.engines.scripted import SCRIPT_FILE, Script, ScriptedEngine
from brisa.engines.table import LoadRequest
from brisa.types import PcmFloat
from brisa.workers.base import WorkerState
from brisa.workers.options import PoolOptions
from brisa.workers.pool import WorkerPool

VOICE = "scripted"
TEXT = "Ten little words are spoken here, one by one, slowly."
PATIENCE_S = 30.0
CLOCK = SystemClock()
BREATH = threading.Event()
MADE: list[WorkerPool] = []


def scripted_voice(folder: Path, name: str = VOICE, **script: Any) -> LoadRequest:
    """A voice whose folder says how it behaves: the fields of :class:`Script` as JSON has them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT_FILE).write_bytes(msgspec.json.encode(script))
    record = VoiceRecord(name=name, engine="scripted", language="en-US", file="")
    return LoadRequest(record, folder, folder)


def quick_pool(**options: Any) -> WorkerPool:
    """A pool, not started."""
    pool = WorkerPool(PoolOptions(**options), CLOCK)
    MADE.append(pool)
    return pool


def close_pools() -> None:
    """Close what a test that failed left open; closing again does nothing."""
    while MADE:
        MADE.pop().close()


def wanted(text: str = TEXT, voice: str = VOICE, **more: Any) -> SegmentRequest:
    return SegmentRequest(text, voice, **more)


def results(
    engine: Engine, request: SegmentRequest, before_step: Callable[[int, Any], None] | None = None
) -> list[StepResult]:
    """Every step of a segment; ``before_step`` is told its number and the stream."""
    stream, found = engine.open(request), []
    while not found or not found[-1].last:
        if before_step is not None:
            before_step(len(found), stream)
        found += engine.step([stream])
        assert len(found) < 1000
    return found


def samples(found: list[StepResult]) -> PcmFloat:
    return np.concatenate([result.pcm_t for result in found])


def undisturbed(request: SegmentRequest, **script: Any) -> PcmFloat:
    """What the scripted engine says in this process when nothing goes wrong."""
    return samples(results(ScriptedEngine(Script(**script)), request))


def pid_of(pool: WorkerPool, stream: Any) -> int:
    """The process that holds a stream."""
    [pid] = [w.pid for w in pool.workers() if w.index == stream.link.index and w.streams]
    assert pid is not None
    return pid


def kill_holder(pool: WorkerPool, stream: Any) -> None:
    """SIGKILL for the process that holds a stream, if one does."""
    if stream.link is not None and stream.link.loss is None:
        os.kill(pid_of(pool, stream), signal.SIGKILL)


def eventually(pool: WorkerPool, condition: Callable[[list[WorkerState]], bool]) -> None:
    """Wait until the workers are as described."""
    wait_for(lambda: condition(pool.workers()), pool.workers)


def wait_for(condition: Callable[[], bool], found: Callable[[], object] = lambda: None) -> None:
    """Wait until something is so; what there is instead is shown if it never is."""
    until_ns = CLOCK.now_ns() + round(PATIENCE_S * NS_PER_S)
    while not condition():
        assert CLOCK.now_ns() < until_ns, found()
        BREATH.wait(0.01)


def descriptors() -> set[str]:
    """The open descriptors of this process and what they are."""
    found = set()
    for path in Path("/proc/self/fd").iterdir():
        try:
            found.add(f"{path.name} {path.readlink()}")
        except OSError:
            continue  # the one that listed the folder
    return found


def shared_memory() -> list[str]:
    """Named shared memory that is brisa's."""
    return [path.name for path in Path("/dev/shm").glob("*brisa*")]


def process_exists(pid: int) -> bool:
    """True unless the process has ended; one that nobody has reaped has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
