"""Where every part of brisa runs on a given machine: decided here, applied elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from brisa.placement.contradictions import refuse_contradictions
from brisa.placement.counts import Counts, count_workers
from brisa.placement.cpu_list import format_cpu_list
from brisa.placement.layout import lay_out
from brisa.placement.options import (
    GENERATE,
    ISOLATED,
    PLAY,
    REALTIME,
    WORKERS,
    PlacementOptions,
    Policy,
    ThreadOptions,
    nice_for,
)
from brisa.placement.topology import Topology


@dataclass(frozen=True, slots=True)
class ThreadPlacement:
    """How a thread runs. ``cores`` empty: wherever the system puts it. ``node``: the memory node
    its pages should come from, ``None`` where there is one or no choice. ``nice`` is used without a
    real-time ``policy``, asked for or permitted."""

    cores: tuple[int, ...] = ()
    node: int | None = None
    policy: Policy = "SCHED_OTHER"
    priority: int = 0
    nice: int = 0

    @property
    def realtime(self) -> bool:
        return self.policy in REALTIME


@dataclass(frozen=True, slots=True)
class PlanWarning:
    """A setting that is followed in part. ``key`` is its name in the settings."""

    key: str
    message: str


@dataclass(frozen=True, slots=True)
class Plan:
    """``workers``: one entry for each process, each computing with ``threads_per_worker`` threads.
    ``server``: the process that owns sockets; ``play``: its thread that feeds a device or paces a
    wire."""

    workers: tuple[ThreadPlacement, ...]
    threads_per_worker: int
    server: ThreadPlacement
    play: ThreadPlacement
    warnings: tuple[PlanWarning, ...] = ()


def make_plan(topology: Topology, options: PlacementOptions) -> Plan:
    """Raises ``ConfigError`` for settings that cannot be followed on this machine.

    ``workers * threads_per_worker`` is at most the cores and the whole cores' worth of time there
    are. Workers are pinned where the settings name cores, and where cores are left to the server;
    else they share theirs, with it or under a quota with strangers, and the system knows better
    which of them is free.
    """
    refuse_contradictions(topology, options)
    pool, chosen = _pool(topology, options)
    counts, reduced = count_workers(topology, pool, options, chosen=chosen)
    placed = _pinned(topology, pool, counts, chosen=chosen)
    policy, starving = _policy(topology, options, placed, counts)
    workers = tuple(_thread(topology, cores, policy) for cores in placed)
    server = _server_cores(topology, placed, options)
    play = options.play.affinity or server
    warnings = [
        *(PlanWarning(key, message) for key, message in reduced),
        *_not_isolated(topology, options),
        *starving,
        *_waiting(options, workers),
    ]
    return Plan(
        workers=workers,
        threads_per_worker=counts.threads,
        server=replace(
            _thread(topology, server, ThreadOptions()), nice=_server_nice(server, workers)
        ),
        play=_thread(topology, tuple(sorted(set(play))), options.play),
        warnings=tuple(warnings),
    )


def _pool(topology: Topology, options: PlacementOptions) -> tuple[frozenset[int], bool]:
    """The cores that workers may get, and whether the settings name them."""
    if options.generate.affinity:
        return frozenset(options.generate.affinity), True
    play = frozenset(options.play.affinity)
    kept = frozenset(options.isolated_cores)
    if kept:
        return (kept - play) or kept, True
    return (topology.allowed - play) or topology.allowed, False


def _pinned(
    topology: Topology, pool: frozenset[int], counts: Counts, *, chosen: bool
) -> tuple[tuple[int, ...], ...]:
    anywhere = ((),) * counts.workers
    if not topology.known:
        return anywhere
    placed = lay_out(topology, pool, counts.workers, counts.threads)
    strangers = topology.quota_cores is not None and topology.quota_cores < len(pool)
    taken = {core for cores in placed for core in cores}
    shared = strangers or not topology.allowed - taken
    return anywhere if shared and not chosen else placed


def _thread(topology: Topology, cores: tuple[int, ...], options: ThreadOptions) -> ThreadPlacement:
    nodes = {topology.core(core).node for core in cores}
    choice = len(topology.memory_nodes) > 1 and len(nodes) == 1
    return ThreadPlacement(
        cores=cores if topology.known else (),
        node=next(iter(nodes)) if choice else None,
        policy=options.policy,
        priority=options.priority,
        nice=nice_for(options.priority),
    )


def _server_cores(
    topology: Topology, workers: tuple[tuple[int, ...], ...], options: PlacementOptions
) -> tuple[int, ...]:
    """What workers and the play thread leave; everything, where that is nothing."""
    taken = {core for cores in workers for core in cores} | set(options.isolated_cores)
    left = topology.allowed - taken
    quiet = left - set(options.play.affinity)
    return tuple(sorted(quiet or left or topology.allowed))


def _server_nice(server: tuple[int, ...], workers: tuple[ThreadPlacement, ...]) -> int:
    """Never nicer than a worker on one of its cores, which would take all the time there."""
    sharing = [worker for worker in workers if not worker.cores or set(server) & set(worker.cores)]
    return min((worker.nice for worker in sharing), default=0)


def _policy(
    topology: Topology,
    options: PlacementOptions,
    workers: tuple[tuple[int, ...], ...],
    counts: Counts,
) -> tuple[ThreadOptions, list[PlanWarning]]:
    """What keeps the server alive. Real-time threads on every core would leave it, and whoever
    wants to stop them, no time at all while they compute; one that computes for too long costs its
    process, which must not be the server."""
    wanted = options.generate
    if wanted.policy not in REALTIME:
        return wanted, []
    taken = {core for cores in workers for core in cores} or topology.allowed
    spare = topology.allowed - taken or counts.workers * counts.threads < len(taken)
    if options.inline:
        reason = "the server computes itself, and would end with a thread that never pauses"
        advice = f"Give it processes, with {WORKERS}."
    elif not spare:
        reason = (
            f"workers have every core ({format_cpu_list(taken)}), and the server would starve "
            "while they compute"
        )
        advice = f"Leave it one, with fewer {WORKERS} or with {GENERATE}.affinity."
    else:
        return wanted, []
    warning = PlanWarning(f"{GENERATE}.policy", f"{wanted.policy} is not used: {reason}. {advice}")
    return replace(wanted, policy="SCHED_OTHER"), [warning]


def _not_isolated(topology: Topology, options: PlacementOptions) -> Iterable[PlanWarning]:
    open_cores = set(options.isolated_cores) - topology.isolated
    if open_cores:
        message = (
            f"The kernel does not isolate {format_cpu_list(open_cores)}: other work runs there "
            f"too. Its isolated cores: {format_cpu_list(topology.isolated)}."
        )
        yield PlanWarning(ISOLATED, message)


def _waiting(
    options: PlacementOptions, workers: tuple[ThreadPlacement, ...]
) -> Iterable[PlanWarning]:
    """A play thread below the workers on their core is late by a step of theirs."""
    play = options.play
    for worker in workers:
        shares = play.affinity and worker.realtime and set(play.affinity) <= set(worker.cores)
        if shares and (play.policy not in REALTIME or play.priority <= worker.priority):
            message = (
                f"Core {format_cpu_list(play.affinity)} also has a worker of priority "
                f"{worker.priority}: playing waits for it. Give {PLAY} another core or a higher "
                "priority."
            )
            yield PlanWarning(f"{PLAY}.affinity", message)
            return
