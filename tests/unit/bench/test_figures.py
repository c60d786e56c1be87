"""Percentiles and spreads."""

from __future__ import annotations

import pytest

from brisa.bench.figures import latency_figures, percentile, spread

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([5.0], 95, 5.0),
        ([1.0, 2.0, 3.0, 4.0], 50, 2.0),
        ([float(value) for value in range(1, 41)], 95, 38.0),
        ([3.0, 1.0, 2.0], 100, 3.0),
        ([3.0, 1.0, 2.0], 0, 1.0),
    ],
)
def test_nearest_rank(values: list[float], percent: float, expected: float) -> None:
    assert percentile(values, percent) == expected


def test_of_nothing_there_is_no_percentile() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_latency_figures() -> None:
    assert latency_figures([10.0, 30.0, 20.004]) == {"p50": 20.0, "p95": 30.0, "max": 30.0}


def test_a_spread_keeps_four_digits() -> None:
    assert spread([0.00512345, 0.0049, 0.009]) == {"median": 0.005123, "min": 0.0049, "max": 0.009}
