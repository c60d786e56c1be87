"""``brisa bench gate``: fail if the server has become slower than a stored measurement of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from brisa.app.settings import Settings
from brisa.bench.gate import (
    Baseline,
    baseline_of,
    compare,
    gate_lines,
    held_figures,
    read_baseline,
)
from brisa.bench.listeners import Run, measure_rounds
from brisa.bench.listening import LoadPlan
from brisa.bench.machine import machine_description
from brisa.cli.bench_load import count_option, duration_option, load_options, plan_of
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import Failure
from brisa.cli.json_file import check_json_file, show_report, write_json
from brisa.cli.measured_server import targets
from brisa.cli.progress import Progress
from brisa.clock import SystemClock
from brisa.errors import InvalidRequest


@click.command()
@click.option(
    "--baseline",
    "stored_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with this measurement; its load and number of runs are used.",
)
@click.option(
    "--write", "new_file", type=click.Path(path_type=Path), metavar="FILE", help="Store one."
)
@click.option(
    "--runs", type=click.IntRange(2, 100), default=5, show_default=True, help="Runs to store."
)
@count_option(50)
@duration_option(15.0)
@load_options
@click.option("--json", "json_file", metavar="FILE|-", help="Write the comparison as JSON.")
@config_option
def gate(
    stored_file: Path | None,
    new_file: Path | None,
    config: Path | None,
    json_file: str | None,
    **options: Any,
) -> None:
    """Measure several short runs and store them, or fail if they are worse than stored ones.

    With m the median of the stored runs and s their largest less their smallest, a figure may now
    have a median of up to m + max(2 s, m / 4, a floor of its own).
    """
    if (stored_file is None) == (new_file is None):
        raise InvalidRequest("Give either --baseline or --write.", param="baseline")
    settings = effective_settings(config)
    check_json_file(json_file)
    machine = machine_description()
    if new_file is not None:
        check_json_file(str(new_file))
        plan = plan_of(
            options["count"],
            options["duration_s"],
            options["arrivals"],
            options["seed"],
            options["transport"],
        )
        runs = _measured(settings, plan, options["engine"], options["runs"])
        _store(new_file, baseline_of(plan, options["engine"], machine, runs))
    elif stored_file is not None:
        stored = read_baseline(_content(stored_file), machine)
        runs = _measured(settings, stored.load, stored.engine, len(stored.runs))
        _compare(stored, runs, machine, json_file)


def _measured(settings: Settings, plan: LoadPlan, engine: str, runs: int) -> list[Run]:
    clock = SystemClock()
    progress = Progress(clock.now_ns())

    def tick(label: str, share: float) -> None:
        progress.update(clock.now_ns(), share, f"listening to {label}")

    servers = targets(settings, plan, engine, url=None, naive=False, clock=clock, runs=runs)
    try:
        with servers as found:
            return measure_rounds(found, plan, runs, clock, tick)
    finally:
        progress.clear()


def _store(path: Path, baseline: Baseline) -> None:
    write_json(path, msgspec.to_builtins(baseline))
    click.echo(f"{len(baseline.runs)} runs stored in {path}")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InvalidRequest(message, param="baseline") from error


def _compare(
    stored: Baseline, runs: list[Run], machine: dict[str, Any], json_file: str | None
) -> None:
    new = [held_figures(run) for run in runs]
    verdicts = compare(stored.runs, new)
    regressed = [item.name for item in verdicts if item.regressed]
    report = {
        "scenario": "gate",
        "verdicts": msgspec.to_builtins(verdicts),
        "regressed": regressed,
        "before": stored.runs,
        "now": new,
        "machine": machine,
    }
    show_report(report, gate_lines(verdicts, len(runs)), json_file)
    if regressed:
        raise Failure(f"Slower than the baseline beyond its spread: {', '.join(regressed)}.")
