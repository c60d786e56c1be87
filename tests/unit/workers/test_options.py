"""Options that cannot work are refused, and placements go round."""

from __future__ import annotations

from typing import Any

import pytest

from brisa.errors import ConfigError
from brisa.placement.plan import ThreadPlacement
from brisa.workers.options import PoolOptions

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "wrong",
    [
        {"workers": 0},
        {"threads_per_worker": 0},
        {"steps_outstanding": 0},
        {"slot_bytes": 0},
        {"beat_interval_s": 0.0},
        {"step_limit_s": -1.0},
        {"load_limit_s": 0.0},
        {"start_limit_s": float("nan")},
        {"memory_limit_mb": 0},
    ],
)
def test_values_that_cannot_work(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as caught:
        PoolOptions(**wrong)
    assert caught.value.param == next(iter(wrong))


def test_placements_go_round() -> None:
    first, second = ThreadPlacement((0,)), ThreadPlacement((1, 2), nice=-3)
    options = PoolOptions(workers=3, placements=(first, second))
    assert [options.placement_of(index) for index in range(3)] == [first, second, first]
    assert PoolOptions().placement_of(5) == ThreadPlacement()
