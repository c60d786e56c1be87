"""Windows of what was measured last."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.scheduler.quantiles import WindowQuantile

pytestmark = pytest.mark.unit


@given(st.lists(st.integers(0, 50), min_size=1, max_size=60), st.sampled_from([0.1, 0.5, 0.9, 1.0]))
def test_a_quantile_is_that_of_the_last_values(values: list[int], share: float) -> None:
    window = WindowQuantile(window=16)
    for value in values:
        window.add(value)
    last = sorted(values[-16:])
    assert window.quantile(share) == last[ceil(share * len(last)) - 1]
    assert len(window) == len(last)


def test_each_value_takes_the_place_of_a_seed() -> None:
    window = WindowQuantile((100, 100), window=8)
    assert window.quantile(0.5) == 100
    window.add(1)
    assert not window.measured
    window.add(2)
    assert window.measured
    assert [window.quantile(0.5), window.quantile(1.0)] == [1, 2]


def test_an_empty_window_has_no_quantile() -> None:
    with pytest.raises(ValueError, match="no values"):
        WindowQuantile().quantile(0.5)
