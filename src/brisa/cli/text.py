"""``brisa text``: what a text would be spoken as."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from brisa.app.settings import one_shot_options
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.log_lines import announce_compiling
from brisa.cli.sounding import json_failure
from brisa.cli.text_input import utf8_pieces
from brisa.cli.text_options import chosen_text_options, reading_options
from brisa.service.synthesizer import Synthesizer
from brisa.service.text_view import SegmentView
from brisa.types import SpeechSettings


@click.command()
@click.argument("text")
@click.option("--voice", metavar="NAME", help="Voice that would speak (see brisa voices list).")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print the segments as JSON.")
@config_option
def text(
    text: str,
    voice: str | None,
    lang: str | None,
    as_json: bool,
    config: Path | None,
    **flags: Any,
) -> None:
    """Show what TEXT would be spoken as, or standard input if TEXT is -.

    A line for each segment: its place in the text, what is said, and the pause after it.
    """
    app = effective_settings(config)
    settings = SpeechSettings(
        voice=voice or app.voices.default, language=lang, text=chosen_text_options(app, flags)
    )
    written = "".join(utf8_pieces(sys.stdin.fileno())) if text == "-" else text
    announce_compiling()
    with json_failure(as_json, None), Synthesizer(one_shot_options(app)) as synthesizer:
        views = synthesizer.view_text(written, settings)
    if as_json:
        dropped = sum(view.dropped_chars for view in views)
        report = {"segments": [view.as_object() for view in views], "dropped_chars": dropped}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for line in lines_of(views):
            click.echo(line)
        if not views:
            click.echo("brisa: note: There is nothing to say.", err=True)


def lines_of(views: list[SegmentView]) -> Iterator[str]:
    """The segments for people."""
    for view in views:
        place = f"{view.start_char:>5}-{view.end_char:<5}"
        if not view.spoken:
            yield f"{place} [pause {view.pause_after_ms:g} ms]"
            continue
        notes = []
        if view.rate != 1.0:
            notes.append(f"rate {view.rate:g}")
        if view.pause_after_ms:
            notes.append(f"then {view.pause_after_ms:g} ms")
        if view.dropped_chars:
            notes.append(f"{view.dropped_chars} characters left out")
        yield f"{place} {view.spoken}" + (f"   [{', '.join(notes)}]" if notes else "")
