"""A lane: the lowest number first, and no hold on what has left."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.scheduler.deadlines import ReadyQueue
from brisa.scheduler.job import Entry, Terms

pytestmark = pytest.mark.unit


class Job:
    """Something that can be seen to go."""


def entry(order: int = 0) -> Entry[Job]:
    return Entry(Job(), Terms(), number=0, order=order)


@given(st.lists(st.tuples(st.integers(-5, 5), st.booleans()), max_size=60))
def test_what_stays_comes_out_by_number_and_then_by_ticket(items: list[tuple[int, bool]]) -> None:
    queue: ReadyQueue[Job] = ReadyQueue()
    entries = [entry(order) for order, _ in items]
    for ticket, one in enumerate(entries, start=1):
        queue.push(one, ticket)
    for one, (_, leaves) in zip(entries, items, strict=True):
        if leaves:
            queue.discard(one)
    staying = [one for one, (_, leaves) in zip(entries, items, strict=True) if not leaves]
    expected = sorted(staying, key=lambda one: (one.order, one.ticket))
    assert len(queue) == len(expected)
    assert [queue.pop_head() for _ in expected] == expected
    with pytest.raises(IndexError):
        queue.head()


def test_an_entry_that_left_is_let_go() -> None:
    queue: ReadyQueue[Job] = ReadyQueue()
    first, behind = entry(0), entry(1)
    gone = weakref.ref(behind.job)
    queue.push(first, 1)
    queue.push(behind, 2)
    queue.discard(behind)
    del behind
    gc.collect()
    assert gone() is None
    assert queue.head() is first


def test_the_dead_never_outnumber_the_living_by_much() -> None:
    queue: ReadyQueue[Job] = ReadyQueue()
    for ticket in range(1, 1000):
        one = entry(ticket)
        queue.push(one, ticket)
        queue.discard(one)
    assert len(queue._heap) <= 17
