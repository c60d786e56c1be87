"""``brisa quality asr``: how many words a recogniser hears otherwise than they should be said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.log_lines import announce_compiling
from brisa.cli.progress import Progress
from brisa.cli.quality_speakers import Cast, cast, machine_with, spread_over
from brisa.clock import SystemClock
from brisa.errors import InvalidRequest
from brisa.quality import dnsmos, recognizer
from brisa.quality.asr import AsrRow, Ear, run_asr
from brisa.quality.asr_report import AsrConditions, asr_lines, asr_report
from brisa.quality.corpus import PROSE, CorpusItem, corpus, selected
from brisa.quality.dnsmos import Dnsmos
from brisa.quality.recognizer import Recognizer


@click.command()
@click.option(
    "--engine", "name", default="tiny", show_default=True, help="Engine to judge, or hibari."
)
@click.option("--voice", metavar="NAME", help="Voice; else the engine's first one.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Texts of this kind [prose].")
@click.option("--all", "every", is_flag=True, help="Texts of every kind.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N texts.")
@click.option("--baseline", type=click.Choice(["hibari"]), help="Judge this package alongside.")
@click.option("--mos/--no-mos", default=True, help="Score the sound (DNSMOS), too.")
@click.option("--threads", type=click.IntRange(1, 256), default=2, show_default=True)
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def asr(
    name: str,
    voice: str | None,
    kinds: tuple[str, ...],
    every: bool,
    limit: int | None,
    baseline: str | None,
    mos: bool,
    threads: int,
    json_file: str | None,
    config: Path | None,
) -> None:
    """Speak English texts, have them recognised, and count the words that differ.

    A text is given as it is written; what is heard is held against how it should be said.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    items = spread_over(asr_items(kinds, every=every), limit)
    announce_compiling()
    with cast(settings, name, voice, baseline, threads) as who:
        ear = Ear(Recognizer(threads), Dnsmos(threads) if mos else None)
        rows = _run(items, who, ear)
        conditions = AsrConditions(
            engines=tuple(speaker.name for speaker in who.speakers),
            voice=who.record.name,
            recognizer=recognizer.NAME,
            threads=threads,
            baseline=baseline if len(who.speakers) > 1 else None,
        )
    machine = machine_with((*recognizer.PACKAGES, *(dnsmos.PACKAGES if mos else ())))
    report = asr_report(conditions, rows, machine)
    show_report(report, asr_lines(report), json_file)


def asr_items(kinds: Sequence[str], *, every: bool) -> list[CorpusItem]:
    """English texts with words to hear. Raises ``InvalidRequest`` for a kind that is not there."""
    english = [item for item in selected(corpus(), language="en") if item.spoken]
    known = sorted({item.kind for item in english})
    for kind in kinds:
        if kind not in known:
            message = f"There are no texts of the kind {kind!r}; there are: {', '.join(known)}."
            raise InvalidRequest(message, param="kind")
    wanted = set(known if every else kinds or [PROSE])
    return [item for item in english if item.kind in wanted]


def _run(items: list[CorpusItem], who: Cast, ear: Ear) -> list[AsrRow]:
    clock = SystemClock()
    progress = Progress(clock.now_ns())
    try:
        return run_asr(
            items,
            who.speakers,
            ear,
            who.record.name,
            lambda done, total: progress.update(clock.now_ns(), done / total, "listening"),
        )
    finally:
        progress.clear()
