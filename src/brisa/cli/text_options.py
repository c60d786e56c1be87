"""Flags that say how text is read, and the options they make over those of the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from brisa.app.settings import Settings, text_options
from brisa.service.lexicons import read_lexicon
from brisa.types import TextOptions


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of every command that reads text."""
    options: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [
        click.option("--lang", metavar="TAG", help="Language, such as en-GB; auto finds it."),
        click.option("--raw", is_flag=True, help="Take the text as it stands: no clean-up."),
        click.option("--no-normalize", is_flag=True, help="Leave numbers and signs to the voice."),
        click.option(
            "--date-order", type=click.Choice(["mdy", "dmy", "ymd"]), help="What 04/05/2026 means."
        ),
        click.option(
            "--emoji", type=click.Choice(["skip", "name"]), help="Leave emoji out, or name them."
        ),
        click.option(
            "--code",
            type=click.Choice(["skip", "summarise", "read"]),
            help="Fenced code: leave out, announce, or read.",
        ),
        click.option(
            "--foreign",
            type=click.Choice(["skip", "transliterate", "voice"]),
            help="Letters the voice does not speak.",
        ),
        click.option(
            "--lexicon",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="YAML of words and how they are said.",
        ),
        click.option(
            "--strict", is_flag=True, help="Refuse broken markup and text without a word."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def chosen_text_options(app: Settings, flags: dict[str, Any]) -> TextOptions:
    """The settings' options with what the flags of :func:`reading_options` say otherwise.

    Takes its flags out of ``flags``, but for ``lang``. Raises ``ConfigError`` for a lexicon.
    """
    return replace(text_options(app), **changed_text_options(flags))


def changed_text_options(flags: dict[str, Any]) -> dict[str, Any]:
    """What the flags of :func:`reading_options` say, as fields of ``TextOptions``.

    Takes its flags out of ``flags``, but for ``lang``. Raises ``ConfigError`` for a lexicon.
    """
    raw, no_normalize = flags.pop("raw"), flags.pop("no_normalize")
    strict, lexicon = flags.pop("strict"), flags.pop("lexicon")
    given = {name: flags.pop(name) for name in ("date_order", "emoji", "code", "foreign")}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if raw:
        changes |= {"clean": False, "markup": False}
    if no_normalize:
        changes["normalize"] = False
    if strict:
        changes |= {"strict": True, "malformed": "refuse"}
    if lexicon is not None:
        changes["lexicon"] = read_lexicon(lexicon)
    return changes
