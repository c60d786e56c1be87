"""Who goes next: lanes, deadlines, places, batches, and what happens to jobs meanwhile."""

from __future__ import annotations

import pytest

from brisa.scheduler.admission import AdmissionLimits, Admitted, Reason, Refused
from brisa.scheduler.job import JobClass, JobState, Need, Terms
from brisa.scheduler.policy import BULK_SHIFT_NS, CUSHION_NS, LIVE_SHIFT_NS, POLICIES, YIELD_NS
from brisa.scheduler.scheduler import Scheduler, Spent

pytestmark = pytest.mark.unit

MS = 1_000_000
BULK = Terms(JobClass.BULK)


def scheduler(policy: str = "edf", **jobs: Need) -> Scheduler[str]:
    made: Scheduler[str] = Scheduler(2, policy=POLICIES[policy])  # type: ignore[index]
    for job, need in jobs.items():
        made.add(job, 0)
        assert made.wake(job, need)
    return made


def order(made: Scheduler[str], now_ns: int = 0, worker: int = 0) -> list[str]:
    taken = []
    while (work := made.take(now_ns, worker)) is not None:
        taken += work.jobs
    return taken


def test_the_earliest_deadline_goes_first_and_equal_ones_in_order() -> None:
    made = scheduler(late=Need(30), soon=Need(10), middle=Need(20), second=Need(20))
    assert order(made) == ["soon", "middle", "second", "late"]


def test_live_goes_over_bulk_whatever_the_deadlines() -> None:
    made = scheduler(live=Need(10**15))
    made.add("file", 0, BULK)
    made.wake("file", Need(0))
    assert order(made) == ["live", "file"]


def test_priority_shifts_a_deadline_and_does_not_rule_it() -> None:
    made = scheduler(plain=Need(1000 * MS))
    made.add("high", 0, Terms(priority=99))
    made.wake("high", Need(1000 * MS + 48 * LIVE_SHIFT_NS))
    made.add("higher", 0, Terms(priority=99))
    made.wake("higher", Need(1000 * MS + 50 * LIVE_SHIFT_NS))
    assert order(made) == ["high", "plain", "higher"]


def test_priority_of_bulk_counts_in_seconds() -> None:
    made = scheduler()
    for job, priority, produced_ns in (("low", 40, 0), ("high", 60, 19 * BULK_SHIFT_NS)):
        made.add(job, 0, Terms(JobClass.BULK, priority=priority))
        made.wake(job, Need(produced_ns))
    assert order(made) == ["high", "low"]


def test_a_late_first_sound_does_not_cost_others_a_gap() -> None:
    jobs = {"new": Need(100 * MS, first=True), "hearing": Need(200 * MS)}
    assert order(scheduler(**jobs), now_ns=0) == ["new", "hearing"]
    assert order(scheduler(**jobs), now_ns=99 * MS) == ["new", "hearing"]
    assert order(scheduler(**jobs), now_ns=100 * MS) == ["hearing", "new"]
    jobs["hearing"] = Need(100 * MS + CUSHION_NS + 21 * MS)
    assert order(scheduler(**jobs), now_ns=100 * MS) == ["new", "hearing"]


def test_a_first_step_is_put_off_if_somebody_would_fall_due_before_it_ends() -> None:
    jobs = {"new": Need(10 * MS, first=True, kind="front"), "hearing": Need(60 * MS)}
    made = scheduler(**jobs)
    made.costs.measured("front", 1, 80 * MS)
    assert order(made) == ["hearing", "new"]
    made = scheduler(**jobs)
    made.costs.measured("front", 1, 30 * MS)
    assert order(made) == ["new", "hearing"]


def test_what_is_ahead_goes_last_until_its_time_comes() -> None:
    made = scheduler(ahead=Need(400 * MS, ahead_until_ns=100 * MS))
    made.add("file", 0, BULK)
    made.wake("file", Need(0))
    assert made.next_due_ns == 100 * MS
    assert order(made, now_ns=99 * MS) == ["file", "ahead"]
    made = scheduler(ahead=Need(400 * MS, ahead_until_ns=100 * MS))
    made.add("file", 0, BULK)
    made.wake("file", Need(0))
    assert order(made, now_ns=100 * MS) == ["ahead", "file"]


def test_a_key_above_its_share_yields_when_deadlines_are_about_equal() -> None:
    made = scheduler()
    for index in range(4):
        made.add(f"many {index}", 0, Terms(client_key="many"))
    made.add("few", 0, Terms(client_key="few"))
    made.wake("many 0", Need(100 * MS))
    made.wake("few", Need(100 * MS + YIELD_NS - 1))
    made.wake("many 1", Need(100 * MS - 2))
    assert order(made) == ["many 1", "few", "many 0"]
    made = scheduler()
    for index in range(4):
        made.add(f"many {index}", 0, Terms(client_key="many"))
    made.add("few", 0, Terms(client_key="few"))
    made.wake("many 0", Need(100 * MS))
    made.wake("few", Need(100 * MS + YIELD_NS + 1))
    assert order(made) == ["many 0", "few"]


