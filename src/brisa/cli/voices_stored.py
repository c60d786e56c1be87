"""``brisa voices list`` and ``remove``: the catalogue as it lies on disk; no model is loaded."""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec

from brisa.app.settings import Settings
from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.cli.effective import config_option, effective_settings

_COLUMNS = ("NAME", "LANGUAGE", "ENGINE", "ORIGIN", "DESCRIPTION")


def catalogue_of(settings: Settings) -> VoiceCatalogue:
    """The voices that these settings see."""
    return VoiceCatalogue(Path(settings.voices.dir).expanduser(), [embedded_voice()])


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
@config_option
def list_voices(as_json: bool, config: Path | None) -> None:
    """List the voices; the default one has a star."""
    settings = effective_settings(config)
    catalogue = catalogue_of(settings)
    records = catalogue.records()
    if as_json:
        click.echo(
            json.dumps([_as_object(item, catalogue, settings) for item in records], indent=2)
        )
        return
    rows = [_COLUMNS, *(_row(item, catalogue, settings) for item in records)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


@click.command()
@click.argument("name")
@config_option
def remove(name: str, config: Path | None) -> None:
    """Remove the added voice NAME and its model file."""
    catalogue_of(effective_settings(config)).remove(name)
    click.echo(f"Removed the voice {name}.")


def _row(record: VoiceRecord, catalogue: VoiceCatalogue, settings: Settings) -> tuple[str, ...]:
    star = " *" if record.name == settings.voices.default else ""
    origin = "built in" if catalogue.is_built_in(record.name) else "added"
    name = record.name + star
    return (name, record.language, record.engine, origin, record.description)


def _as_object(
    record: VoiceRecord, catalogue: VoiceCatalogue, settings: Settings
) -> dict[str, object]:
    fields = msgspec.to_builtins(record)
    fields.pop("file")
    built_in = catalogue.is_built_in(record.name)
    return {**fields, "built_in": built_in, "default": record.name == settings.voices.default}
