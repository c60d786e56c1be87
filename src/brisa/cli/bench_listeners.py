"""``brisa bench listeners``: many listeners at once, each with a playhead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from brisa.bench.listeners import measure_rounds
from brisa.bench.listeners_report import NAIVE, listeners_lines, listeners_report
from brisa.bench.listening import MAX_BULK
from brisa.bench.machine import machine_description
from brisa.cli.bench_load import count_option, duration_option, load_options, plan_of, url_option
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.measured_server import check_baseline, targets
from brisa.cli.progress import Progress
from brisa.clock import SystemClock


@click.command()
@count_option(100)
@duration_option(60.0)
@load_options
@click.option("--baseline", type=click.Choice([NAIVE]), help="Measure this server alongside.")
@click.option(
    "--bulk",
    type=click.IntRange(0, MAX_BULK),
    default=0,
    show_default=True,
    help="Files of 100,000 characters that are made meanwhile, over and over.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="Runs of each."
)
@url_option
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def listeners(
    count: int,
    duration_s: float,
    arrivals: str,
    transport: str,
    engine: str,
    audio_format: str,
    seed: int,
    baseline: str | None,
    bulk: int,
    rounds: int,
    url: str | None,
    json_file: str | None,
    config: Path | None,
) -> None:
    """Let listeners hear a server for a while and print what they heard.

    A server is started for it on a free loopback port, with room for all of them whatever
    resources.max_concurrent_streams says. Each listener asks for an utterance, hears it in real
    time from the first audio on, thinks, and asks for the next. Whenever the ear passes what has
    arrived is a gap. Latencies count from before the connection is made.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    check_baseline(engine, naive=baseline is not None)
    plan = plan_of(count, duration_s, arrivals, seed, transport)
    plan = msgspec.structs.replace(plan, bulk=bulk)
    machine = machine_description()
    clock = SystemClock()
    progress = Progress(clock.now_ns())

    def tick(label: str, share: float) -> None:
        progress.update(clock.now_ns(), min(share, 1.0), f"listening to {label}")

    measured: dict[str, Any] = {"url": url, "naive": baseline is not None, "runs": 2 * rounds}
    try:
        with targets(settings, plan, engine, clock=clock, **measured) as servers:
            runs = measure_rounds(servers, plan, rounds, clock, tick)
    finally:
        progress.clear()
    report = listeners_report(plan, engine, runs, machine)
    show_report(report, listeners_lines(report), json_file)
