"""Real workers where the plan wants them: what is permitted holds, a refusal breaks nothing."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from brisa.placement.applied import Applied
from brisa.placement.plan import ThreadPlacement
from brisa.placement.trial import try_out
from brisa.workers.options import PoolOptions
from brisa.workers.pool import WorkerPool
from support.worker_pools import (
    close_pools,
    eventually,
    kill_holder,
    quick_pool,
    results,
    samples,
    scripted_voice,
    undisturbed,
    wanted,
)

pytestmark = pytest.mark.integration

FIFO = ThreadPlacement(policy="SCHED_FIFO", priority=20, nice=-4)
DEPRIVED = (
    ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "prlimit", "--rtprio=0:0", "--nice=0:0")
    if os.getuid() == 0
    else ()
)
"""What takes every right away from a command."""

BUSY = """
import os, time
from brisa.engines.scripted import ScriptedEngine
from brisa.workers import process

step = ScriptedEngine.step

def computed(engine, streams):
    end = time.thread_time() + 0.02
    while time.thread_time() < end:
        pass
    return step(engine, streams)

ScriptedEngine.step = computed
os._exit(process.main())
"""
"""A worker whose steps compute for 20 ms."""


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    close_pools()


def placed(pool: WorkerPool) -> dict[str, Applied]:
    [worker] = pool.workers()
    return {step.what: step for step in worker.placed}


def spoken(pool: WorkerPool, folder: Path) -> bool:
    """It says what an undisturbed engine says."""
    found = samples(results(pool.load(scripted_voice(folder)), wanted()))
    return np.array_equal(found, undisturbed(wanted()))


def threads(pid: int) -> dict[str, set[int]]:
    """The scheduling policies of a process's threads, by their names."""
    found: dict[str, set[int]] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        name = "main" if int(task.name) == pid else (task / "comm").read_text().strip()[:5]
        found.setdefault(name, set()).add(os.sched_getscheduler(int(task.name)) & 0xFF)
    return found


def test_workers_stay_on_their_cores() -> None:
    core = min(os.sched_getaffinity(0))
    pool = quick_pool(placements=(ThreadPlacement((core,)),))
    pool.start()
    [worker] = pool.workers()
    assert worker.pid is not None
    assert os.sched_getaffinity(worker.pid) == {core}
    assert (worker.cores, [step.what for step in worker.placed]) == ((core,), ["cores"])


def test_of_workers_where_nothing_is_asked_nothing_is_told() -> None:
    pool = quick_pool()
    pool.start()
    [worker] = pool.workers()
    assert (worker.cores, worker.placed) == ((), ())
    assert worker.pid is not None
    assert os.sched_getaffinity(worker.pid) == os.sched_getaffinity(0)


def test_a_core_that_cannot_be_had_leaves_the_worker_where_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = quick_pool(placements=(ThreadPlacement((4000,)),))
    pool.start()
    assert placed(pool)["cores"].permitted is False
    assert pool.workers()[0].cores == ()
    assert spoken(pool, tmp_path)
    [record] = [one for one in caplog.records if "cpu_scheduling" in one.message]
    assert record.levelno == logging.WARNING
    assert vars(record)["refused"].startswith("cores 4000: refused")


def test_without_any_right_a_worker_does_its_work(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = quick_pool(
        placements=(FIFO,), lock_memory=True, command=(*DEPRIVED, *PoolOptions().command)
    )
    pool.start()
    steps = placed(pool)
    assert {"policy", "nice", "memory lock"} <= set(steps)
    assert not steps["policy"].permitted
    assert not steps["nice"].permitted
    assert steps["policy"].how_to_allow
    assert spoken(pool, tmp_path)
    [worker] = pool.workers()
    assert worker.pid is not None
    assert set().union(*threads(worker.pid).values()) == {os.SCHED_OTHER}
    [record] = [one for one in caplog.records if "cpu_scheduling" in one.message]
    assert "SCHED_FIFO 20" in vars(record)["refused"]


def test_what_is_refused_is_not_said_again_by_the_next_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = quick_pool(placements=(ThreadPlacement((4000,)),))
    pool.start()
    engine = pool.load(scripted_voice(tmp_path))
    found = results(engine, wanted(), lambda step, stream: step == 1 and kill_holder(pool, stream))
    assert np.array_equal(samples(found), undisturbed(wanted()))
    eventually(pool, lambda workers: [one.restarts for one in workers] == [1])
    assert len([one for one in caplog.records if "cpu_scheduling" in one.message]) == 1
    assert placed(pool)["cores"].permitted is False


def test_threads_that_listeners_wait_for_have_the_policy_if_it_is_permitted(
    tmp_path: Path,
) -> None:
    tried = {step.what: step for step in try_out(FIFO) or ()}
    pool = quick_pool(placements=(FIFO,))
    pool.start()
    steps = placed(pool)
    assert spoken(pool, tmp_path)
    assert steps["policy"].permitted is tried["policy"].permitted
    [worker] = pool.workers()
    assert worker.pid is not None
    found = threads(worker.pid)
    expected = os.SCHED_FIFO if steps["policy"].permitted else os.SCHED_OTHER
    assert found["main"] == found["ZMQbg"] == {expected}
    assert [step.what for step in worker.placed].count("policy") == 1


def test_a_realtime_worker_without_a_pause_beats_and_lives(tmp_path: Path) -> None:
    """Two callers keep it busy for longer than the kernel lets a real-time thread compute without a
    pause; on its one core its beats and answers have to find their way all the same."""
    core = max(os.sched_getaffinity(0))
    pinned = ThreadPlacement((core,), None, "SCHED_FIFO", 20, -4)
    pool = quick_pool(
        placements=(pinned,), beat_interval_s=0.2, command=(sys.executable, "-c", BUSY)
    )
    pool.start()
    engine = pool.load(scripted_voice(tmp_path, chunk_samples=900))
    with ThreadPoolExecutor(2) as callers:
        both = list(callers.map(lambda seed: results(engine, wanted(seed=seed)), (0, 1)))
    for seed, found in enumerate(both):
        assert np.array_equal(samples(found), undisturbed(wanted(seed=seed), chunk_samples=900))
    [worker] = pool.workers()
    assert (worker.restarts, worker.problem) == (0, None)
