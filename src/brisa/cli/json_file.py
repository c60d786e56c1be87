"""A command's result as a JSON file, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from brisa.cli.targets import FileTarget, check_writable


def check_json_file(json_file: str | None) -> None:
    """Raise ``OutputError`` before the work if its result could not be written."""
    if json_file not in (None, "-"):
        check_writable(Path(str(json_file)))


def show_report(report: dict[str, Any], lines: list[str], json_file: str | None) -> None:
    """Lines for people, and the file if one is wanted; with ``-`` the JSON on stdout instead."""
    if json_file == "-":
        click.echo(json.dumps(report, indent=2))
        return
    if json_file is not None:
        write_json(Path(json_file), report)
    click.echo("\n".join(lines))


def write_json(path: Path, report: dict[str, Any]) -> None:
    """The whole file or none."""
    target = FileTarget(path)
    try:
        target.write(json.dumps(report, indent=2).encode() + b"\n")
        target.commit()
    finally:
        target.discard()
