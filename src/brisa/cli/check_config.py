"""``brisa check-config``: is it sound, and what comes out of file and environment together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from brisa.app.environment import brisa_variables, config_file
from brisa.app.keys_file import read_keys
from brisa.app.layers import Problem, examine, masked_tree
from brisa.app.security_settings import key_options, tls_options
from brisa.app.settings import Settings, placement_plan
from brisa.app.tls import check_tls
from brisa.cli.failures import EXIT_USAGE
from brisa.errors import ConfigError
from brisa.service.lexicons import VOICE_SUFFIX, check_lexicon

_HERE = "this machine"


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print settings and problems as JSON.")
@click.pass_context
def check_config(ctx: click.Context, file: Path | None, as_json: bool) -> None:
    """Check the settings in FILE and the environment, and print the effective ones.

    Without FILE, the one that BRISA_CONFIG names, if any. The lexicons, keys and certificates they
    lead to are checked, too, and whether this machine has the cores. Problems go to stderr, one a
    line; the exit code is then 2.
    """
    try:
        settings, problems = examine(file or config_file(), brisa_variables())
        tree = masked_tree(settings)
    except ConfigError as error:
        if as_json:
            fault = {"key": error.param, "origin": str(file), "message": error.message}
            click.echo(json.dumps({"ok": False, "settings": None, "problems": [fault]}))
        raise
    notes: list[Problem] = []
    found = (*_lexicon_problems(settings), *_placement_problems(settings))
    for problem, is_note in (*found, *_security_problems(settings)):
        (notes if is_note else problems).append(problem)
    if as_json:
        click.echo(json.dumps(_as_object(tree, problems), indent=2))
    else:
        click.echo(_as_yaml(tree), nl=False)
    for problem in problems:
        click.echo(f"brisa: error: {problem}", err=True)
    for note in notes:
        click.echo(f"brisa: note: {note}", err=True)
    if problems:
        ctx.exit(EXIT_USAGE)


def _lexicon_problems(settings: Settings) -> Iterator[tuple[Problem, bool]]:
    """What is wrong in the lexicons of server and voices; true beside what leaves them usable."""
    for key, path in _lexicons(settings):
        for found in check_lexicon(path):
            origin = f"{path} line {found.line}" if found.line else str(path)
            yield Problem(key, origin, found.message), found.warning


def _placement_problems(settings: Settings) -> Iterator[tuple[Problem, bool]]:
    """What cannot be followed on this machine; true beside what is followed in part."""
    try:
        plan = placement_plan(settings)
    except ConfigError as error:
        yield Problem(error.param or "cpu_scheduling", _HERE, error.message), False
        return
    for warning in plan.warnings:
        yield Problem(warning.key, _HERE, f"{warning.key}: {warning.message}"), True


def _security_problems(settings: Settings) -> Iterator[tuple[Problem, bool]]:
    """Files of keys and certificates that cannot be used."""
    server = settings.server
    try:
        keys = key_options(settings.security)
        if keys is not None:
            read_keys(keys.file)
        tls = tls_options(server.tls_cert, server.tls_key, server.tls_key_password)
        if tls is not None:
            check_tls(tls)
    except ConfigError as error:
        yield Problem(error.param or "security", _HERE, error.message), False


def _lexicons(settings: Settings) -> Iterator[tuple[str, Path]]:
    if settings.text.lexicon is not None:
        yield "text.lexicon", Path(settings.text.lexicon).expanduser()
    voices = Path(settings.voices.dir).expanduser()
    for path in sorted(voices.glob(f"*{VOICE_SUFFIX}")):
        yield "voices.dir", path


def _as_object(tree: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    listed = [
        {"key": item.key, "origin": item.origin, "message": item.message} for item in problems
    ]
    return {"ok": not problems, "settings": tree, "problems": listed}


def _as_yaml(tree: dict[str, Any]) -> str:
    """In the form of a settings file. JSON values are YAML values."""
    lines = []
    for section, keys in tree.items():
        lines.append(f"{section}:")
        lines += [
            f"  {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()
        ]
    return "\n".join(lines) + "\n"
