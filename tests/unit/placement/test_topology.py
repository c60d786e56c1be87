"""Machines of every kind, read from trees of files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brisa.placement.topology import Topology, read_topology
from support import machine_trees
from support.machine_trees import CPU, NODE, write

pytestmark = pytest.mark.unit


def test_one_core(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.plain(1)))
    assert (topology.online, topology.allowed, topology.known) == ({0}, {0}, True)
    assert topology.core(0).siblings == (0,)
    assert topology.quota_cores is None


def test_siblings(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.hyperthreads(4)))
    assert [core.siblings for core in topology.cores[:2]] == [(0, 4), (1, 5)]
    assert topology.core(4).siblings == (0, 4)


def test_two_memory_nodes(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.two_nodes()))
    assert topology.memory_nodes == {0, 1}
    assert [core.node for core in topology.cores] == [0] * 4 + [1] * 4
    assert [core.package for core in topology.cores] == [0] * 4 + [1] * 4
    assert topology.core(5).cache == (4, 5, 6, 7)


def test_big_and_little_cores(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.big_little()))
    assert [core.slow for core in topology.cores] == [True] * 4 + [False] * 4
    assert topology.core(0).capacity == pytest.approx(0.4355, abs=1e-4)


def test_performance_and_efficiency_cores(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.hybrid()))
    assert [core.id for core in topology.cores if core.slow] == [4, 5, 6, 7]
    assert topology.core(2).capacity == pytest.approx(0.98)


def test_a_container_with_time_for_one_and_a_half(tmp_path: Path) -> None:
    files = machine_trees.plain(8) | machine_trees.quota("150000 100000")
    topology = read_topology(write(tmp_path, files))
    assert (topology.quota_cores, len(topology.allowed)) == (1.5, 8)


def test_isolated_cores_are_outside_the_mask_and_within_reach(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.isolated(4, "2-3", "0-1")))
    assert topology.allowed == {0, 1}
    assert topology.reachable == {0, 1, 2, 3}
    assert topology.nohz_full == {2, 3}


def test_isolated_cores_of_others_are_out_of_reach(tmp_path: Path) -> None:
    files = machine_trees.isolated(4, "2-3", "0-1")
    files |= {"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpuset.cpus.effective": "0-2"}
    topology = read_topology(write(tmp_path, files))
    assert topology.reachable == {0, 1, 2}


def test_a_core_that_is_switched_off(tmp_path: Path) -> None:
    files = machine_trees.plain(4) | {f"{CPU}/online": "0-2", f"{CPU}/offline": "3,64-127"}
    topology = read_topology(write(tmp_path, files))
    assert (topology.online, topology.allowed) == ({0, 1, 2}, {0, 1, 2})
    assert 3 in topology.offline


def test_without_sys_the_mask_tells_the_cores(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.status("4-5")))
    assert (topology.online, topology.known) == ({4, 5}, True)


def test_other_systems_are_counted(tmp_path: Path) -> None:
    topology = read_topology(tmp_path)
    assert topology.online == topology.allowed == set(range(os.cpu_count() or 1))
    assert not topology.known


def test_an_unknown_core_is_no_core(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.plain(1)))
    with pytest.raises(KeyError):
        topology.core(1)


_PATHS = [
    f"{CPU}/online",
    f"{CPU}/isolated",
    f"{CPU}/cpu0/topology/core_cpus_list",
    f"{CPU}/cpu0/cpu_capacity",
    f"{CPU}/cpu1/cache/index0/level",
    f"{CPU}/cpu1/cache/index0/shared_cpu_list",
    f"{NODE}/online",
    f"{NODE}/node0/cpulist",
    "proc/self/status",
    "proc/self/cgroup",
    "sys/fs/cgroup/cpu.max",
    "sys/fs/cgroup/cpuset.cpus.effective",
    "sys/devices/cpu_atom/cpus",
]
_DAMAGE = st.one_of(
    st.sampled_from(
        [b"", b"\xff", b"0", b"-1", b"0-1", b"7", b"max", b"0-99999999", b"0::/a/../.."]
    ),
    st.binary(max_size=20),
)


@given(st.dictionaries(st.sampled_from(_PATHS), _DAMAGE))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_damaged_files_never_raise(
    tmp_path_factory: pytest.TempPathFactory, damage: dict[str, bytes]
) -> None:
    root = write(tmp_path_factory.mktemp("damaged"), machine_trees.two_nodes(1))
    for name, content in damage.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    topology = read_topology(root)
    assert isinstance(topology, Topology)
    assert topology.allowed
    assert topology.allowed <= topology.online
