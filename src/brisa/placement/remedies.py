"""The exact lines that permit what was refused, for every place where they could be written.

Sources: ``capabilities(7)``, ``getrlimit(2)``, ``limits.conf(5)``, ``systemd.exec(5)``,
``docker-run(1)``, and ``Documentation/admin-guide/kernel-parameters.txt`` of the Linux kernel.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from brisa.placement.cpu_list import format_cpu_list

Where = Literal["shell", "limits", "systemd", "docker", "capability", "udev", "kernel"]


@dataclass(frozen=True, slots=True)
class Remedy:
    """``line`` goes into ``where``: a shell before brisa is started, ``/etc/security/limits.conf``,
    the ``[Service]`` section of a systemd unit, the arguments of ``docker run``, capabilities of
    the interpreter, a file in ``/etc/udev/rules.d``, the kernel's command line."""

    where: Where
    line: str


@dataclass(frozen=True, slots=True)
class Caller:
    """Who runs brisa: the account, and the interpreter, by its path in its own environment."""

    user: str
    python: str


def realtime(priority: int, caller: Caller) -> tuple[Remedy, ...]:
    """For SCHED_FIFO and SCHED_RR up to ``priority``."""
    return (
        Remedy("systemd", f"LimitRTPRIO={priority}"),
        Remedy("docker", f"--cap-add=SYS_NICE --ulimit rtprio={priority}"),
        Remedy("shell", f"sudo prlimit --pid $$ --rtprio={priority}:{priority}"),
        Remedy("limits", f"{caller.user} - rtprio {priority}"),
        *_capable("cap_sys_nice", caller),
    )


def realtime_share() -> tuple[Remedy, ...]:
    """For a control group whose real-time share is nothing (version 1, ``RT_GROUP_SCHED``)."""
    return (
        Remedy("docker", "--cpu-rt-runtime=950000"),
        Remedy(
            "shell",
            "echo 950000 | sudo tee /sys/fs/cgroup/cpu$"
            "(sed -nE 's/^[0-9]+:(.*,)?cpu(,.*)?://p' /proc/self/cgroup)/cpu.rt_runtime_us",
        ),
    )


def niceness(nice: int, caller: Caller) -> tuple[Remedy, ...]:
    """For a niceness below 0. The limit counts from 20 downwards; limits.conf and systemd translate
    it themselves."""
    limit = 20 - nice
    return (
        Remedy("systemd", f"LimitNICE={nice}"),
        Remedy("docker", f"--cap-add=SYS_NICE --ulimit nice={limit}"),
        Remedy("shell", f"sudo prlimit --pid $$ --nice={limit}:{limit}"),
        Remedy("limits", f"{caller.user} - nice {nice}"),
    )


def locked_memory(caller: Caller) -> tuple[Remedy, ...]:
    """For memory that is never paged out. A finite limit is no help: once it is used up, every
    allocation fails."""
    return (
        Remedy("systemd", "LimitMEMLOCK=infinity"),
        Remedy("docker", "--ulimit memlock=-1"),
        Remedy("shell", "sudo prlimit --pid $$ --memlock=unlimited:unlimited"),
        Remedy("limits", f"{caller.user} - memlock unlimited"),
    )


def memory_node() -> tuple[Remedy, ...]:
    """For a memory policy; the default seccomp filter of containers ties it to the capability."""
    return (Remedy("docker", "--cap-add=SYS_NICE"),)


def wakeup_latency(caller: Caller) -> tuple[Remedy, ...]:
    """For holding ``/dev/cpu_dma_latency`` open."""
    group = 'KERNEL=="cpu_dma_latency", GROUP="audio", MODE="0660"'
    return (
        Remedy("udev", group),
        Remedy("systemd", "SupplementaryGroups=audio"),
        Remedy("docker", "--device=/dev/cpu_dma_latency"),
        Remedy("shell", f"sudo usermod -aG audio {shlex.quote(caller.user)}"),
    )


def cores(wanted: Iterable[int]) -> tuple[Remedy, ...]:
    """For running on these cores at all."""
    numbers = sorted(wanted)
    return (
        Remedy("systemd", "CPUAffinity=" + " ".join(map(str, numbers))),
        Remedy("docker", f"--cpuset-cpus={format_cpu_list(numbers)}"),
    )


def isolation(wanted: Iterable[int]) -> tuple[Remedy, ...]:
    """For cores that the kernel gives to nobody who does not ask for them."""
    numbers = format_cpu_list(wanted)
    return (Remedy("kernel", f"isolcpus={numbers} nohz_full={numbers} rcu_nocbs={numbers}"),)


def _capable(name: str, caller: Caller) -> tuple[Remedy, ...]:
    """A file capability goes to every script that the file runs, so to a copy of the interpreter;
    that one's loader ignores ``LD_LIBRARY_PATH`` and ``$ORIGIN``, as for setuid programs."""
    python = shlex.quote(caller.python)
    copy = shlex.quote(f"{caller.python}-realtime")
    return (
        Remedy("systemd", f"AmbientCapabilities={name.upper()}"),
        Remedy("capability", f"sudo cp {python} {copy} && sudo setcap {name}+ep {copy}"),
    )


def merged(remedies: Iterable[Remedy]) -> tuple[Remedy, ...]:
    """Each line once, in order; the arguments of ``docker run`` as one line, and of several limits
    for one thing the last."""
    lines: dict[tuple[Where, str], Remedy] = {}
    docker: dict[str, None] = {}
    for remedy in remedies:
        if remedy.where == "docker":
            docker |= dict.fromkeys(remedy.line.replace("--ulimit ", "--ulimit=").split())
        else:
            lines[remedy.where, remedy.line] = remedy
    found = [*lines.values()]
    if docker:
        found.append(Remedy("docker", "docker run " + " ".join(docker)))
    return tuple(sorted(found, key=lambda remedy: _ORDER.index(remedy.where)))


_ORDER: tuple[Where, ...] = (
    "systemd",
    "docker",
    "shell",
    "limits",
    "capability",
    "udev",
    "kernel",
)
