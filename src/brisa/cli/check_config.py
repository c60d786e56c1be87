"""``brisa check-config``: is it sound, and what comes out of file and environment together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from brisa.app.environment import brisa_variables, config_file
from brisa.app.layers import Problem, examine, masked_tree
from brisa.cli.failures import EXIT_USAGE
from brisa.errors import ConfigError


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print settings and problems as JSON.")
@click.pass_context
def check_config(ctx: click.Context, file: Path | None, as_json: bool) -> None:
    """Check the settings in FILE and the environment, and print the effective ones.

    Without FILE, the one that BRISA_CONFIG names, if any. Problems go to stderr, one a line; the
    exit code is then 2.
    """
    try:
        settings, problems = examine(file or config_file(), brisa_variables())
        tree = masked_tree(settings)
    except ConfigError as error:
        if as_json:
            fault = {"key": error.param, "origin": str(file), "message": error.message}
            click.echo(json.dumps({"ok": False, "settings": None, "problems": [fault]}))
        raise
    if as_json:
        click.echo(json.dumps(_as_object(tree, problems), indent=2))
    else:
        click.echo(_as_yaml(tree), nl=False)
    for problem in problems:
        click.echo(f"brisa: error: {problem}", err=True)
    if problems:
        ctx.exit(EXIT_USAGE)


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
