"""``brisa quality signal``: is the sound clean, whole and where it should be."""

from __future__ import annotations

from pathlib import Path

import click

from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import EXIT_FAILED
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.log_lines import announce_compiling
from brisa.cli.progress import Progress
from brisa.cli.quality_speakers import cast, machine_with, spread_over
from brisa.clock import SystemClock
from brisa.quality.corpus import PROSE, corpus, selected
from brisa.quality.signal import SignalRun, SignalText, run_signal
from brisa.quality.signal_report import signal_lines, signal_report
from brisa.quality.speakers import Speaker
from brisa.types import SpeechSettings

_PARAGRAPH_SENTENCES = 4


@click.command()
@click.option("--engine", "name", default="tiny", show_default=True, help="Engine to judge.")
@click.option("--voice", metavar="NAME", help="Voice; else the engine's first one.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N sentences.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
@click.pass_context
def signal(
    ctx: click.Context,
    name: str,
    voice: str | None,
    limit: int | None,
    threads: int,
    json_file: str | None,
    config: Path | None,
) -> None:
    """Speak plain sentences and paragraphs, and check every recording.

    Each check states its limit and why. Exit code 1 if any fails.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    texts = signal_texts(limit)
    announce_compiling()
    with cast(settings, name, voice, None, threads) as who:
        run = _run(who.speakers[0], texts, SpeechSettings(voice=who.record.name))
    report = signal_report(run, name, who.record.name, machine_with(()))
    show_report(report, signal_lines(report), json_file)
    if not report["passed"]:
        ctx.exit(EXIT_FAILED)


def signal_texts(limit: int | None) -> list[SignalText]:
    """English prose: sentences one by one, and the same ones as paragraphs of four."""
    items = spread_over(selected(corpus(), kind=PROSE, language="en"), limit)
    single = [SignalText(item.text, item.spoken) for item in items]
    groups = [
        single[start : start + _PARAGRAPH_SENTENCES]
        for start in range(0, len(single), _PARAGRAPH_SENTENCES)
    ]
    paragraphs = [
        SignalText(" ".join(one.text for one in group), " ".join(one.spoken for one in group))
        for group in groups
        if len(group) > 1
    ]
    return single + paragraphs


def _run(speaker: Speaker, texts: list[SignalText], settings: SpeechSettings) -> SignalRun:
    clock = SystemClock()
    progress = Progress(clock.now_ns())
    try:
        return run_signal(
            speaker,
            texts,
            settings,
            lambda done, total: progress.update(clock.now_ns(), done / total, "speaking"),
        )
    finally:
        progress.clear()
