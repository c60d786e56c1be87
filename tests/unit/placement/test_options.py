"""Numbers that may be wished for."""

from __future__ import annotations

import pytest

from brisa.errors import ConfigError
from brisa.placement.options import PlacementOptions, ThreadOptions, nice_for

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(("priority", "nice"), [(0, 0), (1, 0), (50, -10), (85, -17), (99, -20)])
def test_the_niceness_of_a_priority(priority: int, nice: int) -> None:
    assert nice_for(priority) == nice


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"workers": 0}, "resources.workers"),
        ({"threads_per_worker": 0}, "resources.cpu_threads_per_instance"),
        (
            {"generate": ThreadOptions(policy="SCHED_FIFO", priority=0)},
            "cpu_scheduling.generate_thread.priority",
        ),
        (
            {"play": ThreadOptions(policy="SCHED_RR", priority=100)},
            "cpu_scheduling.play_thread.priority",
        ),
        ({"play": ThreadOptions(priority=-1)}, "cpu_scheduling.play_thread.priority"),
    ],
)
def test_out_of_range(options: dict[str, object], key: str) -> None:
    with pytest.raises(ConfigError) as error:
        PlacementOptions(**options)  # type: ignore[arg-type]
    assert error.value.param == key
