"""``cpu_scheduling`` as it is written, on machines that have the cores and on those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.app.layers import examine, load_settings
from brisa.app.settings import Settings, placement_options, placement_plan, play_placement
from brisa.errors import ConfigError
from brisa.placement.plan import ThreadPlacement
from brisa.placement.topology import Topology, read_topology
from support import machine_trees
from support.machine_trees import write

pytestmark = pytest.mark.unit

EXAMPLE = """\
cpu_scheduling:
  isolated_cores: [1, 2]     # cores kept for workers
  generate_thread: {affinity: 1, policy: SCHED_FIFO, priority: 85}   # engine workers
  play_thread: {affinity: 2, policy: SCHED_FIFO, priority: 75}       # feeds an audio device
resources:
  cpu_threads_per_instance: 2
"""
FIFO_85 = ThreadPlacement((1,), None, "SCHED_FIFO", 85, -17)
FIFO_75 = ThreadPlacement((2,), None, "SCHED_FIFO", 75, -15)


@pytest.fixture
def written(tmp_path: Path):
    def settings(text: str) -> Settings:
        path = tmp_path / "brisa.yaml"
        path.write_text(text, encoding="utf-8")
        return load_settings(path)

    return settings


def machine(folder: Path, files: dict[str, str]) -> Topology:
    return read_topology(write(folder / "machine", files))


def variables(**keys: str) -> dict[str, str]:
    return {f"BRISA_CPU_SCHEDULING__{name.upper()}": value for name, value in keys.items()}


def test_the_example_acts_as_it_is_written(written, tmp_path: Path) -> None:
    isolated = machine(tmp_path, machine_trees.isolated(4, "1-2", "0,3"))
    plan = placement_plan(written(EXAMPLE), isolated)
    assert plan.workers == (FIFO_85,)
    assert plan.play == FIFO_75
    assert plan.server.cores == (0, 3)
    assert [warning.key for warning in plan.warnings] == ["resources.cpu_threads_per_instance"]


def test_cores_that_the_kernel_does_not_isolate_are_a_warning(written, tmp_path: Path) -> None:
    plan = placement_plan(written(EXAMPLE), machine(tmp_path, machine_trees.plain(8)))
    assert plan.workers == (FIFO_85,)
    assert "cpu_scheduling.isolated_cores" in [warning.key for warning in plan.warnings]


def test_a_machine_without_the_core_refuses_by_the_key(written, tmp_path: Path) -> None:
    two = machine(tmp_path, machine_trees.plain(2))
    with pytest.raises(ConfigError, match="this machine has no core 2; it has 0,1") as caught:
        placement_plan(written(EXAMPLE), two)
    assert caught.value.param == "cpu_scheduling.isolated_cores"


@pytest.mark.parametrize(
    ("given", "cores"),
    [("3", (3,)), ("[1, 3]", (1, 3)), ("1-3", (1, 2, 3)), ("'3,0-1'", (0, 1, 3)), ("[2, 2]", (2,))],
)
def test_ways_to_name_cores(written, given: str, cores: tuple[int, ...]) -> None:
    text = f"cpu_scheduling:\n  isolated_cores: {given}\n  play_thread: {{affinity: {given}}}\n"
    options = placement_options(written(text))
    assert options.isolated_cores == options.play.affinity == cores


@pytest.mark.parametrize("given", ["one", "-1", "[a]", "1.5", "true", "9000", "'1-'", "{a: 1}"])
def test_what_is_no_core(given: str, tmp_path: Path) -> None:
    path = tmp_path / "brisa.yaml"
    path.write_text(f"cpu_scheduling:\n  isolated_cores: {given}\n", encoding="utf-8")
    _, [problem, *_] = examine(path)
    assert problem.key.startswith("cpu_scheduling.isolated_cores")


def test_what_it_takes_is_said() -> None:
    _, [problem] = examine(variables=variables(isolated_cores="one"))
    assert "takes a whole number from 0 to 8191 or cores such as 0-3,8 or a list" in str(problem)


@pytest.mark.parametrize("key", ["isolated_cores", "generate_thread.affinity"])
def test_a_range_that_ends_before_it_begins(key: str) -> None:
    settings = load_settings(variables=variables(**{key.replace(".", "__"): "0,3-1"}))
    with pytest.raises(ConfigError) as caught:
        placement_options(settings)
    assert caught.value.param == f"cpu_scheduling.{key}"


@pytest.mark.parametrize("thread", ["generate_thread", "play_thread"])
@pytest.mark.parametrize("policy", ["SCHED_FIFO", "SCHED_RR"])
def test_a_realtime_policy_needs_a_priority(thread: str, policy: str) -> None:
    settings = load_settings(variables=variables(**{f"{thread}__policy": policy}))
    with pytest.raises(ConfigError, match=f"must be 1 to 99 with {policy}, not 0") as caught:
        placement_options(settings)
    assert caught.value.param == f"cpu_scheduling.{thread}.priority"


@pytest.mark.parametrize("priority", ["100", "-1", "high"])
def test_a_priority_that_there_is_not(priority: str) -> None:
    _, [problem] = examine(variables=variables(generate_thread__priority=priority))
    assert problem.key == "cpu_scheduling.generate_thread.priority"
    assert "takes a whole number from 0 to 99" in problem.message


def test_a_policy_that_there_is_not() -> None:
    _, [problem] = examine(variables=variables(play_thread__policy="SCHED_DEADLINE"))
    assert "takes SCHED_FIFO or SCHED_OTHER or SCHED_RR" in problem.message


@pytest.mark.parametrize(
    ("isolated", "generate", "play"), [("1,2", "1", "1"), ("1,2", "1,2", "2"), ("1", "", "1")]
)
def test_workers_and_play_thread_on_one_isolated_core(
    tmp_path: Path, isolated: str, generate: str, play: str
) -> None:
    given = variables(isolated_cores=isolated, play_thread__affinity=play)
    if generate:
        given |= variables(generate_thread__affinity=generate)
    settings = load_settings(variables=given)
    with pytest.raises(ConfigError, match="one would wait for the other") as caught:
        placement_plan(settings, machine(tmp_path, machine_trees.isolated(4, "1-2", "0,3")))
    assert caught.value.param == "cpu_scheduling.play_thread.affinity"


def test_threads_of_the_server_itself_are_never_realtime(tmp_path: Path) -> None:
    given = variables(generate_thread__policy="SCHED_FIFO", generate_thread__priority="85")
    settings = load_settings(variables=given | {"BRISA_RESOURCES__WORKERS": "0"})
    plan = placement_plan(settings, machine(tmp_path, machine_trees.plain(4)))
    assert {(worker.policy, worker.nice) for worker in plan.workers} == {("SCHED_OTHER", -17)}
    [warning] = plan.warnings
    assert warning.key == "cpu_scheduling.generate_thread.policy"
    assert "the server computes itself" in warning.message


def test_a_command_plays_as_the_play_thread_and_only_if_that_says_something(
    written, tmp_path: Path
) -> None:
    eight = machine(tmp_path, machine_trees.plain(8))
    assert play_placement(Settings(), eight) == ThreadPlacement()
    assert play_placement(written(EXAMPLE), eight) == FIFO_75
    anywhere = load_settings(variables=variables(play_thread__priority="50"))
    assert play_placement(anywhere, eight) == ThreadPlacement(priority=50, nice=-10)


def test_a_command_does_not_care_for_the_cores_of_workers(written, tmp_path: Path) -> None:
    """Of a server's settings, on another machine, the play thread's are what matters."""
    text = EXAMPLE.replace("{affinity: 2,", "{affinity: 0,").replace("[1, 2]", "[7]")
    plan = play_placement(written(text), machine(tmp_path, machine_trees.plain(2)))
    assert plan.cores == (0,)
