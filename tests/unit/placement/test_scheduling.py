"""A busy real-time thread rests; refusals fall back in order, each with its line."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from brisa.placement import scheduling
from brisa.placement.plan import ThreadPlacement
from brisa.placement.remedies import Caller
from brisa.placement.scheduling import Breather, schedule

pytestmark = pytest.mark.unit

CALLER = Caller("ann", "python")
FIFO = ThreadPlacement(policy="SCHED_FIFO", priority=85, nice=-17)


class Kernel:
    """Stands in for the calls that change a process: what they permit, and what was asked."""

    def __init__(self, priority: int = 0, nice: int = 0, guard: bool = True) -> None:
        self.priority, self.nice, self.guard = priority, nice, guard
        self.now_nice = 0
        self.policies: list[tuple[int, int]] = []
        self.limits: list[int] = []

    def getrlimit(self, limit: int) -> tuple[int, int]:
        if limit == scheduling.resource.RLIMIT_RTPRIO:
            return (0, self.priority)
        return (20 - self.nice,) * 2 if limit == scheduling.resource.RLIMIT_NICE else (-1, -1)

    def setrlimit(self, limit: int, _values: tuple[int, int]) -> None:
        if limit == scheduling.resource.RLIMIT_RTTIME and not self.guard:
            raise ValueError("not allowed")
        self.limits.append(limit)

    def set_policy(self, _thread: int, policy: int, param: os.sched_param) -> None:
        if param.sched_priority > self.priority:
            raise PermissionError(1, "Operation not permitted")
        self.policies.append((policy, param.sched_priority))

    def set_nice(self, _which: int, _thread: int, value: int) -> None:
        if value < self.nice:
            raise PermissionError(13, "Permission denied")
        self.now_nice = value


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Kernel]:
    def install(**permitted: int) -> Kernel:
        found = Kernel(**permitted)
        monkeypatch.setattr(scheduling.resource, "getrlimit", found.getrlimit)
        monkeypatch.setattr(scheduling.resource, "setrlimit", found.setrlimit)
        monkeypatch.setattr(os, "sched_setscheduler", found.set_policy)
        monkeypatch.setattr(os, "setpriority", found.set_nice)
        monkeypatch.setattr(os, "getpriority", lambda *_: found.now_nice)
        return found

    return install


def test_permitted(kernel: Callable[..., Kernel]) -> None:
    system = kernel(priority=99)
    guard, policy = schedule(FIFO, CALLER)
    assert (guard.what, guard.permitted) == ("time limit", True)
    assert (policy.got, policy.permitted, policy.how_to_allow) == ("SCHED_FIFO 85", True, ())
    assert system.policies == [(os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, 85)]
    assert system.limits[0] == scheduling.resource.RLIMIT_RTTIME


def test_a_lower_priority_than_asked_for(kernel: Callable[..., Kernel]) -> None:
    kernel(priority=40)
    _, policy = schedule(FIFO, CALLER)
    assert (policy.got, policy.permitted) == ("SCHED_FIFO 40", False)
    assert "LimitRTPRIO=85" in {fix.line for fix in policy.how_to_allow}


def test_refused_is_less_nice_as_far_as_that_goes(kernel: Callable[..., Kernel]) -> None:
    system = kernel(priority=0, nice=-10)
    policy, nice = schedule(FIFO, CALLER)
    assert policy.got == "refused (Operation not permitted)"
    assert (nice.what, nice.got, nice.permitted) == ("nice", "-10", False)
    assert system.now_nice == -10
    assert "LimitNICE=-17" in {fix.line for fix in nice.how_to_allow}


def test_nothing_permitted_changes_nothing(kernel: Callable[..., Kernel]) -> None:
    system = kernel()
    policy, nice = schedule(FIFO, CALLER)
    assert (policy.permitted, nice.permitted, system.now_nice) == (False, False, 0)


def test_no_real_time_without_a_guard(kernel: Callable[..., Kernel]) -> None:
    system = kernel(priority=99, nice=-20, guard=False)
    guard, nice = schedule(FIFO, CALLER)
    assert (guard.what, guard.permitted) == ("time limit", False)
    assert (nice.got, nice.permitted) == ("-17", True)
    assert all(priority == 0 for _, priority in system.policies)


def test_what_is_not_asked_for_is_not_done(kernel: Callable[..., Kernel]) -> None:
    system = kernel(priority=99, nice=-20)
    assert schedule(ThreadPlacement(), CALLER) == ()
    assert (system.policies, system.limits) == ([], [])


def test_rests_are_an_eighth_of_the_limit_apart() -> None:
    breather = Breather(limit_ns=800)
    rested = [breather.rest(now_ns) for now_ns in (0, 50, 99, 100, 150, 250)]
    assert rested == [True, False, False, True, False, True]
