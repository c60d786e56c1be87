"""A machine, its plan and what was refused, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from brisa.placement import remedies
from brisa.placement.applied import Applied
from brisa.placement.cpu_list import format_cpu_list
from brisa.placement.files import Files
from brisa.placement.plan import Plan, ThreadPlacement
from brisa.placement.remedies import Remedy
from brisa.placement.topology import Topology

_RT_RUNTIME = "proc/sys/kernel/sched_rt_runtime_us"

TITLES = {
    "systemd": "systemd, [Service]",
    "docker": "docker",
    "shell": "before brisa, in its shell",
    "limits": "/etc/security/limits.conf, then log in anew",
    "capability": "a copy of Python that may (see docs/placement.md)",
    "udev": "/etc/udev/rules.d/70-brisa.rules",
    "kernel": "kernel command line",
}


def describe_topology(topology: Topology) -> str:
    """One line: cores, how they hang together, what is left of them."""
    if not topology.known:
        return f"{len(topology.cores)} cores counted; how they hang together is not known here"
    whole = len({core.siblings for core in topology.cores})
    nodes = len({core.node for core in topology.cores})
    slow = frozenset(core.id for core in topology.cores if core.slow)
    parts = [f"cores {format_cpu_list(topology.online)} ({whole} whole, {_nodes(nodes)})"]
    if topology.allowed != topology.online:
        parts.append(f"ours {format_cpu_list(topology.allowed)}")
    if slow:
        parts.append(f"slower {format_cpu_list(slow)}")
    parts.append(f"isolated {format_cpu_list(topology.isolated)}")
    if topology.quota_cores is not None:
        parts.append(f"time for {topology.quota_cores:g}")
    return ", ".join(parts)


def describe_thread(thread: ThreadPlacement) -> str:
    """``core 1, SCHED_FIFO 85``."""
    many = "s" if len(thread.cores) > 1 else ""
    parts = [f"core{many} {format_cpu_list(thread.cores)}" if thread.cores else "any core"]
    if thread.node is not None:
        parts.append(f"memory node {thread.node}")
    if thread.realtime:
        parts.append(f"{thread.policy} {thread.priority}")
    elif thread.nice:
        parts.append(f"nice {thread.nice}")
    return ", ".join(parts)


def describe_workers(plan: Plan) -> str:
    """``2 with 1 thread: core 1; core 0``, the first eight of them."""
    many = "s" if plan.threads_per_worker > 1 else ""
    shown = "; ".join(describe_thread(worker) for worker in plan.workers[:8])
    more = "; ..." if len(plan.workers) > 8 else ""
    return f"{len(plan.workers)} with {plan.threads_per_worker} thread{many}: {shown}{more}"


def ways_to_allow(
    steps: Iterable[Applied], topology: Topology, isolated: tuple[int, ...] = ()
) -> tuple[Remedy, ...]:
    """The lines for everything that was refused, each once. A real-time policy that is permitted
    makes niceness needless, so its lines stand for both."""
    refused = [step for step in steps if not step.permitted]
    kinds = {step.what for step in refused}
    wanted = [step for step in refused if step.what != "nice" or "policy" not in kinds]
    found = [fix for step in wanted for fix in step.how_to_allow]
    open_cores = set(isolated) - topology.isolated
    if open_cores:
        found.extend(remedies.isolation(set(isolated)))
    return remedies.merged(found)


def unguarded_kernel(files: Files) -> str | None:
    """What is dangerous about this kernel's settings, if real-time threads are to run on it."""
    if files.integer(_RT_RUNTIME) != -1:
        return None
    return (
        "The kernel keeps no time for others beside real-time threads: "
        "sudo sysctl kernel.sched_rt_runtime_us=950000"
    )


def as_data(topology: Topology, plan: Plan | None, steps: Iterable[Applied]) -> dict[str, Any]:
    """For JSON: sets as sorted lists, everything else by the names of the fields."""
    machine = {
        name: sorted(value) if isinstance(value, frozenset) else value
        for name, value in asdict(topology).items()
    }
    return {
        "topology": machine,
        "plan": None if plan is None else asdict(plan),
        "steps": [asdict(step) for step in steps],
    }


def _nodes(count: int) -> str:
    return f"{count} memory node{'s' if count > 1 else ''}"
