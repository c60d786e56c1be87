"""How many messages a client may send."""

from __future__ import annotations

import pytest

from brisa.transports.talk.budget import NS_PER_S, MessageBudget

pytestmark = pytest.mark.unit


def test_a_burst_and_then_the_long_run() -> None:
    budget = MessageBudget(10, burst=3, now_ns=0)
    assert [budget.afford(0) for _ in range(4)] == [True, True, True, False]
    patient = MessageBudget(10, burst=3, now_ns=0)
    assert all(patient.afford(turn * NS_PER_S // 10) for turn in range(100))


def test_no_more_is_saved_than_a_burst() -> None:
    budget = MessageBudget(10, burst=3, now_ns=0)
    later_ns = 1000 * NS_PER_S
    assert [budget.afford(later_ns) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_steps_back_earns_nothing() -> None:
    budget = MessageBudget(10, burst=1, now_ns=NS_PER_S)
    assert budget.afford(NS_PER_S)
    assert not budget.afford(0)
