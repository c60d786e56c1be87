"""Who runs where, on machines of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.placement.options import PlacementOptions, ThreadOptions
from brisa.placement.plan import Plan, make_plan
from brisa.placement.topology import Core, Topology, read_topology
from support import machine_trees
from support.machine_trees import write

pytestmark = pytest.mark.unit

FIFO = ThreadOptions(policy="SCHED_FIFO", priority=85)


@pytest.fixture
def plan_on(tmp_path: Path):
    def make(files: dict[str, str], **options: object) -> Plan:
        return make_plan(read_topology(write(tmp_path, files)), PlacementOptions(**options))

    return make


def cores_of(plan: Plan) -> list[tuple[int, ...]]:
    return [worker.cores for worker in plan.workers]


def keys(plan: Plan) -> list[str]:
    return [warning.key for warning in plan.warnings]


def test_one_core_has_one_worker_beside_the_server(plan_on) -> None:
    plan = plan_on(machine_trees.plain(1))
    assert (cores_of(plan), plan.server.cores) == ([()], (0,))
    assert plan.warnings == ()


def test_two_cores_are_shared_with_the_server(plan_on) -> None:
    """Nobody is pinned: a worker must not wait for the server while the other core is idle."""
    plan = plan_on(machine_trees.plain(2))
    assert (cores_of(plan), plan.server.cores) == ([(), ()], (0, 1))


def test_cores_that_are_named_are_pinned_to_even_beside_the_server(plan_on) -> None:
    plan = plan_on(machine_trees.plain(2), generate=ThreadOptions((0, 1)))
    assert (cores_of(plan), plan.server.cores) == ([(1,), (0,)], (0, 1))


def test_of_four_whole_cores_the_server_has_the_first(plan_on) -> None:
    plan = plan_on(machine_trees.hyperthreads(4))
    assert cores_of(plan) == [(1, 5), (2, 6), (3, 7)]
    assert (plan.server.cores, plan.play.cores) == ((0, 4), (0, 4))


def test_siblings_are_shared_only_when_whole_cores_are_taken(plan_on) -> None:
    every = ThreadOptions((0, 1, 2, 3))
    plan = plan_on(machine_trees.hyperthreads(2), workers=3, generate=every)
    assert cores_of(plan) == [(1,), (0, 2), (3,)]
    whole = plan_on(machine_trees.hyperthreads(2), workers=2, generate=every)
    assert cores_of(whole) == [(1, 3), (0, 2)]


def test_workers_spread_over_memory_nodes(plan_on) -> None:
    plan = plan_on(machine_trees.two_nodes(), workers=4)
    assert cores_of(plan) == [(1,), (4,), (2,), (5,)]
    assert [worker.node for worker in plan.workers] == [0, 1, 0, 1]
    assert plan.server.node is None


def test_threads_of_a_worker_stay_on_one_node(plan_on) -> None:
    plan = plan_on(machine_trees.two_nodes(3), threads_per_worker=2)
    assert plan.threads_per_worker == 2
    assert cores_of(plan) == [(1, 2), (3, 4)]
    assert [worker.node for worker in plan.workers] == [0, 1]


def test_threads_of_a_worker_stay_behind_one_cache(plan_on) -> None:
    caches = ["0-2", "0-2", "0-2", "3-5", "3-5", "3-5"]
    files = machine_trees.cores([str(core) for core in range(6)], caches)
    plan = plan_on(files, threads_per_worker=2, workers=2)
    assert cores_of(plan) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("files", "workers", "server"),
    [
        (machine_trees.big_little(), [(4,), (5,), (6,), (7,)], (0, 1, 2, 3)),
        (machine_trees.hybrid(), [(2, 3), (0, 1)], (4, 5, 6, 7)),
    ],
)
def test_workers_get_the_fast_cores_and_the_server_the_slow(
    plan_on, files: dict[str, str], workers: list[tuple[int, ...]], server: tuple[int, ...]
) -> None:
    plan = plan_on(files)
    assert (cores_of(plan), plan.server.cores) == (workers, server)


def test_more_workers_than_fast_cores_go_on_slow_ones(plan_on) -> None:
    assert cores_of(plan_on(machine_trees.hybrid(), workers=3))[-1] == (4,)


def test_a_quota_bounds_workers_and_pins_nobody(plan_on) -> None:
    plan = plan_on(machine_trees.plain(8) | machine_trees.quota("150000 100000"))
    assert cores_of(plan) == [()]
    three = plan_on(machine_trees.plain(8) | machine_trees.quota("300000 100000"), workers=6)
    assert (len(three.workers), keys(three)) == (3, ["resources.workers"])


def test_a_quota_as_large_as_the_cores_binds_nobody(plan_on) -> None:
    plan = plan_on(machine_trees.plain(4) | machine_trees.quota("400000 100000"))
    assert cores_of(plan) == [(1,), (2,), (3,)]


def test_a_machine_that_is_not_known_is_counted_and_left_alone(plan_on) -> None:
    plan = plan_on({}, workers=1, generate=FIFO)
    assert (cores_of(plan), plan.server.cores, plan.play.cores) == ([()], (), ())


def test_the_settings_of_the_example(plan_on) -> None:
    plan = plan_on(
        machine_trees.isolated(4, "1-2", "0,3"),
        threads_per_worker=2,
        isolated_cores=(1, 2),
        generate=ThreadOptions((1,), "SCHED_FIFO", 85),
        play=ThreadOptions((2,), "SCHED_FIFO", 75),
    )
    (worker,) = plan.workers
    assert (worker.cores, worker.policy, worker.priority, worker.nice) == ((1,), *_FIFO_85)
    assert (plan.play.cores, plan.play.policy, plan.play.priority) == ((2,), "SCHED_FIFO", 75)
    assert (plan.server.cores, plan.server.realtime) == ((0, 3), False)
    assert keys(plan) == ["resources.cpu_threads_per_instance"]


_FIFO_85 = ("SCHED_FIFO", 85, -17)


def test_isolated_cores_are_kept_for_workers(plan_on) -> None:
    plan = plan_on(machine_trees.isolated(6, "3-5", "0-2"), isolated_cores=(3, 4, 5))
    assert cores_of(plan) == [(3,), (4,), (5,)]
    assert plan.server.cores == (0, 1, 2)
    assert plan.warnings == ()


def test_isolated_cores_that_the_kernel_does_not_isolate(plan_on) -> None:
    plan = plan_on(machine_trees.plain(4), isolated_cores=(2, 3))
    assert cores_of(plan) == [(2,), (3,)]
    assert keys(plan) == ["cpu_scheduling.isolated_cores"]
    assert "does not isolate 2,3" in plan.warnings[0].message


def test_isolated_cores_are_nobodys_unless_named(plan_on) -> None:
    plan = plan_on(machine_trees.isolated(6, "4-5", "0-3"))
    assert cores_of(plan) == [(1,), (2,), (3,)]
    assert plan.server.cores == (0,)


def test_the_play_thread_gets_a_core_that_workers_leave(plan_on) -> None:
    plan = plan_on(machine_trees.plain(3), play=ThreadOptions((2,)))
    assert cores_of(plan) == [(1,), (0,)]
    assert plan.play.cores == (2,)


def test_realtime_workers_leave_a_core_to_the_server(plan_on) -> None:
    plan = plan_on(machine_trees.plain(2), workers=1, generate=FIFO)
    assert (plan.workers[0].policy, plan.workers[0].cores, plan.server.cores) == (
        "SCHED_FIFO",
        (1,),
        (0,),
    )
    assert plan.warnings == ()


@pytest.mark.parametrize("count", [1, 2])
def test_realtime_workers_on_every_core_are_only_less_nice(plan_on, count: int) -> None:
    plan = plan_on(machine_trees.plain(count), generate=FIFO)
    assert {(worker.policy, worker.nice) for worker in plan.workers} == {("SCHED_OTHER", -17)}
    assert plan.server.nice == -17
    assert keys(plan) == ["cpu_scheduling.generate_thread.policy"]


def test_the_server_is_as_nice_as_it_was_on_cores_of_its_own(plan_on) -> None:
    plan = plan_on(machine_trees.plain(4), generate=ThreadOptions(priority=85))
    assert {worker.nice for worker in plan.workers} == {-17}
    assert plan.server.nice == 0


@pytest.mark.parametrize(("priority", "warned"), [(75, True), (85, True), (90, False)])
def test_playing_that_would_wait_for_a_worker(plan_on, priority: int, warned: bool) -> None:
    plan = plan_on(
        machine_trees.plain(2),
        generate=ThreadOptions((1,), "SCHED_FIFO", 85),
        play=ThreadOptions((1,), "SCHED_RR", priority),
    )
    assert ("cpu_scheduling.play_thread.affinity" in keys(plan)) is warned


def test_cores_named_for_workers_are_all_for_them(plan_on) -> None:
    plan = plan_on(machine_trees.plain(8), generate=ThreadOptions((2, 3, 4, 5)))
    assert sorted(cores_of(plan)) == [(2,), (3,), (4,), (5,)]
    assert plan.server.cores == (0, 1, 6, 7)


def test_threads_that_do_not_fit_are_fewer(plan_on) -> None:
    plan = plan_on(machine_trees.plain(4), workers=2, threads_per_worker=4)
    assert (len(plan.workers), plan.threads_per_worker) == (2, 2)
    assert keys(plan) == ["resources.cpu_threads_per_instance"]


@st.composite
def machines(draw: st.DrawFn) -> Topology:
    whole, threads = draw(st.integers(1, 8)), draw(st.integers(1, 2))
    nodes = draw(st.integers(1, 2))
    quota = draw(st.none() | st.floats(0.1, 20))
    slow = draw(st.integers(0, whole))
    cores = [
        Core(
            id=core,
            siblings=tuple(range(core % whole, whole * threads, whole)),
            cache=(0,),
            node=core % whole % nodes,
            slow=core % whole < slow < whole,
        )
        for core in range(whole * threads)
    ]
    allowed = draw(st.sets(st.sampled_from(range(whole * threads)), min_size=1))
    return Topology(
        tuple(cores),
        frozenset(allowed),
        memory_nodes=frozenset(range(nodes)),
        quota_cores=quota,
    )


@given(machines(), st.none() | st.integers(1, 20), st.integers(1, 5), st.booleans())
@settings(deadline=None)
def test_whatever_the_machine(
    topology: Topology, workers: int | None, threads: int, realtime: bool
) -> None:
    generate = FIFO if realtime else ThreadOptions()
    options = PlacementOptions(workers=workers, threads_per_worker=threads, generate=generate)
    plan = make_plan(topology, options)
    computing = len(plan.workers) * plan.threads_per_worker
    room = len(topology.allowed)
    if topology.quota_cores is not None:
        room = max(1, min(room, int(topology.quota_cores)))
    assert 1 <= computing <= room
    used = [core for worker in plan.workers for core in worker.cores]
    assert len(used) == len(set(used))
    assert set(used) <= topology.allowed
    assert all(len(cores) >= plan.threads_per_worker for cores in cores_of(plan) if cores)
    assert set(plan.server.cores) <= topology.allowed
    if any(worker.realtime for worker in plan.workers):
        assert topology.allowed - set(used) or computing < room or computing < len(topology.allowed)
