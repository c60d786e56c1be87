"""``brisa voices preview``: a sentence that shows what a voice sounds like."""

from __future__ import annotations

from pathlib import Path

import click

from brisa.app.settings import one_shot_options
from brisa.cli.effective import effective_settings
from brisa.cli.sounding import checked_out, device_for, json_failure, output_options, show
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
    request = SpeakRequest(
        settings=SpeechSettings(voice=name),
        out=checked_out(out),
        format=format,
        bitrate_bps=bitrate,
        device=device_for(out, play=play),
        show_progress=not quiet,
    )
    with json_failure(as_json, out):
        show(speak(one_shot_options(app), request, SENTENCE), as_json=as_json, quiet=quiet)
