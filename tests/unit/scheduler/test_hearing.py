"""What a listener holds, and what is made for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.playout import NEVER_NS
from brisa.scheduler.hearing import Hearing, HearingOptions
from brisa.scheduler.watermarks import LookAheadOptions

pytestmark = pytest.mark.unit

MS = 1_000_000


def hearing(*, knows_accepted: bool = False) -> Hearing:
    """At 1000 Hz a sample is a millisecond; the margin is 50 ms."""
    options = HearingOptions(1000, knows_accepted=knows_accepted)
    return Hearing(options, LookAheadOptions(), arrived_ns=0)


def test_before_the_first_sound_the_deadline_is_the_target() -> None:
    stream = hearing()
    assert stream.waits_for_first
    assert stream.deadline_ns(0) == stream.deadline_ns(999 * MS) == 300 * MS
    assert stream.wanted(0)
    assert stream.ahead_until_ns(0) is None


def test_then_it_is_when_slack_reaches_the_margin() -> None:
    stream = hearing()
    stream.produced(200, 10 * MS)
    assert not stream.waits_for_first
    assert stream.deadline_ns(100 * MS) == (10 + 200 - 50) * MS
    assert stream.held_ns(110 * MS) == 100 * MS


def test_who_holds_the_look_ahead_is_made_ahead_for_until_it_runs_down() -> None:
    stream = hearing()
    stream.produced(600, 0)
    until_ns = stream.ahead_until_ns(0)
    assert until_ns is not None
    assert 100 * MS < until_ns < 101 * MS
    assert stream.ahead_until_ns(until_ns) is None


def test_no_step_passes_the_most_that_may_be_held() -> None:
    stream = hearing()
    produced = 0
    while stream.wanted(0):
        stream.produced(160, 0)
        produced += 160
    assert produced == 960
    again_ns = stream.wanted_at_ns(0)
    assert again_ns is not None
    assert not stream.wanted(again_ns - 2)
    assert stream.wanted(again_ns)


def test_a_reader_who_takes_nothing_costs_the_bound_and_is_not_urgent() -> None:
    stream = hearing(knows_accepted=True)
    now_ns = 0
    for _ in range(1000):
        now_ns += 100 * MS
        if stream.wanted(now_ns):
            stream.produced(160, now_ns)
            assert stream.deadline_ns(now_ns) > now_ns
    assert stream.unsent_ns == 960 * MS
    assert stream.wanted_at_ns(now_ns) is None
    assert stream.ahead_until_ns(now_ns) == NEVER_NS
    stream.accepted(200, now_ns)
    assert stream.wanted_at_ns(now_ns) == now_ns + 120 * MS + 2


def test_more_than_was_made_cannot_be_taken() -> None:
    stream = hearing(knows_accepted=True)
    stream.produced(10, 0)
    with pytest.raises(ValueError, match="not produced"):
        stream.accepted(11, 0)


def test_acknowledgements_and_pauses_are_followed() -> None:
    stream = hearing()
    stream.produced(500, 0)
    stream.acknowledged(100, 200 * MS)
    assert stream.held_ns(200 * MS) == 400 * MS
    stream.paused(200 * MS)
    assert stream.held_ns(900 * MS) == 400 * MS
    assert stream.deadline_ns(900 * MS) == NEVER_NS
    stream.resumed(900 * MS)
    assert stream.deadline_ns(900 * MS) == (900 + 400 - 50) * MS


def test_the_end_is_never_late_nor_an_underrun() -> None:
    stream = hearing(knows_accepted=True)
    stream.produced(100, 0)
    stream.finished(0)
    assert stream.deadline_ns(0) == NEVER_NS
    stream.accepted(100, 0)
    assert stream.underruns(10**12).count == 0


@given(st.lists(st.integers(1, 400), max_size=60))
def test_never_more_than_the_bound_and_a_step(waits_ms: list[int]) -> None:
    stream, now_ns = hearing(), 0
    for wait_ms in waits_ms:
        now_ns += wait_ms * MS
        if stream.wanted(now_ns):
            stream.produced(160, now_ns)
        assert stream.held_ns(now_ns) <= 1000 * MS
