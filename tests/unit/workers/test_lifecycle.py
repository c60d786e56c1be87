"""The worker's table: every event in every state, and every clock."""

from __future__ import annotations

import pytest

from brisa.clock import NS_PER_MS, NS_PER_S
from brisa.workers.lifecycle import (
    FIRST_DELAY_NS,
    HEALTHY_NS,
    LAST_DELAY_NS,
    TRANSITIONS,
    Event,
    Lifecycle,
    Limits,
    Overdue,
    State,
)

pytestmark = pytest.mark.unit

LIMITS = Limits(start_ns=30 * NS_PER_S, load_ns=60 * NS_PER_S, beat_interval_ns=250 * NS_PER_MS)

PATHS: dict[State, tuple[Event, ...]] = {
    State.BACKING_OFF: (),
    State.STARTING: (Event.SPAWNED,),
    State.LOADING: (Event.SPAWNED, Event.GREETED),
    State.READY: (Event.SPAWNED, Event.GREETED, Event.LOADED),
    State.DRAINING: (Event.SPAWNED, Event.GREETED, Event.LOADED, Event.DRAIN),
    State.DEAD: (Event.SPAWNED, Event.EXITED),
}


def brought_to(state: State, now_ns: int = 0) -> Lifecycle:
    life = Lifecycle(LIMITS, 0)
    for event in PATHS[state]:
        life.advance(event, now_ns)
    assert life.state is state
    return life


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("event", Event)
def test_every_event_in_every_state(state: State, event: Event) -> None:
    life = brought_to(state)
    target = TRANSITIONS.get((state, event))
    if target is None:
        with pytest.raises(ValueError, match="cannot be"):
            life.advance(event, 0)
        assert life.state is state
    else:
        life.advance(event, 0)
        assert life.state is target


def test_every_state_is_reached_and_left() -> None:
    assert set(TRANSITIONS.values()) == set(State)
    assert {state for state, _ in TRANSITIONS} == set(State)


def test_whatever_has_a_process_may_lose_it() -> None:
    for state in State:
        assert ((state, Event.EXITED) in TRANSITIONS) == brought_to(state).alive


def test_three_missed_beats_are_a_death_and_two_are_not() -> None:
    life = brought_to(State.READY)
    life.beat(NS_PER_S)
    assert life.overdue(NS_PER_S + 750 * NS_PER_MS) is None
    assert life.overdue(NS_PER_S + 750 * NS_PER_MS + 1) is Overdue.BEATS


@pytest.mark.parametrize("state", [State.LOADING, State.READY, State.DRAINING])
def test_beats_count_once_the_process_has_greeted(state: State) -> None:
    life = brought_to(state)
    assert life.overdue(LIMITS.silence_ns + 1) is Overdue.BEATS


def test_a_loading_worker_may_be_silent_but_not_for_ever() -> None:
    life = brought_to(State.READY)
    life.loading(NS_PER_S, NS_PER_S)
    assert life.overdue(60 * NS_PER_S) is None
    assert life.overdue(61 * NS_PER_S + 1) is Overdue.LOAD


def test_after_a_load_the_beats_count_from_its_end() -> None:
    life = brought_to(State.READY)
    life.loading(0, 0)
    life.loading(None, 20 * NS_PER_S)
    assert life.overdue(20 * NS_PER_S + LIMITS.silence_ns) is None
    assert life.overdue(20 * NS_PER_S + LIMITS.silence_ns + 1) is Overdue.BEATS


def test_a_start_has_a_limit_and_needs_no_beats() -> None:
    life = brought_to(State.STARTING)
    assert life.overdue(30 * NS_PER_S) is None
    assert life.overdue(30 * NS_PER_S + 1) is Overdue.START


@pytest.mark.parametrize("state", [State.BACKING_OFF, State.DEAD])
def test_what_has_no_process_is_not_overdue(state: State) -> None:
    assert brought_to(state).overdue(1000 * NS_PER_S) is None


def die(life: Lifecycle, now_ns: int) -> int:
    """Start, die at once, and the wait until the next start."""
    life.advance(Event.SPAWNED, now_ns)
    life.advance(Event.EXITED, now_ns)
    life.advance(Event.BACK_OFF, now_ns)
    wait = next(ms for ms in range(20_000) if life.start_due(now_ns + ms * NS_PER_MS))
    return wait * NS_PER_MS


def test_back_off_doubles_within_bounds() -> None:
    life, now_ns, waits = Lifecycle(LIMITS, 0), 0, []
    for _ in range(10):
        waits.append(die(life, now_ns))
        now_ns += waits[-1]
    assert waits[0] == FIRST_DELAY_NS
    assert waits[1:4] == [2 * FIRST_DELAY_NS, 4 * FIRST_DELAY_NS, 8 * FIRST_DELAY_NS]
    assert waits[-1] == waits[-2] == LAST_DELAY_NS


@pytest.mark.parametrize(("healthy_ns", "failures"), [(HEALTHY_NS, 1), (HEALTHY_NS - 1, 4)])
def test_failures_are_forgotten_after_health(healthy_ns: int, failures: int) -> None:
    life = Lifecycle(LIMITS, 0)
    for _ in range(3):
        die(life, 0)
    for event in PATHS[State.READY]:
        life.advance(event, 0)
    life.advance(Event.EXITED, healthy_ns)
    assert life.failures == failures


def test_a_first_start_is_due_at_once() -> None:
    assert Lifecycle(LIMITS, 5).start_due(5)
    assert not Lifecycle(LIMITS, 5).start_due(4)


def test_a_successor_waits_as_long_as_a_restart_would() -> None:
    life = Lifecycle(LIMITS, 0)
    for _ in range(2):
        die(life, 0)
    for event in PATHS[State.READY]:
        life.advance(event, 0)
    following = life.successor(NS_PER_S)
    assert not following.start_due(NS_PER_S + 4 * FIRST_DELAY_NS - 1)
    assert following.start_due(NS_PER_S + 4 * FIRST_DELAY_NS)


def test_when_to_look_again() -> None:
    life = Lifecycle(LIMITS, 7)
    assert life.next_look_ns(0) == 7
    assert brought_to(State.READY).next_look_ns(3) == 3 + LIMITS.beat_interval_ns
    assert brought_to(State.DEAD).next_look_ns(3) is None
