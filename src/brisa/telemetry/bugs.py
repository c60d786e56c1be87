"""Log an unexpected exception without its message: that may quote a listener's text (P8)."""

from __future__ import annotations

import logging
import traceback


def log_bug(logger: logging.Logger, happening: str, error: BaseException) -> None:
    """Log ``happening`` (a constant) with the exception's type and where it came from."""
    kinds, seen = [], error
    while True:
        stack = "".join(traceback.format_tb(seen.__traceback__))
        kinds.append(f"{type(seen).__name__}\n{stack}")
        cause = seen.__cause__ or seen.__context__
        if cause is None:
            break
        seen = cause
    logger.error("%s %s", happening, "caused by ".join(kinds))
