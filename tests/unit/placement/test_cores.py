"""Cores and quotas."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.placement.cores import affinity_cores, quota_cores, worker_threads

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "cores"), [("max 100000", None), ("150000 100000", 1.5), ("50000 100000\n", 0.5)]
)
def test_version_2_quota(tmp_path: Path, text: str, cores: float | None) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert quota_cores(tmp_path) == cores


@pytest.mark.parametrize(("quota_us", "cores"), [("-1", None), ("200000", 2.0)])
def test_version_1_quota(tmp_path: Path, quota_us: str, cores: float | None) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(quota_us)
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000")
    assert quota_cores(tmp_path) == cores


def test_no_control_group_is_no_limit(tmp_path: Path) -> None:
    assert quota_cores(tmp_path) is None
    assert worker_threads(tmp_path) == affinity_cores()


@pytest.mark.parametrize(("text", "threads"), [("50000 100000", 1), ("100000 100000", 1)])
def test_threads_stay_within_the_quota(tmp_path: Path, text: str, threads: int) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert worker_threads(tmp_path) == threads


def test_a_generous_quota_makes_no_cores(tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("10000000 100000")
    assert worker_threads(tmp_path) == affinity_cores()
