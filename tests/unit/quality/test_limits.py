"""Limits: what holds, what is worse, and how the range is told."""

from __future__ import annotations

import pytest

from brisa.quality.limits import ALL, Limit

pytestmark = pytest.mark.unit

BETWEEN = Limit("a", "ms", 2.0, 5.0, "")
MOST = Limit("b", "", None, 5.0, "")
LEAST = Limit("c", "dB", 2.0, None, "")


def test_the_ends_belong_to_the_range() -> None:
    assert [BETWEEN.holds(value) for value in (1.9, 2.0, 5.0, 5.1)] == [False, True, True, False]
    assert [MOST.holds(value) for value in (-99.0, 5.0, 5.1)] == [True, True, False]
    assert [LEAST.holds(value) for value in (1.9, 2.0, 99.0)] == [False, True, True]


def test_what_is_further_out_is_worse_on_either_side() -> None:
    assert sorted((9.0, 1.0, 3.0, 6.0), key=BETWEEN.excess) == [3.0, 1.0, 6.0, 9.0]
    assert BETWEEN.excess(1.5) == 0.5
    assert MOST.excess(4.0) == -1.0


def test_the_range_in_words() -> None:
    assert BETWEEN.range_text == "2 to 5 ms"
    assert MOST.range_text == "at most 5"
    assert LEAST.range_text == "at least 2 dB"
    assert Limit("d", "samples", 0, 0, "").range_text == "exactly 0 samples"


def test_every_limit_has_a_name_of_its_own_a_side_and_a_reason() -> None:
    assert len({limit.name for limit in ALL}) == len(ALL)
    for limit in ALL:
        assert limit.why
        assert limit.low is not None or limit.high is not None
