"""When listeners come."""

from __future__ import annotations

from random import Random

import pytest

from brisa.bench.arrivals import ramp_s, start_offsets_s, think_s

pytestmark = pytest.mark.unit


def test_a_burst_is_all_at_once() -> None:
    assert start_offsets_s("burst", 3, 8.0, Random(0)) == [0.0, 0.0, 0.0]


def test_steady_listeners_come_evenly() -> None:
    assert start_offsets_s("steady", 4, 8.0, Random(0)) == [0.0, 2.0, 4.0, 6.0]


def test_independent_people_come_within_the_time_in_order() -> None:
    offsets_s = start_offsets_s("poisson", 400, 8.0, Random(1))
    assert offsets_s == sorted(offsets_s)
    assert 0 <= offsets_s[0] < offsets_s[-1] <= 8
    gaps_s = [after - before for before, after in zip(offsets_s, offsets_s[1:], strict=False)]
    # Exponential gaps: about 1 - 1/e of them are shorter than their mean, evenly spaced ones not.
    short = sum(gap_s < 8 / 400 for gap_s in gaps_s) / len(gaps_s)
    assert 0.55 < short < 0.72


def test_the_same_seed_brings_the_same_people() -> None:
    assert start_offsets_s("poisson", 9, 8.0, Random(5)) == start_offsets_s(
        "poisson", 9, 8.0, Random(5)
    )
    assert start_offsets_s("poisson", 9, 8.0, Random(5)) != start_offsets_s(
        "poisson", 9, 8.0, Random(6)
    )


def test_the_ramp_is_a_small_part_of_the_run() -> None:
    assert ramp_s(60) == 8
    assert ramp_s(10) == 2.5


def test_thinking_is_short_and_varies() -> None:
    random = Random(0)
    pauses_s = [think_s(random) for _ in range(100)]
    assert 0.2 <= min(pauses_s) < 0.3
    assert 0.7 < max(pauses_s) <= 0.8


def test_nobody_is_no_load() -> None:
    with pytest.raises(ValueError, match="needs a listener"):
        start_offsets_s("poisson", 0, 8.0, Random(0))
