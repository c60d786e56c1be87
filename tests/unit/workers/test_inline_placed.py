"""Threads of the service's own process settle themselves."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest

from brisa.placement.plan import ThreadPlacement
from brisa.workers.inline import InlinePool

pytestmark = pytest.mark.unit


def in_thread(act: Callable[[], object]) -> set[int]:
    """The cores of a thread that has done ``act``."""
    found: list[set[int]] = []

    def run() -> None:
        act()
        found.append(os.sched_getaffinity(0))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def test_each_thread_goes_where_its_worker_is_to_be() -> None:
    all_cores = os.sched_getaffinity(0)
    first, last = min(all_cores), max(all_cores)
    pool = InlinePool((ThreadPlacement((first,)), ThreadPlacement((last,))))
    assert in_thread(lambda: pool.prefer(0)) == {first}
    assert in_thread(lambda: pool.prefer(1)) == {last}
    assert in_thread(lambda: pool.prefer(2)) == {first}
    assert os.sched_getaffinity(0) == all_cores
    assert [step.what for step in pool.workers()[0].placed] == ["cores"]
    pool.close()


def test_without_placements_threads_stay_where_they_are() -> None:
    pool = InlinePool()
    assert in_thread(lambda: pool.prefer(0)) == os.sched_getaffinity(0)
    assert pool.workers()[0].placed == ()
    pool.close()


def test_what_is_refused_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    pool = InlinePool((ThreadPlacement((4000,)), ThreadPlacement((4001,))))
    for worker in (0, 1):
        assert in_thread(lambda worker=worker: pool.prefer(worker)) == os.sched_getaffinity(0)
    assert len(caplog.records) == 1
    assert "cpu_scheduling" in caplog.records[0].message
    pool.close()
