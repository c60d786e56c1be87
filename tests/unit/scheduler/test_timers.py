"""One time for each job, given back in order."""

import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.scheduler.timers import Timers

pytestmark = pytest.mark.unit


def test_due_jobs_come_in_order_and_once() -> None:
    timers: Timers[str] = Timers()
    timers.set("late", 30)
    timers.set("early", 10)
    timers.set("middle", 20)
    assert timers.next_due_ns == 10
    assert timers.take_due(20) == ["early", "middle"]
    assert timers.take_due(20) == []
    assert timers.next_due_ns == 30


def test_a_new_time_replaces_the_old_one() -> None:
    timers: Timers[str] = Timers()
    timers.set("job", 10)
    timers.set("job", 50)
    assert timers.take_due(40) == []
    timers.set("job", 30)
    assert timers.take_due(30) == ["job"]
    assert timers.next_due_ns is None


def test_a_time_can_be_taken_away() -> None:
    timers: Timers[str] = Timers()
    timers.set("job", 10)
    timers.set("job", None)
    timers.set("never", None)
    assert timers.next_due_ns is None
    assert timers.take_due(100) == []


def test_overtaken_times_do_not_pile_up() -> None:
    timers: Timers[str] = Timers()
    for due_ns in range(10_000, 0, -1):
        timers.set("job", due_ns)
    assert len(timers._heap) < 20
    assert timers.take_due(1) == ["job"]


def test_a_job_whose_time_was_taken_away_is_let_go() -> None:
    class Job:
        pass

    timers: Timers[Job] = Timers()
    job = Job()
    gone = weakref.ref(job)
    timers.set(job, 10)
    timers.set(job, None)
    del job
    assert gone() is None


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.one_of(st.none(), st.integers(0, 20))), max_size=60
    ),
    st.integers(0, 20),
)
def test_what_is_due_is_what_was_set_last(
    settings: list[tuple[str, int | None]], now_ns: int
) -> None:
    timers: Timers[str] = Timers()
    model: dict[str, int] = {}
    for job, due_ns in settings:
        timers.set(job, due_ns)
        if due_ns is None:
            model.pop(job, None)
        else:
            model[job] = due_ns
    assert timers.next_due_ns == min(model.values(), default=None)
    due = timers.take_due(now_ns)
    assert sorted(due) == sorted(job for job, at_ns in model.items() if at_ns <= now_ns)
    assert len(timers) == len(model) - len(due)
