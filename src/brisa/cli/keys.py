"""``brisa keys``: who may call the server."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from brisa.app.keys_file import NAME_PATTERN, read_keys, write_keys
from brisa.cli.effective import config_option, effective_settings
from brisa.cli.failures import Failure
from brisa.errors import ConfigError, InvalidRequest
from brisa.transports.allowance import KeyLimits
from brisa.transports.keys import MAX_KEYS, KeyRecord, hash_of, make_key, owner_of

_COLUMNS = ("NAME", "STREAMS", "REQUESTS/MIN", "CHARACTERS/MIN")

_limit = click.IntRange(min=1)
_file_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The keys file (else security.keys_file of the settings).",
)


@click.group()
def keys() -> None:
    """Add, list, remove and check API keys."""


@keys.command()
@click.argument("name")
@click.option("--streams", type=_limit, help="Most streams at a time.")
@click.option("--requests-per-minute", type=_limit, help="Most requests in a minute.")
@click.option("--characters-per-minute", type=_limit, help="Most text in a minute.")
@_file_option
@config_option
def add(
    name: str,
    streams: int | None,
    requests_per_minute: int | None,
    characters_per_minute: int | None,
    file: Path | None,
    config: Path | None,
) -> None:
    """Make a key called NAME and print it, this once: only its hash is kept.

    The file is made if there is none. A running server takes the key within a second.
    """
    path = _path(file, config)
    records = read_keys(path) if path.exists() else []
    if not re.fullmatch(NAME_PATTERN, name):
        raise InvalidRequest(
            "A key's name is 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter "
            "or digit.",
            param="name",
        )
    if any(record.name == name for record in records):
        raise Failure(f"There is a key called {name} already; remove it first.", param="name")
    if len(records) >= MAX_KEYS:
        raise Failure(f"A file has at most {MAX_KEYS} keys.")
    key = make_key()
    limits = KeyLimits(streams, requests_per_minute, characters_per_minute)
    write_keys(path, [*records, KeyRecord(name, hash_of(key), limits)])
    click.echo(key)
    click.echo(f"Added {name} to {path}. The key is not shown again.", err=True)


@keys.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
@_file_option
@config_option
def list_keys(as_json: bool, file: Path | None, config: Path | None) -> None:
    """List names and limits; '-' is what the settings say."""
    records = read_keys(_path(file, config))
    if as_json:
        click.echo(json.dumps([_as_object(record) for record in records], indent=2))
        return
    rows = [_COLUMNS, *(tuple(map(_cell, _as_object(record).values())) for record in records)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


@keys.command()
@click.argument("name")
@_file_option
@config_option
def remove(name: str, file: Path | None, config: Path | None) -> None:
    """Remove the key called NAME; a running server refuses it within a second."""
    path = _path(file, config)
    records = read_keys(path)
    kept = [record for record in records if record.name != name]
    if len(kept) == len(records):
        raise Failure("There is no key of that name; see brisa keys list.", param="name")
    write_keys(path, kept)
    click.echo(f"Removed {name} from {path}.")


@keys.command()
@_file_option
@config_option
def check(file: Path | None, config: Path | None) -> None:
    """Say whose the key is that is typed or piped in; exit code 1 if nobody's.

    It is not an argument: those are seen by others and kept in histories.
    """
    records = read_keys(_path(file, config))
    if sys.stdin.isatty():
        key = click.prompt("Key", hide_input=True)
    else:
        key = sys.stdin.readline().strip()
    record = owner_of([key], records)
    if record is None:
        raise Failure("That key is nobody's.")
    click.echo(record.name)


def _path(file: Path | None, config: Path | None) -> Path:
    if file is not None:
        return file
    named = effective_settings(config).security.keys_file
    if named is None:
        message = "Which file? Name it with --file, or with security.keys_file in the settings."
        raise ConfigError(message, param="security.keys_file")
    return Path(named).expanduser()


def _as_object(record: KeyRecord) -> dict[str, str | int | None]:
    limits = record.limits
    return {
        "name": record.name,
        "streams": limits.streams,
        "requests_per_minute": limits.requests,
        "characters_per_minute": limits.characters,
    }


def _cell(value: str | int | None) -> str:
    return "-" if value is None else str(value)
