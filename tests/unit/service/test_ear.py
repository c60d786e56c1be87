"""What the server knows of a listener: when it is wanted, and whose fault a silence was."""

from __future__ import annotations

import pytest

from brisa.audio.playout import NEVER_NS
from brisa.clock import NS_PER_MS as MS
from brisa.scheduler.hearing import Hearing, HearingOptions
from brisa.scheduler.watermarks import LookAheadOptions
from brisa.service.ear import Ear, Gap

pytestmark = pytest.mark.unit

RATE_HZ = 1000  # a sample is a millisecond
AHEAD = LookAheadOptions(size_ms=500, max_ms=1000)


def ear(
    *, paced: bool = False, knows_accepted: bool = True, reports: bool = False
) -> tuple[Ear, list[tuple[Gap, int]]]:
    options = HearingOptions(
        RATE_HZ, safety_margin_ms=50, knows_accepted=knows_accepted, paced=paced
    )
    gaps: list[tuple[Gap, int]] = []
    made = Ear(
        Hearing(options, AHEAD, arrived_ns=0),
        knows_accepted=knows_accepted,
        reports=reports,
        on_gap=lambda cause, gap_ns: gaps.append((cause, gap_ns // MS)),
    )
    return made, gaps


def test_the_first_deadline_counts_from_the_text() -> None:
    """A caller who opens a stream and thinks for a minute is not late when the text comes."""
    one, _ = ear()
    one.text_came(60_000 * MS)
    assert one.need(60_000 * MS, "", 1, 1.0, None).deadline_ns == 60_300 * MS
    one.text_came(60_100 * MS)
    assert one.need(60_100 * MS, "", 1, 1.0, None).deadline_ns == 60_300 * MS


def test_who_takes_faster_than_it_hears_is_held_back_by_what_is_unsent_alone() -> None:
    one, _ = ear()
    for _ in range(50):
        assert one.wanted(0)
        one.produced(200, 0)
        one.taken(200, 0)
    one.produced(400, 0)
    one.produced(400, 0)
    assert not one.wanted(0)
    assert one.wanted_at_ns(0) is None
    assert not one.taken(100, 0)
    assert one.taken(300, 0), "there is room again"
    assert not one.taken(100, 0), "there was room before"


def test_what_is_beyond_the_look_ahead_is_for_idle_workers() -> None:
    one, _ = ear()
    one.produced(200, 0)
    one.taken(200, 0)
    assert one.need(0, "", 1, 1.0, None).ahead_until_ns is None
    one.produced(600, 0)
    one.taken(600, 0)
    until_ns = one.need(0, "", 1, 1.0, None).ahead_until_ns
    assert until_ns is not None
    assert 300 * MS <= until_ns <= 301 * MS


def test_a_paced_listener_is_not_made_further_ahead_than_the_most() -> None:
    one, _ = ear(paced=True)
    for _ in range(4):
        assert one.wanted(0)
        one.produced(200, 0)
        one.taken(200, 0)
    assert not one.wanted(0)
    at_ns = one.wanted_at_ns(0)
    assert at_ns is not None
    assert not one.wanted(at_ns - 2)
    assert one.wanted(at_ns)


def test_a_transport_that_reports_is_believed_and_not_the_reader() -> None:
    one, _ = ear(reports=True)
    one.produced(1000, 0)
    assert not one.taken(1000, 0)
    assert not one.wanted(0)
    assert one.accepted(1000, 0)


def test_a_silence_for_want_of_a_step_is_the_engines() -> None:
    one, gaps = ear()
    one.text_came(0)
    one.produced(100, 0)
    one.taken(100, 0)
    one.produced(100, 150 * MS)
    one.taken(100, 150 * MS)
    assert gaps == [(Gap.ENGINE_LATE, 50)]
    assert one.view(150 * MS).underruns == 1
    assert one.view(150 * MS).longest_gap_ms == 50


def test_a_silence_while_audio_lay_ready_is_the_clients() -> None:
    one, gaps = ear()
    one.text_came(0)
    one.produced(300, 0)
    one.taken(100, 0)
    one.taken(200, 170 * MS)
    assert gaps == [(Gap.CLIENT_SLOW, 70)]


def test_a_silence_for_want_of_text_is_nobodys() -> None:
    one, gaps = ear()
    one.text_came(0)
    one.produced(100, 0)
    one.taken(100, 0)
    one.text_came(400 * MS)
    one.produced(100, 420 * MS)
    one.taken(100, 420 * MS)
    assert gaps == []


def test_the_end_is_no_silence_and_no_deadline() -> None:
    one, gaps = ear()
    one.text_came(0)
    one.produced(100, 0)
    one.taken(100, 0)
    one.finished(50 * MS)
    assert one.need(5000 * MS, "", 1, 1.0, None).deadline_ns == NEVER_NS
    assert one.view(5000 * MS).underruns == 0
    assert gaps == []


def test_where_a_full_buffer_loses_audio_time_says_how_much_is_made() -> None:
    one, gaps = ear(knows_accepted=False, paced=True)
    one.text_came(0)
    for _ in range(4):
        one.produced(200, 0)
    assert not one.wanted(0)
    assert not one.taken(200, 0), "reading changes nothing"
    assert one.wanted(300 * MS)
    one.produced(200, 900 * MS)
    assert gaps == [(Gap.ENGINE_LATE, 100)]


def test_an_acknowledgement_moves_the_ear() -> None:
    one, _ = ear(paced=True)
    one.produced(800, 0)
    one.taken(800, 0)
    one.acknowledged(600, 100 * MS)
    assert one.view(100 * MS).slack_ms == 200
    one.paused(100 * MS)
    assert one.view(900 * MS).slack_ms == 200
    one.resumed(900 * MS)
    assert one.view(1000 * MS).slack_ms == 100


def reported(stall_ms: int, *, told: bool = False) -> list[tuple[Gap, int]]:
    """A listener who holds all its audio reports every 100 ms, and stands still after a second."""
    one, gaps = ear(paced=True, reports=True)
    one.produced(5000, 0)
    one.accepted(5000, 0)
    for number in range(1, 20):
        if number == 10 and told:
            one.paused(number * 100 * MS)
            one.resumed((number * 100 + stall_ms) * MS)
        stood_ms = stall_ms if number >= 10 else 0
        one.acknowledged(number * 100, (number * 100 + stood_ms) * MS)
    return gaps


def test_an_ear_that_stands_still_with_audio_at_hand_is_the_networks() -> None:
    assert reported(250) == [(Gap.NETWORK, 250)]
    assert reported(0) == []


def test_an_ear_that_is_held_still_is_nobodys() -> None:
    assert reported(250, told=True) == []


def test_a_report_of_the_end_is_no_silence() -> None:
    one, gaps = ear(paced=True, reports=True)
    one.produced(300, 0)
    one.accepted(300, 0)
    one.finished(0)
    for number in range(1, 20):
        one.acknowledged(min(number * 100, 300), number * 100 * MS)
    assert gaps == []


def test_one_that_is_held_back_is_waited_for_once_its_room_comes_by_time() -> None:
    """What lies here does not run out; when the listener has taken it, it does."""
    one, _ = ear(paced=True)
    one.produced(1000, 0)
    assert not one.wanted(0)
    assert one.wanted_at_ns(0) is None
    assert not one.taken(100, 0), "most of it is here yet"
    assert one.taken(900, 0), "from here on its room comes by time"
    assert one.wanted_at_ns(0) is not None
    one.produced(0, 0)
    assert not one.taken(0, 1 * MS), "somebody waits for it already"
