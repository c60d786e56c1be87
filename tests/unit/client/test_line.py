"""Phases of a connection, and its times."""

from __future__ import annotations

from random import Random

import pytest

from brisa.client.line import TRANSITIONS, Line, LineOptions, Phase, Step

pytestmark = pytest.mark.unit

NS_PER_S = 1_000_000_000


def talking() -> Line:
    line = Line(LineOptions(heartbeat_s=5, reconnect_for_s=10), Random(1), 0)
    line.dialled()
    line.opened(0)
    line.greeted(0)
    line.proved()
    return line


def test_nothing_leads_out_of_the_end_and_all_lead_to_it() -> None:
    assert all(phase is not Phase.OVER for phase, _ in TRANSITIONS)
    assert all((phase, Step.GIVEN_UP) in TRANSITIONS for phase in Phase if phase is not Phase.OVER)


def test_losses_without_anything_heard_between_them_are_one_outage() -> None:
    line = talking()
    line.lost(0)
    for now_s in (1, 5):
        line.dialled()
        line.opened(now_s * NS_PER_S)
        line.greeted(now_s * NS_PER_S)
        line.lost(now_s * NS_PER_S)
    assert not line.too_late(10 * NS_PER_S - 1)
    assert line.too_late(10 * NS_PER_S)
    assert line.deadline_ns() == 10 * NS_PER_S


def test_an_outage_ends_when_something_is_heard() -> None:
    line = talking()
    line.lost(0)
    line.dialled()
    line.opened(NS_PER_S)
    assert line.greeted(NS_PER_S) == NS_PER_S
    line.proved()
    line.lost(8 * NS_PER_S)
    assert not line.too_late(17 * NS_PER_S)
    assert line.dial_at_ns is not None
    assert line.dial_at_ns - 8 * NS_PER_S <= NS_PER_S // 10


def test_pings_are_due_once_each_time() -> None:
    line = talking()
    assert not line.ping_due(5 * NS_PER_S - 1)
    assert line.ping_due(5 * NS_PER_S)
    assert not line.ping_due(5 * NS_PER_S)
    assert line.ping_due(10 * NS_PER_S)


def test_a_server_that_names_no_spans_leaves_those_of_the_options() -> None:
    line = talking()
    line.agreed(2.0, 60.0)
    assert (line.heartbeat_ns, line.reconnect_for_ns) == (2 * NS_PER_S, 60 * NS_PER_S)
    line.agreed(0.0, -1.0)
    assert (line.heartbeat_ns, line.reconnect_for_ns) == (5 * NS_PER_S, 10 * NS_PER_S)
