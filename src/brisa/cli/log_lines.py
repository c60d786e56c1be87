"""Log records of a server as lines on stderr: the constant message, then its fields."""

from __future__ import annotations

import logging
import sys

_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class FieldsFormatter(logging.Formatter):
    """``2026-11-30 20:15:00 WARNING brisa.x: a stream was broken code=engine_failed``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:
        fields = (
            f" {name}={value}" for name, value in vars(record).items() if name not in _STANDARD
        )
        return super().formatMessage(record) + "".join(fields)


def log_to_stderr() -> None:
    """Show brisa's own records from INFO on, and everybody else's warnings.

    Leaves logging alone if it has been set up already (``--debug``).
    """
    root = logging.getLogger()
    if root.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FieldsFormatter())
    root.addHandler(handler)
    logging.getLogger("brisa").setLevel(logging.INFO)


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
