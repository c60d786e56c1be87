"""``brisa bench text``: what reading costs before any sound is made."""

from __future__ import annotations

import click

from brisa.bench.machine import machine_description
from brisa.bench.pinning import pinned
from brisa.bench.text import report_lines, text_report
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.progress import Progress
from brisa.clock import SystemClock
from brisa.service.frontend import Frontend
from brisa.service.options import SynthesizerOptions
from brisa.types import SpeechSettings


@click.command()
@click.option("--lang", metavar="TAG", default="en", show_default=True, help="Language to read.")
@click.option("--quick", is_flag=True, help="A tenth of the text.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
def text(lang: str, quick: bool, json_file: str | None) -> None:
    """Read chats, numbers and very long texts, and print what it took; nothing is spoken."""
    check_json_file(json_file)
    clock = SystemClock()
    machine = machine_description()
    frontend = Frontend(SynthesizerOptions(), clock)
    settings = SpeechSettings(language=lang)
    progress = Progress(clock.now_ns())
    try:
        with pinned(1):
            report = text_report(
                lambda: frontend.reader(settings),
                clock,
                machine,
                quick=quick,
                tick=lambda done, total: progress.update(clock.now_ns(), done / total, "reading"),
            )
    finally:
        progress.clear()
    show_report(report, report_lines(report), json_file)
