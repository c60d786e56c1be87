"""What is gathered before the first sound follows the gaps, gradually and within bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.service.pre_buffer import CALM_NS, SETTLE_NS, PreBuffer

pytestmark = pytest.mark.unit


def test_without_gaps_it_is_the_least() -> None:
    buffer = PreBuffer(60, 150)
    assert [buffer.size_ms(at * CALM_NS) for at in range(5)] == [60] * 5


def test_a_gap_makes_it_a_fifth_more_and_calm_a_fifth_less() -> None:
    buffer = PreBuffer(60, 150)
    buffer.gap(0)
    assert buffer.size_ms(0) == pytest.approx(72)
    assert buffer.size_ms(CALM_NS - 1) == pytest.approx(72)
    assert buffer.size_ms(CALM_NS) == pytest.approx(60)


def test_gaps_at_one_moment_count_once() -> None:
    buffer = PreBuffer(60, 150)
    for at_ns in (0, 1, SETTLE_NS - 1):
        buffer.gap(at_ns)
    assert buffer.size_ms(SETTLE_NS) == pytest.approx(72)


def test_it_never_passes_its_bounds() -> None:
    buffer = PreBuffer(60, 150)
    for count in range(50):
        buffer.gap(count * SETTLE_NS)
    assert buffer.size_ms(50 * SETTLE_NS) == 150
    assert buffer.size_ms(1000 * CALM_NS) == 60


def test_it_can_grow_from_nothing() -> None:
    buffer = PreBuffer(0, 150)
    buffer.gap(0)
    assert buffer.size_ms(0) == pytest.approx(24)


@given(st.lists(st.integers(0, 3 * CALM_NS), max_size=40))
def test_no_step_is_larger_than_the_factor(pauses_ns: list[int]) -> None:
    buffer, now_ns, before = PreBuffer(60, 150), 0, 60.0
    for pause_ns in pauses_ns:
        now_ns += pause_ns
        calm = buffer.size_ms(now_ns)
        assert 60 <= calm <= before
        buffer.gap(now_ns)
        before = buffer.size_ms(now_ns)
        assert calm <= before <= max(calm * 1.2, calm) + 1e-9
