"""``brisa bench start``: what a new process takes to help, to speak and to serve."""

from __future__ import annotations

from pathlib import Path

import click

from brisa.bench.installed import installed_sizes
from brisa.bench.machine import machine_description
from brisa.bench.start import StartCounts, StartTimes, measure_start
from brisa.bench.start_report import start_lines, start_report
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import SystemClock

_DEFAULT = StartCounts()


@click.command()
@click.option(
    "--commands",
    type=click.IntRange(1, 1000),
    default=_DEFAULT.commands,
    show_default=True,
    help="Processes of each kind.",
)
@click.option(
    "--servers",
    type=click.IntRange(1, 1000),
    default=_DEFAULT.servers,
    show_default=True,
    help="Servers.",
)
@click.option(
    "--requests",
    type=click.IntRange(1, 100_000),
    default=_DEFAULT.requests,
    show_default=True,
    help="Requests to each server after its first.",
)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def start(
    commands: int, servers: int, requests: int, json_file: str | None, config: Path | None
) -> None:
    """Start brisa over and over and print what it took.

    Children run one at a time; servers listen on a free loopback port. The first request after a
    server is ready is set against the later ones of the same server.
    """
    effective_settings(config)
    check_json_file(json_file)
    counts = StartCounts(commands, servers, requests)
    machine = machine_description()
    options = () if config is None else ("--config", str(config))
    report = start_report(counts, _measured(counts, options), installed_sizes(), machine)
    show_report(report, start_lines(report), json_file)


def _measured(counts: StartCounts, options: tuple[str, ...]) -> StartTimes:
    clock = SystemClock()
    progress = Progress(clock.now_ns())

    def tick(done: int, total: int) -> None:
        progress.update(clock.now_ns(), done / total, "starting")

    try:
        return measure_start(counts, clock, options, tick)
    finally:
        progress.clear()
