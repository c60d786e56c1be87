"""``brisa doctor``: what brisa needs of a machine, and the line that fixes what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import click

from brisa.app.environment import brisa_variables, config_file
from brisa.app.layers import Problem, examine
from brisa.app.settings import Settings, synthesizer_options
from brisa.cli.checks import (
    Check,
    folder_check,
    machine_checks,
    package_checks,
    sound_check,
    voice_checks,
)
from brisa.cli.effective import config_option
from brisa.cli.failures import EXIT_FAILED
from brisa.cli.placement_checks import examine_placement, placement_checks
from brisa.cli.voices_stored import catalogue_of
from brisa.errors import BrisaError, ConfigError

_SIGNS = {"ok": "ok     ", "note": "note   ", "problem": "PROBLEM"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@config_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, config: Path | None) -> None:
    """Check this machine and say what to fix; the exit code is 1 if something needed is broken."""
    settings, settings_checks = _examined(config)
    found = _gathered(all_checks(settings, settings_checks), shown=not as_json)
    if not as_json:
        click.echo("\nPlacement")
    placement = examine_placement(settings)
    placed = _gathered(placement_checks(placement), shown=not as_json)
    healthy = all(check.status != "problem" for check in (*found, *placed))
    if as_json:
        report = {
            "ok": healthy,
            "checks": [asdict(check) for check in found],
            "placement": {"checks": [asdict(check) for check in placed], **placement.data()},
        }
        click.echo(json.dumps(report, indent=2))
    if not healthy:
        ctx.exit(EXIT_FAILED)


def all_checks(settings: Settings, settings_checks: list[Check]) -> Iterator[Check]:
    """In the order of cause and effect; each is made when it is asked for."""
    yield from machine_checks()
    yield from package_checks()
    yield sound_check()
    yield from settings_checks
    yield from speaking_checks(settings)


def _gathered(checks: Iterable[Check], *, shown: bool) -> list[Check]:
    found = []
    for check in checks:
        found.append(check)
        if shown:
            show_check(check)
    return found


def _examined(config: Path | None) -> tuple[Settings, list[Check]]:
    """The settings as far as they are sound, and what is wrong with them."""
    try:
        settings, problems = examine(config or config_file(), brisa_variables())
    except ConfigError as error:
        return Settings(), [Check("settings", "problem", error.message, "Correct the file.")]
    return settings, list(_settings_checks(problems))


def _settings_checks(problems: list[Problem]) -> Iterator[Check]:
    for problem in problems:
        yield Check("settings", "problem", str(problem), "Correct it; see brisa check-config.")
    if not problems:
        yield Check("settings", "ok", "sound")


def speaking_checks(settings: Settings) -> Iterator[Check]:
    """Folders, voices, and a sentence."""
    options = synthesizer_options(settings)
    yield folder_check("cache folder", options.cache_dir, needed=True)
    yield folder_check("voices folder", options.voices_dir, needed=False)
    try:
        yield from voice_checks(catalogue_of(settings), options.cache_dir)
        yield import_module("brisa.cli.self_test").self_test(options, settings.voices.default)
    except BrisaError as error:
        yield Check("voices", "problem", "the built-in voice is missing", error.message)
    except ImportError as error:
        yield Check("self-test", "problem", f"{error.name} is missing", f"pip install {error.name}")


def show_check(check: Check) -> None:
    """One line, and further ones for what to do."""
    click.echo(f"{_SIGNS[check.status]} {check.name:<14} {check.detail}")
    for line in (check.fix or "").splitlines():
        click.echo(f"{'':<22} -> {line}")
