"""Limits of control groups, both versions, nested, and seen from inside a container."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.placement.control_group import ControlGroup, read_control_group
from brisa.placement.files import Files
from support.machine_trees import write

pytestmark = pytest.mark.unit


def read(root: Path, files: dict[str, str], own: str) -> ControlGroup:
    named = {f"sys/fs/cgroup/{name}": text for name, text in files.items()}
    return read_control_group(Files(write(root, named)), own=own)


@pytest.mark.parametrize(
    ("outer", "inner", "cores"),
    [("150000 100000", "max 100000", 1.5), ("400000 100000", "200000 100000", 2.0)],
)
def test_the_tightest_quota_on_the_way_up(
    tmp_path: Path, outer: str, inner: str, cores: float
) -> None:
    files = {"a/cpu.max": outer, "a/b/cpu.max": inner, "other/cpu.max": "1 100000"}
    assert read(tmp_path, files, "0::/a/b").quota_cores == cores


def test_version_1_in_a_group_of_its_own(tmp_path: Path) -> None:
    files = {
        "cpu/docker/x/cpu.cfs_quota_us": "250000",
        "cpu/docker/x/cpu.cfs_period_us": "100000",
        "cpu/docker/x/cpu.rt_runtime_us": "0",
        "cpu/cpu.cfs_quota_us": "-1",
        "cpu/cpu.cfs_period_us": "100000",
        "cpu/cpu.rt_runtime_us": "950000",
        "cpuset/docker/x/cpuset.effective_cpus": "2-3",
        "cpuset/docker/x/cpuset.effective_mems": "1",
    }
    own = "4:cpuset:/docker/x\n3:cpu,cpuacct:/docker/x\n0::/docker/x"
    group = read(tmp_path, files, own)
    assert group == ControlGroup(2.5, frozenset({2, 3}), frozenset({1}), 0)


def test_a_path_of_the_host_that_does_not_exist_here(tmp_path: Path) -> None:
    files = {"cpu.max": "150000 100000", "cpuset.cpus.effective": "0-3"}
    group = read(tmp_path, files, "0::/system.slice/docker-abc.scope")
    assert (group.quota_cores, group.cores) == (1.5, {0, 1, 2, 3})


def test_a_path_that_leads_out_of_the_mount(tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("1 100000")
    assert read(tmp_path, {"cpu.max": "200000 100000"}, "0::/../../..").quota_cores == 2.0


def test_an_empty_set_is_inherited(tmp_path: Path) -> None:
    files = {"a/cpuset.cpus.effective": "", "cpuset.cpus.effective": "0-1"}
    assert read(tmp_path, files, "0::/a").cores == {0, 1}


@pytest.mark.parametrize("text", ["", "lots 100000", "1", "100 0", "-5 100", "1 2 3"])
def test_damaged_files_are_no_limit(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, {"cpu.max": text}, "garbage\n::\n0::/").quota_cores is None
