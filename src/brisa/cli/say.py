"""``brisa say``: text to a file, to stdout, or aloud."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from brisa.app.environment import api_key
from brisa.app.settings import one_shot_options, text_options
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
from brisa.cli.text_options import changed_text_options, reading_options
from brisa.cli.utterance import SpeakRequest
from brisa.types import SpeechSettings


@click.command()
@click.argument("text")
@click.option("--voice", metavar="NAME", help="Voice (see brisa voices list).")
@click.option("--model", metavar="NAME", help="Model; a voice has its own.")
@click.option("--speed", type=float, default=1.0, show_default=True, help="Pace, 0.25 to 4.")
@click.option("--seed", type=int, default=0, show_default=True, help="Selects the noise.")
@click.option("--sample-rate", type=int, metavar="HZ", help="Sample rate of the output.")
@click.option("--url", metavar="URL", help="Have the server there speak; key in BRISA_API_KEY.")
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
    url: str | None,
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
    With --url the voices, settings and lexicons are those of the server, but for what flags say.
    """
    app = effective_settings(config)
    changes = changed_text_options(reading)
    settings = SpeechSettings(
        voice=voice or app.voices.default,
        speed=speed,
        seed=seed,
        language=lang,
        sample_rate_hz=sample_rate,
        text=replace(text_options(app), **changes),
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
        if url is None:
            report = speak(one_shot_options(app), request, source)
        else:
            # Nobody else waits for a WebSocket to be loaded.
            elsewhere = import_module("brisa.cli.speaking_there")
            there = elsewhere.There(url, api_key(), voice, changes)
            report = elsewhere.speak_there(there, request, source)
        show(report, as_json=as_json, quiet=quiet)
