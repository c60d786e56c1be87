"""``brisa bench simulate``: the scheduler's decisions, with simulated workers and listeners."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from brisa.bench.arrivals import ARRIVALS
from brisa.bench.simulate import simulate as run_simulation
from brisa.bench.simulate_plan import SimulationPlan
from brisa.bench.simulate_report import run_lines, simulation_figures, table_lines
from brisa.bench.simulate_table import SEEDS, simulated_table
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import SystemClock
from brisa.scheduler.policy import POLICIES

_DEFAULT = SimulationPlan()
_COUNT = click.IntRange(0, 1000)


@click.command(context_settings={"show_default": True})
@click.option("--listeners", type=click.IntRange(1, 10_000), default=_DEFAULT.listeners)
@click.option("--workers", type=click.IntRange(1, 1000), default=_DEFAULT.workers)
@click.option(
    "--rtf",
    type=click.FloatRange(1e-6, 10),
    default=_DEFAULT.rtf,
    help="Processor seconds for a second of audio.",
)
@click.option(
    "--load",
    type=click.FloatRange(0.01, 10),
    help="Share of the workers that the listeners ask for; chooses --rtf.",
)
@click.option("--policy", type=click.Choice(list(POLICIES)), default=_DEFAULT.policy)
@click.option("--duration", "duration_s", type=click.FloatRange(1, 3600), default=60.0)
@click.option("--arrivals", type=click.Choice(ARRIVALS), default=_DEFAULT.arrivals)
@click.option("--bulk", type=_COUNT, default=0, help="Streams without a listener.")
@click.option("--slow-readers", type=_COUNT, default=0, help="Listeners who read too slowly.")
@click.option("--deaths", type=_COUNT, default=0, help="Workers that die.")
@click.option("--batch-max", type=click.IntRange(1, 64), default=1, help="Streams in a step.")
@click.option(
    "--admission/--no-admission", default=True, help="Refuse listeners who cannot be served."
)
@click.option("--seed", type=click.IntRange(0, 2**31), default=0)
@click.option("--table", is_flag=True, help="Every policy at 70 to 100 % load; nobody is refused.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
def simulate(table: bool, json_file: str | None, **fields: Any) -> None:
    """Run the scheduler against an engine of a given speed; no sound is made.

    The same seed gives the same figures on every machine.
    """
    check_json_file(json_file)
    plan = SimulationPlan(**fields)
    if table:
        rows = _table(plan)
        report = {"scenario": "simulate", "plan": asdict(plan), "seeds": SEEDS, "rows": rows}
        show_report(report, table_lines(rows), json_file)
        return
    figures = simulation_figures(plan, run_simulation(plan))
    report = {"scenario": "simulate", "plan": asdict(plan), **figures}
    show_report(report, run_lines(figures), json_file)


def _table(plan: SimulationPlan) -> list[dict[str, Any]]:
    clock = SystemClock()
    progress = Progress(clock.now_ns())
    try:
        return simulated_table(
            plan, tick=lambda share: progress.update(clock.now_ns(), share, "simulating")
        )
    finally:
        progress.clear()
