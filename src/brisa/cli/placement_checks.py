"""The section "Placement" of ``brisa doctor``: the machine, the plan, and what is permitted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from brisa.app.settings import Settings, placement_options
from brisa.cli.checks import Check
from brisa.errors import ConfigError
from brisa.placement.applied import WISHES, Applied
from brisa.placement.files import Files
from brisa.placement.options import GENERATE, REALTIME, PlacementOptions, nice_for
from brisa.placement.plan import Plan, ThreadPlacement, make_plan
from brisa.placement.report import (
    TITLES,
    as_data,
    describe_thread,
    describe_topology,
    describe_workers,
    unguarded_kernel,
    ways_to_allow,
)
from brisa.placement.topology import Topology, read_topology
from brisa.placement.trial import try_out

_PROBE_PRIORITY = 85


@dataclass(frozen=True, slots=True)
class Placement:
    """What was found. ``steps`` are a worker's, ``None`` where they could not be tried out, and
    ``play_steps`` the play thread's, empty where nothing is asked for it. ``asked``: the settings
    want a real-time policy; without that its permission is looked at all the same."""

    topology: Topology
    options: PlacementOptions
    plan: Plan | None
    refusal: ConfigError | None
    steps: tuple[Applied, ...] | None
    play_steps: tuple[Applied, ...]
    asked: bool

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return as_data(self.topology, self.plan, (*(self.steps or ()), *self.play_steps))


def examine_placement(settings: Settings) -> Placement:
    """Reads the machine, plans, and tries what a worker and the play thread are to have out in
    processes of their own."""
    topology, options = read_topology(), PlacementOptions()
    plan, refused, thread, play = None, None, ThreadPlacement(), ThreadPlacement()
    try:
        options = placement_options(settings)
        plan = make_plan(topology, options)
        thread, play = plan.workers[0], plan.play
    except ConfigError as error:
        refused = error
    asked = options.generate.policy in REALTIME
    steps = try_out(thread if thread.realtime else _probe(thread))
    play_steps = try_out(play) if play.realtime or play.nice else ()
    return Placement(topology, options, plan, refused, steps, play_steps or (), asked=asked)


def placement_checks(found: Placement) -> Iterator[Check]:
    """The machine, the plan, each permission, and one check with the lines that would help."""
    yield Check("topology", "ok", describe_topology(found.topology))
    yield from _plan_checks(found)
    yield from _step_checks(found)
    danger = unguarded_kernel(Files())
    if danger is not None:
        detail, _, fix = danger.partition(": ")
        yield Check("kernel", "note", detail, fix)
    tried = (*(found.steps or ()), *found.play_steps)
    ways = ways_to_allow(tried, found.topology, found.options.isolated_cores)
    if ways:
        lines = "\n".join(f"{TITLES[way.where]}: {way.line}" for way in ways)
        yield Check("to allow it", "note", "one line of each kind, by how brisa is started", lines)


def _plan_checks(found: Placement) -> Iterator[Check]:
    if found.refusal is not None:
        fix = f"Correct {found.refusal.param}."
        yield Check("plan", "problem", found.refusal.message, fix)
    if found.plan is not None:
        yield Check("workers", "ok", describe_workers(found.plan))
        yield Check("server", "ok", describe_thread(found.plan.server))
        yield Check("play thread", "ok", describe_thread(found.plan.play))
        for warning in found.plan.warnings:
            yield Check("plan", "note", f"{warning.key}: {warning.message}")


def _step_checks(found: Placement) -> Iterator[Check]:
    if found.steps is None:
        yield Check("permissions", "note", "could not be tried out: no process could be started")
    for step in found.steps or ():
        detail = step.got if step.got == step.wanted else f"{step.wanted}: {step.got}"
        if step.what in ("policy", "nice", "time limit") and not found.asked:
            detail += f"; not asked for in {GENERATE}"
        yield Check(step.what, "ok" if step.permitted else "note", detail)
    for step in found.play_steps:
        if step.what in WISHES:
            detail = step.got if step.got == step.wanted else f"{step.wanted}: {step.got}"
            yield Check(f"play {step.what}", "ok" if step.permitted else "note", detail)


def _probe(thread: ThreadPlacement) -> ThreadPlacement:
    return replace(
        thread, policy="SCHED_FIFO", priority=_PROBE_PRIORITY, nice=nice_for(_PROBE_PRIORITY)
    )
