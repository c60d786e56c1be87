"""Putting a plan into effect, in the process concerned. Nothing here raises: what is refused is
reported, with the line that would permit it, and the process runs as it did before."""

from __future__ import annotations

import os
import sys

from brisa.placement import kernel, remedies
from brisa.placement.applied import Applied, refusal
from brisa.placement.cpu_list import format_cpu_list
from brisa.placement.files import Files
from brisa.placement.plan import ThreadPlacement
from brisa.placement.remedies import Caller
from brisa.placement.scheduling import schedule

if sys.platform != "win32":
    import resource

_NOT_HERE = "not available on this system"


def settle_process(wanted: ThreadPlacement, *, lock: bool = False) -> tuple[Applied, ...]:
    """Cores, memory node and (``lock``) locked memory. To be called first thing in a process:
    threads that exist keep their cores and their node, those started later inherit them."""
    caller = this_caller()
    done = [pin(wanted.cores), _prefer_node(wanted.node)]
    if lock:
        done.append(_lock(caller))
    return tuple(step for step in done if step is not None)


def settle_thread(wanted: ThreadPlacement, thread_id: int = 0) -> tuple[Applied, ...]:
    """Policy and priority of one thread (its native id; 0: the one that calls), its cores too
    where it has not inherited them. To be called when it is about to compute for listeners: loading
    and warming up take longer without a pause than a real-time thread may compute."""
    moved = pin(wanted.cores, thread_id)
    done = schedule(wanted, this_caller(), thread_id)
    return done if moved is None else (moved, *done)


def this_caller() -> Caller:
    """For the lines that name an account and an interpreter."""
    return Caller(user=_user(), python=sys.executable or "python3")


def pin(cores: tuple[int, ...], thread_id: int = 0) -> Applied | None:
    """Let a thread run on ``cores`` alone; ``None``: nothing was asked for."""
    if not cores:
        return None
    wanted = format_cpu_list(cores)
    if not hasattr(os, "sched_setaffinity"):
        return Applied("cores", wanted, _NOT_HERE, permitted=False)
    try:
        os.sched_setaffinity(thread_id, cores)
        got = os.sched_getaffinity(thread_id)
    except (OSError, OverflowError) as error:
        reason = refusal(error) if isinstance(error, OSError) else "refused"
        return Applied("cores", wanted, reason, False, remedies.cores(cores))
    whole = got == set(cores)
    fix = () if whole else remedies.cores(cores)
    return Applied("cores", wanted, format_cpu_list(got), whole, fix)


def _prefer_node(node: int | None) -> Applied | None:
    if node is None:
        return None
    try:
        kernel.prefer_memory_node(node)
    except OSError as error:
        return Applied("memory node", str(node), refusal(error), False, remedies.memory_node())
    return Applied("memory node", str(node), str(node), permitted=True)


def _lock(caller: Caller) -> Applied:
    """Only without a limit: with one, every allocation beyond it would fail from then on."""
    wanted = "all memory"
    if sys.platform != "linux":
        return Applied("memory lock", wanted, _NOT_HERE, permitted=False)
    if not _may_lock_all():
        got = "not tried: locked memory is limited"
        return Applied("memory lock", wanted, got, False, remedies.locked_memory(caller))
    try:
        kernel.lock_memory()
    except OSError as error:
        return Applied("memory lock", wanted, refusal(error), False, remedies.locked_memory(caller))
    return Applied("memory lock", wanted, wanted, permitted=True)


def _may_lock_all() -> bool:
    if _has_capability(kernel.CAP_IPC_LOCK):
        return True
    _, hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    if hard != resource.RLIM_INFINITY:
        return False
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (hard, hard))
    return True


def _has_capability(number: int) -> bool:
    """Of the machine itself: in a user namespace it is held and counts for nothing here."""
    files = Files()
    whole = (files.text("proc/self/uid_map") or "").split() == ["0", "0", "4294967295"]
    try:
        effective = int(files.field("proc/self/status", "CapEff") or "0", 16)
    except ValueError:
        effective = 0
    return whole and bool(effective >> number & 1)


def _user() -> str:
    try:
        import pwd  # noqa: PLC0415 - not on Windows

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return "*"
