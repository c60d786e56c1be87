"""The ready table: order, states, wakes that cross a step."""

import pytest

from brisa.scheduler.ready import TRANSITIONS, Event, JobState, ReadyTable

pytestmark = pytest.mark.unit


def table_with(*jobs: str) -> ReadyTable[str]:
    table: ReadyTable[str] = ReadyTable()
    for job in jobs:
        table.add(job)
    return table


def test_the_earliest_deadline_goes_first() -> None:
    table = table_with("late", "soon", "middle")
    for job, deadline_ns in (("late", 30), ("soon", 10), ("middle", 20)):
        assert table.wake(job, deadline_ns)
    assert [table.take(), table.take(), table.take(), table.take()] == [
        "soon",
        "middle",
        "late",
        None,
    ]


def test_equal_deadlines_go_in_order_of_arrival() -> None:
    table = table_with("first", "second")
    table.wake("first", 5)
    table.wake("second", 5)
    assert [table.take(), table.take()] == ["first", "second"]


def test_a_job_is_taken_once() -> None:
    table = table_with("job")
    table.wake("job", 1)
    table.wake("job", 0)
    assert table.take() == "job"
    assert table.take() is None


def test_a_wake_during_the_step_is_not_lost() -> None:
    table = table_with("job")
    table.wake("job", 1)
    table.take()
    assert not table.wake("job", 1)
    assert table.done("job", more=False, deadline_ns=2)
    assert table.take() == "job"


def test_a_job_with_nothing_to_do_waits_for_a_wake() -> None:
    table = table_with("job")
    table.wake("job", 1)
    table.take()
    assert not table.done("job", more=False, deadline_ns=2)
    assert table.take() is None
    assert table.wake("job", 3)


def test_a_removed_job_is_neither_taken_nor_revived() -> None:
    table = table_with("job", "other")
    table.wake("job", 1)
    table.wake("other", 2)
    table.remove("job")
    assert not table.wake("job", 0)
    assert table.take() == "other"
    table.remove("other")
    assert not table.done("other", more=True, deadline_ns=0)
    assert len(table) == 0


def test_a_job_is_added_once() -> None:
    table = table_with("job")
    with pytest.raises(ValueError, match="twice"):
        table.add("job")


def test_what_cannot_happen_raises() -> None:
    table = table_with("job")
    with pytest.raises(RuntimeError, match="cannot happen"):
        table.done("job", more=True, deadline_ns=0)


def test_every_state_is_reachable_and_has_an_exit() -> None:
    reached = {JobState.IDLE} | set(TRANSITIONS.values())
    assert reached == set(JobState)
    assert {state for state, _ in TRANSITIONS} == set(JobState)
    assert {event for _, event in TRANSITIONS} == set(Event)


def test_a_job_is_stepped_where_its_state_lies() -> None:
    table: ReadyTable[str] = ReadyTable()
    for job in ("anywhere", "here", "there"):
        table.add(job)
    table.wake("there", 1, place=1)
    table.wake("here", 2, place=0)
    table.wake("anywhere", 3)
    assert table.take(0) == "here"
    assert table.take(0) == "anywhere"
    assert table.take(0) is None
    assert table.take(1) == "there"


def test_the_most_urgent_of_both_is_taken() -> None:
    table: ReadyTable[str] = ReadyTable()
    for job in ("anywhere", "here"):
        table.add(job)
    table.wake("here", 2, place=0)
    table.wake("anywhere", 1)
    assert table.take(0) == "anywhere"


def test_a_job_may_move_when_it_is_done() -> None:
    table: ReadyTable[str] = ReadyTable()
    table.add("job")
    table.wake("job", 1, place=0)
    assert table.take(1) is None
    assert table.take(0) == "job"
    table.done("job", more=True, deadline_ns=5, place=1)
    assert table.take(0) is None
    assert table.take(1) == "job"
    table.wake("job", 1)
    table.remove("job")
    assert table.take(1) is None
