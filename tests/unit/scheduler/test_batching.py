"""Company is taken as long as the most urgent job does not suffer."""

import pytest

from brisa.scheduler.batching import batch_limit, compatible
from brisa.scheduler.cost import CostModel
from brisa.scheduler.job import Need

pytestmark = pytest.mark.unit


def measured(*costs_ns: int) -> CostModel:
    costs = CostModel()
    for index, cost_ns in enumerate(costs_ns):
        costs.measured("step", index + 1, cost_ns)
    return costs


def test_a_batch_ends_before_the_deadline() -> None:
    costs = measured(100, 150, 200, 250)
    assert batch_limit(costs, Need(1_200, kind="step", batch_max=4), now_ns=1_000) == 3
    assert batch_limit(costs, Need(9_999, kind="step", batch_max=4), now_ns=1_000) == 4
    assert batch_limit(costs, Need(9_999, kind="step", batch_max=2), now_ns=1_000) == 2


def test_a_late_job_is_kept_by_a_quarter_of_its_step_at_most() -> None:
    costs = measured(100, 120, 130)
    assert batch_limit(costs, Need(0, kind="step", batch_max=8), now_ns=1_000) == 2


def test_a_batch_that_gains_nothing_is_none() -> None:
    assert batch_limit(measured(100, 210), Need(10**9, kind="step", batch_max=8), now_ns=0) == 1


def test_alone_without_a_kind_or_a_batch() -> None:
    assert batch_limit(measured(1), Need(10**9, kind="", batch_max=8), now_ns=0) == 1
    assert batch_limit(measured(1), Need(10**9, kind="step"), now_ns=0) == 1
    assert not compatible(Need(0, batch_max=8), Need(0, batch_max=8))
    assert not compatible(Need(0, kind="step", batch_max=8), Need(0, kind="step"))
    assert compatible(Need(0, kind="step", batch_max=8), Need(5, kind="step", batch_max=2))
