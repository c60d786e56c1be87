"""``brisa voices preview``: a sentence that shows what a voice sounds like."""

from __future__ import annotations

from pathlib import Path

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
from brisa.cli.utterance import SpeakRequest
from brisa.types import SpeechSettings

SENTENCE = (
    "A light breeze came in from the sea, turned over two pages of the book, "
    "and left again. Did you hear it?"
)


@click.command()
@click.argument("name")
@output_options
def preview(
    name: str,
    out: str | None,
    format: str | None,
    play: bool,
    bitrate: int | None,
    as_json: bool,
    quiet: bool,
    config: Path | None,
) -> None:
    """Speak a sentence with the voice NAME."""
    app = effective_settings(config)
    wanted_out, device = checked_out(out), device_for(out, play=play)
    request = SpeakRequest(
        settings=SpeechSettings(voice=name),
        out=wanted_out,
        format=format,
        bitrate_bps=bitrate,
        device=device,
        play=play_thread_for(device, app),
        show_progress=not quiet,
    )
    with json_failure(as_json, out):
        show(speak(one_shot_options(app), request, SENTENCE), as_json=as_json, quiet=quiet)
