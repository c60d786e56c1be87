"""What a command that speaks says on standard error while it works."""

from __future__ import annotations

import logging
import sys


def announce_compiling() -> None:
    """Tell why a command takes seconds: a voice is used for the first time (to a terminal), or
    what was compiled cannot be kept and every command will take as long (to anybody)."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("brisa: %(message)s"))
    logging.getLogger("brisa.artifacts.cache").addHandler(handler)
    if sys.stderr.isatty():
        compiler = logging.getLogger("brisa.service.compile")
        compiler.addHandler(handler)
        compiler.setLevel(logging.INFO)
