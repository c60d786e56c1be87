"""``brisa bench policies``: the simulation beside a run of the real service."""

from __future__ import annotations

from dataclasses import asdict

import click

from brisa.bench.arrivals import ARRIVALS, Arrivals
from brisa.bench.machine import machine_description
from brisa.bench.policies import compare_policies, policies_lines
from brisa.bench.simulate_plan import SimulationPlan
from brisa.cli.failures import Failure
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import SystemClock


@click.command(context_settings={"show_default": True})
@click.option("--listeners", type=click.IntRange(1, 200), default=16)
@click.option("--workers", type=click.IntRange(1, 64), default=2)
@click.option("--load", type=click.FloatRange(0.01, 2), default=0.95, help="Share of the workers.")
@click.option("--duration", "duration_s", type=click.FloatRange(0.5, 3600), default=20.0)
@click.option("--arrivals", type=click.Choice(ARRIVALS), default="burst")
@click.option("--seeds", type=click.IntRange(1, 100), default=2, help="Runs of each policy.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=0)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
def policies(
    listeners: int,
    workers: int,
    load: float,
    duration_s: float,
    arrivals: Arrivals,
    seeds: int,
    seed: int,
    json_file: str | None,
) -> None:
    """Run every policy in real time with an engine that sleeps, and beside it in the simulation.

    The exit code is 1 if the two do not put the policies in the same order. Few listeners, so that
    steps are long beside what surrounds them.
    """
    check_json_file(json_file)
    plan = SimulationPlan(
        listeners=listeners,
        workers=workers,
        load=load,
        duration_s=duration_s,
        arrivals=arrivals,
        seed=seed,
    )
    clock = SystemClock()
    progress = Progress(clock.now_ns())
    try:
        found = compare_policies(
            plan, seeds, clock, lambda share: progress.update(clock.now_ns(), share, "listening")
        )
    finally:
        progress.clear()
    report = {
        "scenario": "policies",
        "plan": asdict(plan),
        "seeds": seeds,
        **found,
        "machine": machine_description(),
    }
    show_report(report, policies_lines(report), json_file)
    if not all(report["agree"].values()):
        raise Failure("Simulation and real run do not put the policies in the same order.")
