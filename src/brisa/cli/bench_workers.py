"""``brisa bench workers``: what the way through a worker process adds to a step."""

from __future__ import annotations

import click

from brisa.bench.machine import machine_description
from brisa.bench.worker_way import measure_way, way_lines, way_report
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import SystemClock


@click.command()
@click.option("--steps", type=click.IntRange(10, 1_000_000), default=5000, show_default=True)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@click.pass_context
def workers(context: click.Context, steps: int, json_file: str | None) -> None:
    """Step the same segments here and in a worker process, by turns.

    The exit code is 1 if the way through the worker adds more than 1 ms in 99 of 100 steps.
    """
    check_json_file(json_file)
    machine = machine_description()
    clock = SystemClock()
    progress = Progress(clock.now_ns())

    def tick(done: int, total: int) -> None:
        progress.update(clock.now_ns(), done / total, "stepping")

    try:
        pairs = measure_way(steps, clock, tick)
    finally:
        progress.clear()
    report = way_report(pairs, machine)
    show_report(report, way_lines(report), json_file)
    if not report["within_target"]:
        context.exit(1)
