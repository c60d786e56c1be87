"""``brisa bench capacity``: how many listeners one server serves in time and without a gap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from brisa.bench.capacity import CapacitySearch, capacity_lines, shortfalls
from brisa.bench.listeners import Target, measure
from brisa.bench.listeners_figures import run_figures
from brisa.bench.listening import LoadPlan
from brisa.bench.machine import machine_description
from brisa.cli.bench_load import count_option, duration_option, load_options, plan_of, url_option
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.measured_server import targets
from brisa.cli.progress import Progress
from brisa.clock import Clock, SystemClock
from brisa.errors import OutOfRange


@click.command()
@count_option(50, "--from", "Listeners of the first step.")
@count_option(1600, "--most", "Listeners of any step at most.")
@click.option("--steps", type=click.IntRange(1, 50), default=10, show_default=True)
@duration_option(30.0)
@click.option(
    "--target-ms",
    type=click.FloatRange(1, 60_000),
    default=187.0,
    show_default=True,
    help="What 99 of 100 first audios must keep within.",
)
@load_options
@url_option
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def capacity(config: Path | None, json_file: str | None, url: str | None, **options: Any) -> None:
    """Find the most listeners with no gap and the first audio in time, run by run.

    The number doubles until a run fails and is then narrowed down. One run decides about one
    number, so let the machine be quiet.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    search = _search(options)
    plan = plan_of(
        options["most"],
        options["duration_s"],
        options["arrivals"],
        options["seed"],
        options["transport"],
    )
    engine, target_ms = options["engine"], options["target_ms"]
    machine = machine_description()
    clock = SystemClock()
    servers = targets(settings, plan, engine, url=url, naive=False, clock=clock, runs=search.steps)
    with servers as (server,):
        steps = search_capacity(search, server, plan, target_ms, clock)
    report = {
        "scenario": "capacity",
        "engine": engine,
        "arrivals": plan.arrivals,
        "transport": plan.transport,
        "duration_s": plan.duration_s,
        "target_ms": target_ms,
        "capacity": search.passed,
        "closed": search.closed,
        "steps": steps,
        "machine": machine,
    }
    show_report(report, capacity_lines(report), json_file)


def _search(options: dict[str, Any]) -> CapacitySearch:
    if options["from"] > options["most"]:
        raise OutOfRange("--from is more than --most.", param="from")
    return CapacitySearch(options["from"], options["most"], options["steps"])


def search_capacity(
    search: CapacitySearch, server: Target, plan: LoadPlan, target_ms: float, clock: Clock
) -> list[dict[str, Any]]:
    """The figures of every step, in the order in which they were made."""
    progress = Progress(clock.now_ns())
    steps = []
    try:
        while (count := search.next_count()) is not None:
            label = f"{count} listeners"
            step = msgspec.structs.replace(plan, host=server.host, port=server.port, count=count)
            run = measure(
                server,
                step,
                clock,
                lambda _, share, label=label: progress.update(clock.now_ns(), share, label),  # type: ignore[misc]
            )
            figures = run_figures(run)
            found = shortfalls(figures, target_ms)
            search.record(count, passed=not found)
            steps.append({"listeners": count, "shortfalls": found, **figures})
    finally:
        progress.clear()
    return steps