def test_a_job_goes_where_its_state_lies() -> None:
    made = scheduler(here=Need(20, place=0), there=Need(10, place=1), anywhere=Need(15))
    assert order(made, worker=0) == ["anywhere", "here"]
    assert order(made, worker=1) == ["there"]


def test_what_a_dead_worker_held_may_go_anywhere() -> None:
    made = scheduler(one=Need(20, place=1), two=Need(10, place=1), running=Need(0, place=1))
    assert made.take(0, 1).jobs == ("running",)  # type: ignore[union-attr]
    made.vacate(1)
    assert made.done("running", Need(5), more=True)
    assert order(made, worker=0) == ["running", "two", "one"]


def test_a_batch_is_the_most_urgent_that_fit() -> None:
    need = {"kind": "step", "batch_max": 3}
    made = scheduler(
        a=Need(900 * MS, **need),  # type: ignore[arg-type]
        b=Need(800 * MS, **need),  # type: ignore[arg-type]
        other=Need(750 * MS, kind="other", batch_max=3),
        c=Need(700 * MS, **need),  # type: ignore[arg-type]
        d=Need(850 * MS, **need),  # type: ignore[arg-type]
    )
    work = made.take(0)
    assert work is not None
    assert (work.jobs, work.kind) == (("c", "b", "d"), "step")
    assert order(made) == ["other", "a"]


def test_a_live_batch_takes_no_bulk() -> None:
    made = scheduler(live=Need(900 * MS, kind="step", batch_max=8))
    made.add("file", 0, BULK)
    made.wake("file", Need(0, kind="step", batch_max=8))
    work = made.take(0)
    assert work is not None
    assert work.jobs == ("live",)


def test_a_ready_job_is_put_in_order_again() -> None:
    made = scheduler(one=Need(10), two=Need(20))
    assert not made.wake("one", Need(30))
    assert order(made) == ["two", "one"]


def test_a_wake_during_the_step_is_not_lost() -> None:
    made = scheduler(job=Need(1))
    made.take(0)
    assert not made.wake("job", Need(1))
    assert made.done("job", Need(2), more=False, wake_at_ns=50)
    assert made.next_due_ns is None
    assert order(made) == ["job"]


def test_a_job_waits_for_its_time_or_a_wake() -> None:
    made = scheduler(timed=Need(1), woken=Need(1))
    order(made)
    for job in ("timed", "woken"):
        assert not made.done(job, Need(2), more=False, wake_at_ns=50)
        assert made.state(job) is JobState.WAITING
    assert made.wake("woken", Need(3))
    assert order(made, now_ns=49) == ["woken"]
    assert order(made, now_ns=50) == ["timed"]


def test_a_removed_job_leaves_when_its_step_is_done() -> None:
    made = scheduler(job=Need(1), ready=Need(2))
    made.take(0)
    made.remove("job")
    made.remove("ready")
    assert made.state("job") is JobState.LEAVING
    assert made.state("ready") is None
    with pytest.raises(ValueError, match="twice"):
        made.add("job", 0)
    assert not made.wake("job", Need(0))
    assert not made.done("job", Need(0), more=True)
    assert len(made) == 0
    assert order(made) == []


def test_strangers_are_left_alone() -> None:
    made = scheduler()
    assert not made.wake("nobody", Need(0))
    assert not made.done("nobody", Need(0), more=True)
    made.remove("nobody")


def test_costs_are_learnt_from_steps() -> None:
    made = scheduler(job=Need(1, kind="step"))
    for _ in range(10):
        made.take(0)
        made.done("job", Need(1, kind="step"), more=True, spent=Spent(8 * MS, 160 * MS))
    assert made.costs.p50_ns("step") == 8 * MS
    assert made.demands.of("").first_p50_ns == 60 * MS
    made.take(0)
    made.done("job", Need(1, kind="step"), more=True)  # lost with its worker
    assert made.costs.p90_ns("step") == 8 * MS


def test_comparison_policies_know_the_classes_and_no_deadlines() -> None:
    for policy in ("fifo", "rr"):
        made = scheduler(policy, first=Need(900), second=Need(1))
        made.add("file", 0, BULK)
        made.wake("file", Need(0))
        assert order(made) == ["first", "second", "file"]
    made = scheduler("fifo", first=Need(0), second=Need(0))
    made.take(0)
    made.done("first", Need(0), more=True)
    assert order(made) == ["first", "second"]
    made = scheduler("rr", first=Need(0), second=Need(0))
    made.take(0)
    made.done("first", Need(0), more=True)
    assert order(made) == ["second", "first"]


def test_so_many_streams_and_no_more() -> None:
    made: Scheduler[int] = Scheduler(1, limits=AdmissionLimits(max_streams=2))
    made.add(1, 0, BULK)
    assert isinstance(made.admit(0, Terms()), Admitted)
    made.add(2, 0, Terms(expected_audio_ns=4_000 * MS))
    assert made.admit(0, Terms()) == Refused(4, Reason.STREAMS)
    made.remove(2)
    assert isinstance(made.admit(0, Terms()), Admitted)


def test_a_scheduler_has_a_worker() -> None:
    with pytest.raises(ValueError, match="worker"):
        Scheduler(0)
