"""``brisa bench soak``: most of what a server can do, for long."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from brisa.bench.capacity import CapacitySearch
from brisa.bench.listeners import Run, Target, measure
from brisa.bench.listening import MAX_DURATION_S, MAX_LISTENERS, LoadPlan
from brisa.bench.machine import machine_description
from brisa.bench.soak import Watcher
from brisa.bench.soak_report import soak_lines, soak_plot, soak_report
from brisa.cli.bench_capacity import search_capacity
from brisa.cli.bench_load import load_options, plan_of
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import Failure
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.measured_server import targets
from brisa.cli.progress import Progress
from brisa.cli.targets import FileTarget
from brisa.clock import Clock, SystemClock

_SEARCH_FROM, _SEARCH_STEPS, _SEARCH_S = 50, 10, 30.0
_S_PER_MINUTE = 60


@click.command()
@click.option(
    "--minutes",
    type=click.FloatRange(0.05, MAX_DURATION_S / _S_PER_MINUTE),
    default=10.0,
    show_default=True,
)
@click.option(
    "--load",
    type=click.FloatRange(0.01, 1.0),
    default=0.8,
    show_default=True,
    help="Share of the capacity that listens.",
)
@click.option(
    "--capacity",
    type=click.IntRange(1, MAX_LISTENERS),
    help="Listeners whom the server can serve; looked for first if not given.",
)
@click.option(
    "--target-ms",
    type=click.FloatRange(1, 60_000),
    default=187.0,
    show_default=True,
    help="For the search: what 99 of 100 first audios must keep within.",
)
@load_options
@click.option("--plot", "plot_file", metavar="FILE", help="Write memory and load over time as SVG.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def soak(config: Path | None, json_file: str | None, plot_file: str | None, **options: Any) -> None:
    """Let listeners hear a server for long and see whether its memory grows.

    A server is started for it. The exit code is 1 if its memory or its workers' is not flat, if a
    listener met a gap, or if a stream was refused or broke off.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    check_json_file(plot_file)
    plan = plan_of(
        MAX_LISTENERS,
        options["minutes"] * _S_PER_MINUTE,
        options["arrivals"],
        options["seed"],
        options["transport"],
    )
    machine, clock = machine_description(), SystemClock()
    servers = targets(settings, plan, options["engine"], url=None, naive=False, clock=clock, runs=2)
    with servers as (server,):
        capacity, steps = _capacity(server, plan, options, clock)
        count = max(round(options["load"] * capacity), 1)
        mine = msgspec.structs.replace(plan, host=server.host, port=server.port, count=count)
        watcher = Watcher(server, clock)
        run = _soaked(server, mine, watcher, clock)
    facts = {
        "engine": options["engine"],
        "transport": plan.transport,
        "load": options["load"],
        "capacity": capacity,
        "capacity_steps": steps,
        "machine": machine,
    }
    report = soak_report(run, watcher, facts)
    if plot_file is not None:
        _write(Path(plot_file), soak_plot(report))
    show_report(report, soak_lines(report), json_file)
    if report["shortfalls"]:
        raise Failure(f"The soak is not as it should be: {', '.join(report['shortfalls'])}.")


def _capacity(
    server: Target, plan: LoadPlan, options: dict[str, Any], clock: Clock
) -> tuple[int, list[dict[str, Any]]]:
    """What is given, or what is found; raises ``Failure`` if the server can serve nobody."""
    if options["capacity"] is not None:
        return options["capacity"], []
    search = CapacitySearch(_SEARCH_FROM, MAX_LISTENERS, _SEARCH_STEPS)
    short = msgspec.structs.replace(plan, duration_s=_SEARCH_S)
    steps = search_capacity(search, server, short, options["target_ms"], clock)
    if not search.passed:
        raise Failure("The server serves nobody in time; see brisa bench capacity.")
    kept = ("listeners", "shortfalls", "gaps", "first_audio_ms")
    return search.passed, [{name: step[name] for name in kept} for step in steps]


def _soaked(server: Target, plan: LoadPlan, watcher: Watcher, clock: Clock) -> Run:
    progress = Progress(clock.now_ns())

    def tick(label: str, share: float) -> None:
        progress.update(clock.now_ns(), min(share, 1.0), f"{plan.count} listeners")

    try:
        return measure(server, plan, clock, tick, watcher.around)
    finally:
        progress.clear()


def _write(path: Path, text: str) -> None:
    target = FileTarget(path)
    try:
        target.write(text.encode())
        target.commit()
    finally:
        target.discard()
