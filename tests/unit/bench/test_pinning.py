"""Pinning: as many cores as claimed, and everything as before afterwards."""

from __future__ import annotations

import os
import threading

import pytest

from brisa.bench.pinning import pinned

pytestmark = pytest.mark.unit

CAN_PIN = hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1


def test_threads_started_inside_share_the_core() -> None:
    seen: list[set[int]] = []
    before = os.sched_getaffinity(0) if CAN_PIN else set()
    with pinned(1) as cores:
        if CAN_PIN:
            thread = threading.Thread(target=lambda: seen.append(os.sched_getaffinity(0)))
            thread.start()
            thread.join()
    assert (cores is not None) == CAN_PIN
    assert seen == ([set(cores)] if cores else [])
    if CAN_PIN:
        assert len(seen[0]) == 1
        assert os.sched_getaffinity(0) == before


def test_more_threads_than_cores_pin_nothing() -> None:
    with pinned(10_000) as cores:
        assert cores is None
