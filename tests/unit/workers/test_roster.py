"""Who takes a stream, and how many are open."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from brisa.clock import NS_PER_S, ManualClock, SystemClock
from brisa.errors import ShuttingDown, Unavailable
from brisa.workers.link import Loss
from brisa.workers.roster import Roster

pytestmark = pytest.mark.unit

ENGINE = 3


class StandInLink(SimpleNamespace):
    """All that the roster knows of a link."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def link(index: int) -> Any:
    return StandInLink(index=index, loss=None)


def roster(*links: Any, wait_ns: int = 0) -> Roster:
    made = Roster(ManualClock(), wait_ns)
    for one in links:
        made.seat(one, {ENGINE})
    return made


def test_the_worker_with_the_fewest_streams_is_next() -> None:
    links = [link(0), link(1), link(2)]
    places = roster(*links)
    assert [places.place(ENGINE, key).index for key in range(5)] == [0, 1, 2, 0, 1]
    places.ended(ENGINE, 2, links[2])
    assert places.place(ENGINE, 5) is links[2]
    assert [places.streams_on(one) for one in links] == [2, 2, 1]


def test_only_workers_that_have_the_engine_are_asked() -> None:
    first, second = link(0), link(1)
    places = roster(first)
    places.seat(second, set())
    assert places.place(ENGINE, 0) is first
    assert places.place(ENGINE, 1) is first
    places.mark_loaded(second, ENGINE)
    assert places.place(ENGINE, 2) is second
    places.mark_unloaded(second, ENGINE)
    assert places.place(ENGINE, 3) is first


def test_workers_that_are_lost_gone_or_going_are_not_asked() -> None:
    links = [link(0), link(1), link(2), link(3)]
    places = roster(*links)
    links[0].loss = Loss.EXITED
    places.unseat(links[1])
    places.stop_placing(links[2])
    assert {places.place(ENGINE, key).index for key in range(3)} == {3}
    places.unseat(links[3])
    with pytest.raises(Unavailable):
        places.place(ENGINE, 9)


def test_whoever_waits_is_woken_by_a_worker() -> None:
    places = Roster(SystemClock(), 30 * NS_PER_S)
    found: list[Any] = []
    waiting = threading.Thread(target=lambda: found.append(places.place(ENGINE, 0)))
    waiting.start()
    only = link(0)
    places.seat(only, set())
    places.mark_loaded(only, ENGINE)
    waiting.join(30)
    assert found == [only]


def test_whoever_waits_is_told_that_the_pool_is_closed() -> None:
    places = Roster(SystemClock(), 30 * NS_PER_S)
    told: list[BaseException] = []

    def wait() -> None:
        try:
            places.place(ENGINE, 0)
        except ShuttingDown as error:
            told.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    places.close()
    waiting.join(30)
    assert len(told) == 1


def test_open_streams_are_counted_by_engine() -> None:
    places = roster(link(0))
    for engine in (ENGINE, ENGINE, 4):
        places.open(engine)
    assert [places.open_streams(engine) for engine in (ENGINE, 4, 5)] == [2, 1, 0]
    places.ended(ENGINE, 0, None)
    assert places.open_streams(ENGINE) == 1
    assert not places.wait_until_quiet(0)
    places.ended(ENGINE, 1, None)
    places.ended(4, 2, None)
    assert places.wait_until_quiet(0)


def test_refusing_and_retired_engines_open_nothing_but_go_on() -> None:
    places = roster(link(0))
    places.open(ENGINE)
    places.retire_engine(ENGINE)
    with pytest.raises(Unavailable):
        places.open(ENGINE)
    places.refuse()
    with pytest.raises(ShuttingDown):
        places.open(4)
    assert places.place(ENGINE, 0).index == 0
