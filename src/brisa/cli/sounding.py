"""What the commands that make sound share: their options, outputs and summaries."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from brisa.app.settings import Settings, play_placement
from brisa.cli.effective import config_option
from brisa.cli.playback import Device, PortAudioDevice
from brisa.cli.utterance import SpeakReport
from brisa.errors import BrisaError, MissingExtra, OutputError
from brisa.placement.plan import ThreadPlacement


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that makes sound."""
    options: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [
        click.option("--out", metavar="FILE|-", help="File to write, or - for stdout."),
        click.option(
            "--format",
            metavar="FORMAT",
            help="wav, mp3, opus, flac, aac, pcm, mulaw or alaw; else by the ending of FILE.",
        ),
        click.option("--play", is_flag=True, help="Play aloud; the default without --out."),
        click.option(
            "--bitrate", type=int, metavar="BPS", help="Bits per second (mp3, opus, aac)."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON."),
        click.option("--quiet", "-q", is_flag=True, help="No progress and no summary."),
        config_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command


def checked_out(out: str | None) -> str | None:
    """``out``, unless it is a terminal that would be flooded with bytes."""
    if out == "-" and sys.stdout.isatty():
        message = "--out - writes sound, not text, and stdout is a terminal. Redirect it."
        raise click.UsageError(message, click.get_current_context())
    return out


def device_for(out: str | None, *, play: bool) -> Device | None:
    """The sound device, if it is wanted or nothing else takes the sound.

    Raises what :class:`PortAudioDevice` raises for ``--play``; without it, a usage error that
    names the other way out.
    """
    if out is not None and not play:
        return None
    try:
        return PortAudioDevice()
    except (MissingExtra, OutputError) as error:
        if play:
            raise
        message = f"There is nowhere to put the sound: give --out FILE. {error.message}"
        raise click.UsageError(message, click.get_current_context()) from error


def play_thread_for(device: Device | None, settings: Settings) -> ThreadPlacement:
    """How the device's thread runs. Raises ``ConfigError`` for what this machine cannot follow, but
    not where nothing is played."""
    return ThreadPlacement() if device is None else play_placement(settings)


@contextmanager
def json_failure(as_json: bool, out: str | None) -> Iterator[None]:
    """Under ``--json`` a failure is an object as well, besides its line on stderr."""
    try:
        yield
    except BrisaError as error:
        if as_json:
            fault = {"code": error.code, "message": error.message, "param": error.param}
            print_json({"outcome": "failed", "error": fault}, out)
        raise


def show(report: SpeakReport, *, as_json: bool, quiet: bool) -> None:
    """The summary, for people on stderr or as an object."""
    if as_json:
        print_json(report.as_object(), report.out)
    elif not quiet:
        click.echo(report.line(), err=True)


def print_json(value: dict[str, Any], out: str | None) -> None:
    """On stdout, unless that carries the sound."""
    click.echo(json.dumps(value), err=out == "-")
