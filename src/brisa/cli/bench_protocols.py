"""``brisa bench protocols``: what each wire adds to the first audio."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from brisa.app.settings import Settings
from brisa.bench.children import started_server
from brisa.bench.machine import machine_description
from brisa.bench.protocol_clients import Address
from brisa.bench.protocols import measure_protocols, protocols_lines, protocols_report
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import Clock, SystemClock

_ROUND_S = 30.0


@click.command()
@click.option("--requests", type=click.IntRange(1, 1000), default=30, show_default=True)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
@click.pass_context
def protocols(
    context: click.Context, requests: int, json_file: str | None, config: Path | None
) -> None:
    """Ask a server for the same text over every protocol by turns.

    A server is started for it. The exit code is 1 if a protocol has no audio, or adds more than
    15 ms to bare HTTP at the median.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    machine = machine_description()
    clock = SystemClock()
    progress = Progress(clock.now_ns())

    def tick(done: int, total: int) -> None:
        progress.update(clock.now_ns(), done / total, "asking")

    try:
        with _server(settings, clock, requests) as address:
            found = measure_protocols(address, requests, clock, tick)
    finally:
        progress.clear()
    report = protocols_report(found, requests, machine)
    show_report(report, protocols_lines(report), json_file)
    if report["missed"]:
        context.exit(1)


@contextmanager
def _server(settings: Settings, clock: Clock, requests: int) -> Iterator[Address]:
    """A child with these settings and with Wyoming on a free port."""
    tree = msgspec.to_builtins(settings)
    tree["wyoming"] = {**tree["wyoming"], "port": 0}
    with tempfile.TemporaryDirectory(prefix="brisa-bench-") as folder:
        path = Path(folder) / "brisa.yaml"
        path.write_text(json.dumps(tree), encoding="utf-8")  # JSON is YAML
        options = ("--config", str(path))
        deadline_s = 120.0 + (requests + 1) * _ROUND_S
        with started_server(clock, options, deadline_s=deadline_s) as server:
            yield Address(server.host, server.port, server.wyoming_port)
