"""What is said of a machine and of refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brisa.placement import remedies
from brisa.placement.applied import Applied
from brisa.placement.files import Files
from brisa.placement.options import PlacementOptions
from brisa.placement.plan import ThreadPlacement, make_plan
from brisa.placement.remedies import Caller
from brisa.placement.report import (
    as_data,
    describe_thread,
    describe_topology,
    describe_workers,
    unguarded_kernel,
    ways_to_allow,
)
from brisa.placement.topology import read_topology
from support import machine_trees
from support.machine_trees import write

pytestmark = pytest.mark.unit

CALLER = Caller("ann", "python")


def test_a_machine_in_one_line(tmp_path: Path) -> None:
    files = machine_trees.hybrid() | machine_trees.quota("150000 100000")
    assert describe_topology(read_topology(write(tmp_path, files))) == (
        "cores 0-7 (6 whole, 1 memory node), slower 4-7, isolated none, time for 1.5"
    )
    assert "not known" in describe_topology(read_topology(tmp_path / "none"))


def test_threads_and_workers(tmp_path: Path) -> None:
    fifo = ThreadPlacement((1, 2), 1, "SCHED_FIFO", 85, -17)
    assert describe_thread(fifo) == "cores 1,2, memory node 1, SCHED_FIFO 85"
    assert describe_thread(ThreadPlacement(nice=-5)) == "any core, nice -5"
    topology = read_topology(write(tmp_path, machine_trees.plain(3)))
    plan = make_plan(topology, PlacementOptions(workers=2))
    assert describe_workers(plan) == "2 with 1 thread: core 1; core 2"


def test_only_what_was_refused_has_lines(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.plain(2)))
    steps = (
        Applied("cores", "1", "1", True),
        Applied("policy", "SCHED_FIFO 85", "refused", False, remedies.realtime(85, CALLER)),
        Applied("nice", "-17", "0", False, remedies.niceness(-17, CALLER)),
    )
    found = [way.line for way in ways_to_allow(steps, topology, isolated=(1,))]
    assert "LimitRTPRIO=85" in found
    assert "LimitNICE=-17" not in found
    assert found[-1] == "isolcpus=1 nohz_full=1 rcu_nocbs=1"
    assert ways_to_allow(steps[:1], topology) == ()


@pytest.mark.parametrize(("value", "danger"), [("-1", True), ("950000", False), ("x", False)])
def test_a_kernel_that_keeps_no_time_for_others(tmp_path: Path, value: str, danger: bool) -> None:
    write(tmp_path, {"proc/sys/kernel/sched_rt_runtime_us": value})
    assert (unguarded_kernel(Files(tmp_path)) is not None) is danger


def test_all_of_it_as_json(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.two_nodes()))
    data = json.loads(json.dumps(as_data(topology, make_plan(topology, PlacementOptions()), ())))
    assert data["topology"]["allowed"] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert data["plan"]["threads_per_worker"] == 1
