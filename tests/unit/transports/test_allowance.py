"""What a key may use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.transports.allowance import Allowance, Bucket, KeyLimits

pytestmark = pytest.mark.unit

S = 1_000_000_000
MINUTE = 60 * S


def test_without_limits_everything_is_granted() -> None:
    allowance = Allowance(KeyLimits(), 0)
    for _ in range(1000):
        assert (allowance.enter(), allowance.request(0), allowance.text(10_000, 0)) == (0, 0, 0)


def test_streams_at_a_time() -> None:
    allowance = Allowance(KeyLimits(streams=2), 0)
    assert [allowance.enter() for _ in range(2)] == [0, 0]
    assert allowance.enter() > 0
    allowance.leave()
    assert allowance.enter() == 0
    assert allowance.streams == 2


def test_requests_come_back_with_time() -> None:
    allowance = Allowance(KeyLimits(requests=6), 0)
    assert [allowance.request(0) for _ in range(6)] == [0] * 6
    wait_s = allowance.request(0)
    assert wait_s == pytest.approx(10)
    assert allowance.request(round(9.9 * S)) == pytest.approx(0.1)
    assert allowance.request(10 * S) == 0
    assert allowance.request(10 * S) == pytest.approx(10)


def test_who_waits_as_long_as_told_is_served() -> None:
    allowance = Allowance(KeyLimits(requests=7), 0)
    now_ns = 0
    for _ in range(100):
        now_ns += round(allowance.request(now_ns) * S) + 1
        assert allowance.request(now_ns) == 0 or now_ns < MINUTE


def test_a_longer_text_is_spoken_and_paid_for() -> None:
    allowance = Allowance(KeyLimits(characters=100), 0)
    assert allowance.text(250, 0) == 0
    assert allowance.text(1, 0) == pytest.approx(60 * 151 / 100)
    assert allowance.text(1, 90 * S) > 0
    assert allowance.text(1, 91 * S) == 0


def test_text_that_was_refused_after_all_is_given_back() -> None:
    allowance = Allowance(KeyLimits(characters=100), 0)
    allowance.text(100, 0)
    allowance.refund(100, 0)
    assert allowance.text(100, 0) == 0
    allowance.refund(1000, 0)  # no more than there is room for
    assert allowance.text(100, 0) == 0
    assert allowance.text(1, 0) > 0


def test_other_limits_act_at_once_and_what_was_used_is_remembered() -> None:
    allowance = Allowance(KeyLimits(streams=1, requests=1), 0)
    assert (allowance.enter(), allowance.request(0)) == (0, 0)
    allowance.change(KeyLimits(streams=2, requests=1), 0)
    assert allowance.enter() == 0
    assert allowance.request(0) > 0
    allowance.change(KeyLimits(streams=2, requests=2), 0)
    assert allowance.request(0) == 0


@given(
    per_minute=st.integers(1, 100_000),
    steps=st.lists(st.tuples(st.integers(0, MINUTE), st.integers(1, 500)), max_size=50),
)
def test_in_the_long_run_no_more_is_given_than_allowed(
    per_minute: int, steps: list[tuple[int, int]]
) -> None:
    bucket, now_ns, taken, last = Bucket(per_minute, 0), 0, 0, 0
    for passed_ns, amount in steps:
        now_ns += passed_ns
        if not bucket.wait_s(now_ns):
            bucket.take(amount, now_ns)
            taken, last = taken + amount, amount
    # The last text may be larger than what was left for it.
    assert taken - last <= per_minute * (1 + now_ns / MINUTE) + 1


@given(per_minute=st.integers(1, 100_000), drawn=st.integers(1, 200_000))
def test_a_clock_that_goes_back_gives_nothing(per_minute: int, drawn: int) -> None:
    bucket = Bucket(per_minute, MINUTE)
    bucket.take(drawn, MINUTE)
    wait_s = bucket.wait_s(MINUTE)
    assert bucket.wait_s(0) == wait_s
