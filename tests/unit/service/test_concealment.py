"""Steps that take too long are looked at, others are left alone, and a replay gets its time."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from brisa.clock import NS_PER_MS as MS
from brisa.clock import ManualClock, SystemClock
from brisa.engines.base import StepCost
from brisa.service.concealment import StepWatch
from support.live_server import eventually

pytestmark = pytest.mark.unit


@dataclass(eq=False)
class Segment:
    """Held by a worker, or by none."""

    place: int | None = None
    next_cost: StepCost = StepCost("kind")


@dataclass(eq=False)
class RemoteSegment(Segment):
    deaths: int = 0


@dataclass(eq=False)
class Listener:
    """Answers ``answers`` in turn, as times from the look on; after them, never again."""

    answers: list[int] = field(default_factory=list)
    looks_ms: list[int] = field(default_factory=list)
    looked: threading.Event = field(default_factory=threading.Event)
    late_at_ms: int = 0

    def conceal(self, now_ns: int, late_at_ns: int) -> int | None:
        self.late_at_ms = late_at_ns // MS
        self.looks_ms.append(now_ns // MS)
        self.looked.set()
        return now_ns + self.answers.pop(0) * MS if self.answers else None


def watch() -> StepWatch:
    return StepWatch(ManualClock(), 200)


def run(one: StepWatch, until_ms: int, step_ms: int = 10) -> None:
    """Look whenever there is something to look at, as of every ``step_ms``."""
    for now_ms in range(0, until_ms, step_ms):
        look_ns = one.next_look_ns()
        if look_ns is not None and look_ns <= now_ms * MS:
            one.look(now_ms * MS)


def test_a_step_within_its_limit_is_left_alone() -> None:
    one, listener = watch(), Listener()
    one.began(listener, Segment(), 0)
    one.look(159 * MS)
    one.ended(listener)
    one.look(1000 * MS)
    assert listener.looks_ms == []
    assert one.next_look_ns() is None


def test_a_step_over_its_limit_is_looked_at_as_often_as_its_stream_asks() -> None:
    one, listener = watch(), Listener(answers=[300, 40, 40])
    one.began(listener, Segment(), 0)
    run(one, 2000)
    assert listener.looks_ms == [160, 460, 500, 540]
    assert listener.late_at_ms == 200


def test_streams_are_looked_at_one_by_one() -> None:
    one, early, late = watch(), Listener(), Listener()
    one.began(early, Segment(), 0)
    one.began(late, Segment(), 100 * MS)
    assert one.next_look_ns() == 160 * MS
    one.look(160 * MS)
    assert (early.looks_ms, late.looks_ms) == ([160], [])
    assert one.next_look_ns() == 260 * MS


@pytest.mark.parametrize("moves_to", [None, 1])
def test_a_segment_that_lost_its_worker_gets_time_to_be_repeated(moves_to: int | None) -> None:
    one, listener, segment = watch(), Listener(), Segment(place=0)
    one.began(listener, segment, 0)
    segment.place = moves_to
    run(one, 2000)
    assert listener.looks_ms == [420]
    assert listener.late_at_ms == 460


def test_so_does_one_that_lost_it_before_it_had_a_place() -> None:
    one, listener, segment = watch(), Listener(), RemoteSegment()
    one.began(listener, segment, 0)
    segment.place, segment.deaths = 1, 1
    run(one, 2000)
    assert listener.looks_ms == [420]
    assert listener.late_at_ms == 460


def test_a_segment_that_is_given_its_place_by_the_step_has_not_moved() -> None:
    one, listener, segment = watch(), Listener(), RemoteSegment()
    one.began(listener, segment, 0)
    segment.place = 1
    run(one, 2000)
    assert listener.looks_ms == [160]


def test_the_thread_looks_by_itself_also_after_it_was_idle() -> None:
    one = StepWatch(SystemClock(), 1)
    one.start()
    try:
        for _ in range(3):
            eventually(lambda: one.parked, "nothing to watch")
            listener = Listener()
            one.began(listener, Segment(), SystemClock().now_ns())
            assert listener.looked.wait(20)
            one.ended(listener)
    finally:
        one.close()
    assert not [thread for thread in threading.enumerate() if "concealment" in thread.name]


def test_a_watch_that_never_began_can_be_closed() -> None:
    StepWatch(SystemClock(), 1).close()
