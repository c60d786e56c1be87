"""The log of a server: where lines go, which, and in what form.

Modules log with the standard library: a constant message, and what happened in ``extra``. Only here
is it decided what becomes of that, for brisa's own lines and for those of every library below it.
"""

from __future__ import annotations

import importlib
import logging
from typing import TextIO

from brisa.app.log_fields import event_of, fields_of, stacks_of
from brisa.app.observing_settings import LoggingSettings

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class TextFormatter(logging.Formatter):
    """``2026-11-30 20:15:00 WARNING brisa.x: a stream was broken code=engine_failed``; under it the
    stack of an exception, without what it said."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        event, detail = event_of(record, record.args)
        fields = "".join(f" {name}={value}" for name, value in fields_of(record).items())
        when = self.formatTime(record, self.datefmt)
        line = f"{when} {record.levelname} {record.name}: {event}{fields}"
        return "\n".join([line, *([detail] if detail else []), *_stack_lines(record)])


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes lines; one that cannot be written is lost, and nothing is told of it where the
    standard handler would print the record's arguments."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def log_to(stream: TextIO, settings: LoggingSettings, *, debug: bool = False) -> None:
    """Have brisa's lines from ``settings.level`` on, and everybody's warnings, go to ``stream``.

    ``debug`` shows all of everybody's. Without it logging that has been set up is left alone.
    """
    root = logging.getLogger()
    if root.handlers and not debug:
        return
    handler = LogHandler(stream)
    handler.setFormatter(json_formatter() if is_json(settings, stream) else TextFormatter())
    level = logging.DEBUG if debug else own_level(settings)
    logging.basicConfig(
        level=level if debug else max(level, logging.WARNING), handlers=[handler], force=debug
    )
    logging.getLogger("brisa").setLevel(level)
    logging.captureWarnings(capture=True)


def own_level(settings: LoggingSettings) -> int:
    """The level of brisa's own loggers."""
    return _LEVELS[settings.level]


def is_json(settings: LoggingSettings, stream: TextIO) -> bool:
    """Lines are for programs: asked for, or nobody sits in front of ``stream``."""
    if settings.format == "auto":
        return not stream.isatty()
    return settings.format == "json"


def json_formatter() -> logging.Formatter:
    """One object a line. structlog, which takes time to load, is loaded for that alone."""
    made: logging.Formatter = importlib.import_module("brisa.app.json_log").json_formatter()
    return made


def _stack_lines(record: logging.LogRecord) -> list[str]:
    error = record.exc_info[1] if record.exc_info else None
    lines: list[str] = []
    for stack in stacks_of(error):
        lines += [f"  {stack.type}", *(f"    at {place}" for place in stack.at)]
    return lines
