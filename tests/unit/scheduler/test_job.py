"""The state table, all of it."""

from itertools import product

import pytest

from brisa.scheduler.job import TRANSITIONS, Entry, Event, JobState, Terms

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(("state", "event"), list(product(JobState, Event)))
def test_every_event_in_every_state(state: JobState, event: Event) -> None:
    entry = Entry("job", Terms(), 1, state=state)
    if (state, event) in TRANSITIONS:
        assert entry.advance(event) is TRANSITIONS[state, event] is entry.state
    else:
        with pytest.raises(RuntimeError, match="cannot happen"):
            entry.advance(event)
        assert entry.state is state


def test_every_state_is_reached_and_only_the_end_has_no_exit() -> None:
    assert {JobState.IDLE} | set(TRANSITIONS.values()) == set(JobState)
    assert {state for state, _ in TRANSITIONS} == set(JobState) - {JobState.GONE}
    assert {event for _, event in TRANSITIONS} == set(Event)


def test_only_a_ready_job_is_taken_and_a_wake_is_never_lost() -> None:
    assert [state for state, event in TRANSITIONS if event is Event.TAKE] == [JobState.READY]
    for (state, event), after in TRANSITIONS.items():
        if state is JobState.RUNNING_WOKEN and event is not Event.REMOVE:
            assert after in (JobState.READY, JobState.RUNNING_WOKEN)


@pytest.mark.parametrize("priority", [-1, 100])
def test_a_priority_is_from_0_to_99(priority: int) -> None:
    with pytest.raises(ValueError, match="0 to 99"):
        Terms(priority=priority)
