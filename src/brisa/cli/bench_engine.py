"""``brisa bench engine``: one stream at a time, warm, with the figures of the README."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from brisa.app.settings import synthesizer_options
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.bench.engine import run_rounds
from brisa.bench.fresh import FreshRequest, measure_fresh
from brisa.bench.machine import machine_description
from brisa.bench.pinning import pinned
from brisa.bench.report import Conditions, engine_report, report_lines
from brisa.bench.sentences import bench_sentences
from brisa.bench.speakers import EngineSpeaker, HibariSpeaker, ServiceSpeaker, Speaker
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.json_file import check_json_file, show_report
from brisa.cli.log_lines import announce_compiling
from brisa.cli.progress import Progress
from brisa.cli.voices_stored import catalogue_of
from brisa.clock import SystemClock
from brisa.errors import UnknownModel, UnknownVoice, UnsupportedOption
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer

_QUICK_ROUNDS = 2


@click.command()
@click.option("--engine", "name", default="tiny", show_default=True, help="Engine to measure.")
@click.option("--voice", metavar="NAME", help="Voice; else the engine's first one.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--repeat", type=click.IntRange(1, 1000), default=5, show_default=True, help="Rounds."
)
@click.option("--quick", is_flag=True, help="Fewer sentences and rounds.")
@click.option("--baseline", type=click.Choice(["hibari"]), help="Measure this package alongside.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
@config_option
def engine(
    name: str,
    voice: str | None,
    threads: int,
    repeat: int,
    quick: bool,
    baseline: str | None,
    json_file: str | None,
    config: Path | None,
) -> None:
    """Speak sentences of 3 to 60 words and print what they took.

    The process is kept on as many cores as it has threads. A figure counts from the text given to
    the sound out.
    """
    settings = effective_settings(config)
    check_json_file(json_file)
    catalogue = catalogue_of(settings)
    record = chosen_voice(catalogue, name, voice)
    if baseline is not None and record.engine != "tiny":
        raise UnsupportedOption("Only the engine tiny has the baseline hibari.", param="baseline")
    options = replace(synthesizer_options(settings), threads=threads)
    rounds = min(repeat, _QUICK_ROUNDS) if quick else repeat
    model = str(catalogue.path_of(record)) if baseline else None
    announce_compiling()
    machine = machine_description()
    with pinned(threads) as cores:
        conditions = Conditions(record.engine, record.name, threads, cores, rounds)
        report = measure(options, record, conditions, model, machine, quick=quick)
    show_report(report, report_lines(report), json_file)


def chosen_voice(catalogue: VoiceCatalogue, engine: str, voice: str | None) -> VoiceRecord:
    """The voice to measure. Raises ``UnknownModel``, ``UnknownVoice``."""
    of_engine = [record for record in catalogue.records() if record.engine == engine]
    if not of_engine:
        engines = ", ".join(sorted({record.engine for record in catalogue.records()}))
        message = f"No voice here is spoken by an engine {engine!r}; there are: {engines}."
        raise UnknownModel(message, param="engine")
    if voice is None:
        return of_engine[0]
    record = catalogue.find(voice)
    if record.engine != engine:
        message = f"The voice {voice!r} belongs to the engine {record.engine}; add --engine."
        raise UnknownVoice(message, param="voice")
    return record


def measure(
    options: SynthesizerOptions,
    record: VoiceRecord,
    conditions: Conditions,
    baseline_model: str | None,
    machine: dict[str, Any],
    *,
    quick: bool,
) -> dict[str, Any]:
    """Run the scenario. ``baseline_model`` is the model file that hibari speaks with."""
    clock = SystemClock()
    sentences = bench_sentences(quick=quick)
    with Synthesizer(options) as synthesizer:
        loaded = synthesizer.load(record.name)
        fresh = measure_fresh(
            FreshRequest(record.name, str(options.voices_dir), str(options.cache_dir)), clock
        )
        speakers: list[Speaker] = [
            ServiceSpeaker(synthesizer, record.name),
            EngineSpeaker(loaded, record.name),
        ]
        if baseline_model is not None:
            speakers.append(HibariSpeaker(baseline_model, record.language, conditions.threads))
        progress = Progress(clock.now_ns())
        try:
            trials = run_rounds(
                speakers,
                sentences,
                conditions.rounds,
                clock,
                lambda done, total: progress.update(clock.now_ns(), done / total, "speaking"),
            )
        finally:
            progress.clear()
    return engine_report(conditions, trials, sentences, fresh, machine)
