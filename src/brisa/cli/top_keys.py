"""Single keys from a terminal while a screen is shown; none where there is no such terminal."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

ReadKey = Callable[[float], str]
"""Waits up to so many seconds for a key; ``""`` if there was none."""


@contextmanager
def keys() -> Iterator[ReadKey | None]:
    """Keys as they are pressed, without echo; ``None`` where they cannot be read so.

    The terminal is as before when the block is left.
    """
    termios = _termios()
    if termios is None or not sys.stdin.isatty():
        yield None
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    quiet = [*before[:3], before[3] & ~(termios.ICANON | termios.ECHO), *before[4:]]
    termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
    try:
        yield _read_key
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _read_key(timeout_s: float) -> str:
    descriptor = sys.stdin.fileno()
    ready, _, _ = select.select([descriptor], [], [], timeout_s)
    if not ready:
        return ""
    # A terminal that was closed is ready and gives nothing: whoever sat there is gone.
    return os.read(descriptor, 1).decode("ascii", "replace") or "q"


def _termios() -> Any:
    """Not on Windows."""
    try:
        return import_module("termios")
    except ImportError:
        return None
