"""Settings that cannot be followed name their key."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.errors import ConfigError
from brisa.placement.contradictions import refuse_contradictions
from brisa.placement.options import PlacementOptions, ThreadOptions
from brisa.placement.topology import read_topology
from support import machine_trees
from support.machine_trees import CPU, write

pytestmark = pytest.mark.unit

GENERATE = "cpu_scheduling.generate_thread.affinity"
PLAY = "cpu_scheduling.play_thread.affinity"
ISOLATED = "cpu_scheduling.isolated_cores"


@pytest.mark.parametrize(
    ("options", "key", "words"),
    [
        (PlacementOptions(generate=ThreadOptions((7,))), GENERATE, "has no core 7; it has 0-3"),
        (PlacementOptions(play=ThreadOptions((1, 8, 9))), PLAY, "has no cores 8,9"),
        (PlacementOptions(isolated_cores=(1, 99)), ISOLATED, "has no core 99"),
        (PlacementOptions(isolated_cores=(-1,)), ISOLATED, "has no core -1"),
        (PlacementOptions(generate=ThreadOptions((4,))), GENERATE, "core 4 is switched off"),
        (PlacementOptions(generate=ThreadOptions((0,))), GENERATE, "may not use core 0"),
        (
            PlacementOptions(isolated_cores=(2,), generate=ThreadOptions((1, 2))),
            GENERATE,
            "has core 1, which cpu_scheduling.isolated_cores (2) does not keep",
        ),
    ],
)
def test_refused_by_name(tmp_path: Path, options: PlacementOptions, key: str, words: str) -> None:
    files = machine_trees.plain(4) | machine_trees.status("1-3") | {f"{CPU}/offline": "4"}
    with pytest.raises(ConfigError) as error:
        refuse_contradictions(read_topology(write(tmp_path, files)), options)
    assert error.value.param == key
    assert words in error.value.message
    assert key in error.value.message


def test_the_play_thread_may_have_an_isolated_core(tmp_path: Path) -> None:
    topology = read_topology(write(tmp_path, machine_trees.isolated(4, "1-2", "0,3")))
    play = ThreadOptions((2,))
    refuse_contradictions(topology, PlacementOptions(isolated_cores=(1, 2), play=play))
