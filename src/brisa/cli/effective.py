"""The settings a command works with, and the option that names their file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from brisa.app.environment import brisa_variables, config_file
from brisa.app.layers import Flags, load_settings
from brisa.app.settings import Settings

config_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Settings in YAML (else the file that BRISA_CONFIG names).",
)


def effective_settings(config: Path | None, flags: Flags | None = None) -> Settings:
    """Defaults, then the file, then the environment, then ``flags``.

    Raises ``ConfigError``.
    """
    return load_settings(config or config_file(), brisa_variables(), flags)
