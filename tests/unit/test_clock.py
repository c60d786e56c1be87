"""Clocks."""

import pytest

from brisa.clock import ManualClock, SystemClock

pytestmark = pytest.mark.unit


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(5)
    assert clock.now_ns() == 5
    clock.advance_ns(7)
    assert clock.now_ns() == 12


def test_a_manual_clock_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="back"):
        ManualClock().advance_ns(-1)


def test_the_system_clock_does_not_go_back() -> None:
    clock = SystemClock()
    stamps = [clock.now_ns() for _ in range(100)]
    assert stamps == sorted(stamps)
