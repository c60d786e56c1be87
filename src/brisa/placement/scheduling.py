"""Policy, priority and niceness of one thread, and the guard that goes with a real-time one.

A real-time thread that never pauses takes its core away from everything else, the server and the
shell that could stop it included. So none is made without ``RLIMIT_RTTIME``: the kernel ends a
process of which a real-time thread has computed for that long without once waiting. A worker that
ends is replaced, and its streams go on. A thread that is busy without end, and healthy, must
therefore :meth:`Breather.rest`.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

from brisa.clock import NS_PER_S
from brisa.placement import remedies
from brisa.placement.applied import Applied, What, refusal
from brisa.placement.control_group import MEMBERSHIP, read_control_group
from brisa.placement.files import Files
from brisa.placement.options import MOST_PRIORITY
from brisa.placement.plan import ThreadPlacement
from brisa.placement.remedies import Caller

if sys.platform != "win32":
    import resource

REALTIME_LIMIT_NS = NS_PER_S
"""How long a real-time thread may compute without waiting: 25 of the longest engine steps."""

_KILL_AFTER_NS = NS_PER_S
_REST_S = 50e-6
_US = 1000


def schedule(wanted: ThreadPlacement, caller: Caller, thread_id: int = 0) -> tuple[Applied, ...]:
    """Give a thread of this process (0: the one that calls) its policy, or the niceness that stands
    in for it. Threads and processes it starts do not inherit either (``SCHED_RESET_ON_FORK``).

    A priority above what is permitted becomes the highest that is. Never raises.
    """
    if sys.platform != "linux":
        return _elsewhere(wanted)
    if not wanted.realtime:
        return (_renice(wanted, caller, thread_id),) if wanted.nice else ()
    guard = _limit_realtime()
    if not guard.permitted:
        return (guard, _renice(wanted, caller, thread_id))
    policy = _realtime(wanted, caller, thread_id)
    if policy.got.startswith(wanted.policy):
        return (guard, policy)
    return (policy, _renice(wanted, caller, thread_id))


class Breather:
    """Pauses of a busy real-time thread, so short that nobody hears them, so often that the limit
    is never met by one that works."""

    def __init__(self, limit_ns: int = REALTIME_LIMIT_NS) -> None:
        self._every_ns = limit_ns // 8
        self._rested_ns: int | None = None

    def rest(self, now_ns: int) -> bool:
        """To be called after every step: wait for a moment, if none was waited for of late."""
        if self._rested_ns is not None and now_ns - self._rested_ns < self._every_ns:
            return False
        self._rested_ns = now_ns
        time.sleep(_REST_S)
        return True


def _limit_realtime() -> Applied:
    """SIGXCPU at the limit, which ends the process under a name of its own; SIGKILL after that."""
    soft_us, hard_us = REALTIME_LIMIT_NS // _US, (REALTIME_LIMIT_NS + _KILL_AFTER_NS) // _US
    wanted = f"{REALTIME_LIMIT_NS / NS_PER_S:g} s without a pause"
    try:
        _, ceiling = resource.getrlimit(resource.RLIMIT_RTTIME)
        if ceiling != resource.RLIM_INFINITY:
            hard_us = min(hard_us, ceiling)
        resource.setrlimit(resource.RLIMIT_RTTIME, (min(soft_us, hard_us), hard_us))
    except (OSError, ValueError):
        return Applied("time limit", wanted, "refused", permitted=False)
    return Applied("time limit", wanted, wanted, permitted=True)


def _realtime(wanted: ThreadPlacement, caller: Caller, thread_id: int) -> Applied:
    name = f"{wanted.policy} {wanted.priority}"
    permitted = _raise_to_hard(resource.RLIMIT_RTPRIO, MOST_PRIORITY)
    reason = "refused"
    for priority in dict.fromkeys((wanted.priority, min(wanted.priority, permitted))):
        if priority < 1:
            continue
        try:
            _set_policy(thread_id, wanted.policy, priority)
        except OSError as error:
            reason = refusal(error)
        else:
            return _settled("policy", name, f"{wanted.policy} {priority}", wanted, caller)
    return _settled("policy", name, reason, wanted, caller)


def _renice(wanted: ThreadPlacement, caller: Caller, thread_id: int) -> Applied:
    """As far down as permitted, never up."""
    permitted = 20 - _raise_to_hard(resource.RLIMIT_NICE, 40)
    reason = "refused"
    for nice in dict.fromkeys((wanted.nice, max(wanted.nice, permitted))):
        try:
            nice = min(nice, os.getpriority(os.PRIO_PROCESS, thread_id))
            os.setpriority(os.PRIO_PROCESS, thread_id, nice)
            _set_policy(thread_id, "SCHED_OTHER", 0)
        except OSError as error:
            reason = refusal(error)
        else:
            return _settled("nice", str(wanted.nice), str(nice), wanted, caller)
    return _settled("nice", str(wanted.nice), reason, wanted, caller)


def _settled(what: What, name: str, got: str, wanted: ThreadPlacement, caller: Caller) -> Applied:
    if what == "nice":
        permitted = got.lstrip("-").isdigit() and int(got) <= wanted.nice
        fix = remedies.niceness(wanted.nice, caller)
    else:
        permitted = got == name
        share = remedies.realtime_share() if _realtime_share_us() == 0 else ()
        fix = (*share, *remedies.realtime(wanted.priority, caller))
    return Applied(what, name, got, permitted, () if permitted else fix)


def _set_policy(thread_id: int, policy: str, priority: int) -> None:
    number = getattr(os, policy) | os.SCHED_RESET_ON_FORK
    os.sched_setscheduler(thread_id, number, os.sched_param(priority))


def _raise_to_hard(limit: int, most: int) -> int:
    """Use all of what is permitted; how much that is, at most ``most``."""
    soft, hard = resource.getrlimit(limit)
    with suppress(OSError, ValueError):
        resource.setrlimit(limit, (hard, hard))
        soft = hard
    return most if soft == resource.RLIM_INFINITY else min(soft, most)


def _realtime_share_us() -> int | None:
    files = Files()
    return read_control_group(files, own=files.text(MEMBERSHIP) or "").realtime_us


def _elsewhere(wanted: ThreadPlacement) -> tuple[Applied, ...]:
    if not wanted.realtime and not wanted.nice:
        return ()
    name = f"{wanted.policy} {wanted.priority}" if wanted.realtime else str(wanted.nice)
    what: What = "policy" if wanted.realtime else "nice"
    return (Applied(what, name, "not available on this system", permitted=False),)
