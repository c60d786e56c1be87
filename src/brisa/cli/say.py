"""``brisa say``: text to a file, to stdout, or aloud."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from brisa.app.settings import one_shot_options
from brisa.cli.effective import effective_settings
from brisa.cli.sounding import (
    checked_out,
    device_for,
    json_failure,
    output_options,
    play_thread_for,
    show,
)
from brisa.cli.speaking import speak
from brisa.cli.text_input import utf8_pieces
from brisa.cli.text_options import chosen_text_options, reading_options
from brisa.cli.utterance import SpeakRequest
from brisa.types import SpeechSettings


@click.command()
@click.argument("text")
@click.option("--voice", metavar="NAME", help="Voice (see brisa voices list).")
@click.option("--model", metavar="NAME", help="Model; a voice has its own.")
@click.option("--speed", type=float, default=1.0, show_default=True, help="Pace, 0.25 to 4.")
@click.option("--seed", type=int, default=0, show_default=True, help="Selects the noise.")
@click.option("--sample-rate", type=int, metavar="HZ", help="Sample rate of the output.")
@reading_options
@output_options
def say(
    text: str,
    voice: str | None,
    model: str | None,
    speed: float,
    seed: int,
    lang: str | None,
    sample_rate: int | None,
    out: str | None,
    format: str | None,
    play: bool,
    bitrate: int | None,
    as_json: bool,
    quiet: bool,
    config: Path | None,
    **reading: Any,
) -> None:
    """Speak TEXT, or standard input if TEXT is -.

    Standard input is UTF-8 and is spoken while it still arrives. A FILE appears when it is
    complete, in the format of its ending. Without --out and --play the sound is played, if this
    machine can. The summary goes to stderr; --json prints it on stdout (on stderr with --out -).
    """
    app = effective_settings(config)
    settings = SpeechSettings(
        voice=voice or app.voices.default,
        speed=speed,
        seed=seed,
        language=lang,
        sample_rate_hz=sample_rate,
        text=chosen_text_options(app, reading),
    )
    wanted_out, device = checked_out(out), device_for(out, play=play)
    request = SpeakRequest(
        settings=settings,
        out=wanted_out,
        format=format,
        bitrate_bps=bitrate,
        device=device,
        play=play_thread_for(device, app),
        model=model,
        show_progress=not quiet,
    )
    source = utf8_pieces(sys.stdin.fileno()) if text == "-" else text
    with json_failure(as_json, out):
        show(speak(one_shot_options(app), request, source), as_json=as_json, quiet=quiet)
