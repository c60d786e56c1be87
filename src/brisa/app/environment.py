"""The only reader of the process environment."""

from __future__ import annotations

import os
from pathlib import Path

PREFIX = "BRISA_"

_CONFIG = "BRISA_CONFIG"
_DEBUG = "BRISA_DEBUG"
_API_KEY = "BRISA_API_KEY"
_NOT_SETTINGS = {_CONFIG, _DEBUG, _API_KEY}
_FALSE = {"", "0", "false", "no", "off"}


def brisa_variables() -> dict[str, str]:
    """Every ``BRISA_*`` variable that may be a setting, in the order of their names."""
    return {
        name: os.environ[name]
        for name in sorted(os.environ)
        if name.startswith(PREFIX) and name not in _NOT_SETTINGS
    }


def config_file() -> Path | None:
    """The settings file that ``BRISA_CONFIG`` names, if any."""
    name = os.environ.get(_CONFIG)
    return Path(name) if name else None


def debug_wanted() -> bool:
    """``BRISA_DEBUG`` asks for tracebacks."""
    return os.environ.get(_DEBUG, "").strip().lower() not in _FALSE


def api_key() -> str | None:
    """The key for a server elsewhere, from ``BRISA_API_KEY``."""
    return os.environ.get(_API_KEY) or None
