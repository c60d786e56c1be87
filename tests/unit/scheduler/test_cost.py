"""What steps are expected to take."""

import pytest

from brisa.scheduler.cost import DEFAULT_STEP_NS, MAX_KINDS, CostModel

pytestmark = pytest.mark.unit


def test_what_was_not_measured_is_the_default_for_each_stream() -> None:
    assert CostModel().p50_ns("step") == DEFAULT_STEP_NS
    assert CostModel().p90_ns("step", 4, weight=0.5) == 2 * DEFAULT_STEP_NS


def test_quantiles_are_by_kind_and_size() -> None:
    costs = CostModel()
    for cost_ns in range(1, 11):
        costs.measured("step", 1, cost_ns)
        costs.measured("step", 2, 10 * cost_ns)
        costs.measured("other", 1, 1000)
    assert [costs.p50_ns("step"), costs.p90_ns("step")] == [5, 9]
    assert [costs.p50_ns("step", 2), costs.p90_ns("step", 2)] == [50, 90]


def test_a_seed_counts_until_four_steps_were_measured() -> None:
    costs = CostModel()
    costs.seed("step", 7_000)
    for index in range(4):
        assert costs.p90_ns("step") == 7_000, index
        costs.measured("step", 1, 100)
    assert costs.p90_ns("step") == 100


def test_weights_are_taken_off_and_put_on() -> None:
    costs = CostModel()
    costs.measured("step", 1, 900, weight=3.0)
    assert costs.p50_ns("step", weight=2.0) == 600


def test_sizes_between_are_bounded_from_above() -> None:
    costs = CostModel()
    costs.measured("step", 1, 100)
    costs.measured("step", 4, 250)
    assert costs.p90_ns("step", 2) == 200
    assert costs.p90_ns("step", 3) == 250
    assert costs.p90_ns("step", 8) == 500


def test_old_costs_fade() -> None:
    costs = CostModel(window=16)
    for cost_ns in [1000] * 50 + [10] * 16:
        costs.measured("step", 1, cost_ns)
    assert costs.p90_ns("step") == 10


def test_kinds_are_bounded_and_the_stalest_goes() -> None:
    costs = CostModel()
    for index in range(MAX_KINDS):
        costs.measured(f"kind {index}", 1, 5)
    costs.measured("kind 0", 1, 5)
    costs.measured("new", 1, 5)
    assert len(costs) == MAX_KINDS
    assert costs.p50_ns("kind 0") == 5
    assert costs.p50_ns("kind 1") == DEFAULT_STEP_NS
