"""The look-ahead moves by steps, within bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import ConfigError
from brisa.scheduler.watermarks import NS_PER_MS, LookAhead, LookAheadOptions

pytestmark = pytest.mark.unit


def moved(held_ms: int, times: int) -> LookAhead:
    ahead = LookAhead(LookAheadOptions())
    for index in range(times):
        ahead.observe(held_ms * NS_PER_MS, index * 100 * NS_PER_MS)
    return ahead


def test_below_the_low_mark_it_grows_to_twice() -> None:
    assert moved(149, 1).factor == pytest.approx(1.2)
    assert moved(149, 3).factor == pytest.approx(1.728)
    assert moved(0, 50).factor == 2.0
    assert moved(0, 50).target_ns == 1000 * NS_PER_MS


def test_above_the_high_mark_it_shrinks_to_half() -> None:
    assert moved(401, 1).factor == pytest.approx(0.8)
    assert moved(999, 50).factor == 0.5
    assert moved(999, 50).target_ns == 250 * NS_PER_MS


@pytest.mark.parametrize("held_ms", [150, 300, 400])
def test_between_the_marks_it_stays(held_ms: int) -> None:
    assert moved(held_ms, 50).factor == 1.0


def test_it_moves_once_in_a_while() -> None:
    ahead = LookAhead(LookAheadOptions())
    for now_ns in range(0, 99 * NS_PER_MS, NS_PER_MS):
        ahead.observe(0, now_ns)
    assert ahead.factor == pytest.approx(1.2)


@given(st.lists(st.integers(0, 3_000), max_size=80))
def test_it_never_leaves_its_bounds_nor_jumps(held_ms: list[int]) -> None:
    ahead = LookAhead(LookAheadOptions(min_ms=300, max_ms=800))
    for index, held in enumerate(held_ms):
        before = ahead.factor
        ahead.observe(held * NS_PER_MS, index * 100 * NS_PER_MS)
        assert 0.5 <= ahead.factor <= 2.0
        assert before * 0.8 - 1e-9 <= ahead.factor <= before * 1.2 + 1e-9
        assert 300 * NS_PER_MS <= ahead.target_ns <= 800 * NS_PER_MS


def test_without_prefetch_it_is_the_least() -> None:
    assert LookAhead(LookAheadOptions(enabled=False)).target_ns == 100 * NS_PER_MS


@pytest.mark.parametrize(
    "fields",
    [
        {"low_watermark": 0.8, "high_watermark": 0.3},
        {"size_ms": 0},
        {"min_ms": 500, "max_ms": 100},
        {"grow": 0.9},
    ],
)
def test_contradictions_are_refused(fields: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        LookAheadOptions(**fields)  # type: ignore[arg-type]
