"""Core use from the kernel's counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.telemetry.cores import CoreUse, read_cores

pytestmark = pytest.mark.unit

BEFORE = """cpu  10 0 10 80 0 0 0 0 0 0
cpu0 10 5 5 70 10 0 0 0 0 0
cpu1 0 0 0 100 0 0 0 0 0 0
intr 1 2 3
"""
AFTER = """cpu0 40 5 5 130 20 0 0 0 0 0
cpu1 75 0 25 100 0 0 0 0 0 0
"""


def test_idle_and_waiting_for_disks_are_not_busy() -> None:
    assert read_cores(BEFORE) == {0: (20, 100), 1: (0, 100)}


def test_shares_are_between_looks(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text(BEFORE)
    use = CoreUse(stat)
    stat.write_text(AFTER)
    assert use.look() == (0.3, 1.0)
    assert use.look() == (0.0, 0.0)


def test_a_count_that_goes_back_is_no_negative_use(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("cpu0 50 0 0 50 10 0 0 0\ncpu1 50 0 0 50 10 0 0 0\n")
    use = CoreUse(stat)
    stat.write_text("cpu0 40 0 0 80 10 0 0 0\ncpu1 80 0 0 50 5 0 0 0\n")
    assert use.look() == (0.0, 1.0)


def test_where_nobody_counts_there_is_nothing(tmp_path: Path) -> None:
    assert CoreUse(tmp_path / "missing").look() == ()
