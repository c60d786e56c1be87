"""Which brisa this is, for the handshake of server and worker."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def brisa_version() -> str:
    """The installed version; read once, since reading takes milliseconds."""
    return version("brisa")
