"""``brisa bench kills``: workers are killed under listeners, whose streams must not change."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from brisa.app.settings import Settings
from brisa.bench.inspection import metrics_of
from brisa.bench.kills import Killer, references
from brisa.bench.kills_report import faults, kills_lines, kills_report
from brisa.bench.listeners import measure
from brisa.bench.listeners_report import listeners_report
from brisa.bench.machine import machine_description
from brisa.bench.utterances import utterances
from brisa.cli.bench_load import count_option, duration_option, load_options, plan_of
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import Failure
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.measured_server import targets
from brisa.cli.progress import Progress
from brisa.clock import SystemClock
from brisa.errors import OutOfRange

_NEVER_MS = 60_000


@click.command()
@count_option(100)
@click.option("--kills", "kill_count", type=click.IntRange(1, 1000), default=10, show_default=True)
@duration_option(60.0)
@load_options
@click.option(
    "--conceal/--no-conceal",
    default=False,
    show_default=True,
    help="Fill silences as latency_control.max_infer_timeout_ms says; what is filled differs.",
)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def kills(
    count: int,
    kill_count: int,
    duration_s: float,
    arrivals: str,
    transport: str,
    engine: str,
    audio_format: str,
    seed: int,
    conceal: bool,
    json_file: str | None,
    config: Path | None,
) -> None:
    """Kill workers one by one under listeners and compare what they got, byte by byte.

    A server is started for it. Every utterance is first asked for alone; that is what each stream
    is compared with. The exit code is 1 if one differs or breaks off.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    if settings.resources.workers == 0:
        raise OutOfRange("Without worker processes there is nothing to kill.", param="workers")
    if not conceal:
        settings = without_filler(settings)
    plan = plan_of(count, duration_s, arrivals, seed, transport)
    plan = msgspec.structs.replace(plan, digest=True)
    machine, clock = machine_description(), SystemClock()
    progress = Progress(clock.now_ns())

    def tick(label: str, share: float) -> None:
        progress.update(clock.now_ns(), min(share, 1.0), label)

    servers = targets(settings, plan, engine, url=None, naive=False, clock=clock, runs=2)
    try:
        with servers as (server,):
            texts = utterances()
            known = references(
                server.host, server.port, texts, lambda share: tick("undisturbed", share)
            )
            killer = Killer(server, plan, kill_count, clock)
            mine = msgspec.structs.replace(plan, host=server.host, port=server.port)
            run = measure(
                server, mine, clock, lambda _, share: tick("killing", share), killer.around
            )
            metrics = metrics_of(server.host, server.port)
    finally:
        progress.clear()
    listened = listeners_report(plan, engine, [run], machine)
    report = kills_report(run, known, killer.kills, metrics, listened)
    show_report(report, kills_lines(report), json_file)
    if found := faults(report):
        raise Failure(f"The run with kills is not as it should be: {', '.join(found)}.")


def without_filler(settings: Settings) -> Settings:
    """Settings under which no step is late enough to be concealed."""
    latency = msgspec.structs.replace(settings.latency_control, max_infer_timeout_ms=_NEVER_MS)
    return msgspec.structs.replace(settings, latency_control=latency)
