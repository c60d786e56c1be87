"""Log records as JSON, one object a line: the one door to structlog, opened by name.

A line has ``timestamp`` (ISO 8601, UTC), ``level``, ``logger`` and ``event``, which is a constant;
then the fields it was logged with, and ``exception`` and ``detail`` where there is a stack.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from structlog.processors import JSONRenderer
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, WrappedLogger

from brisa.app.log_fields import event_of, fields_of, stacks_of


def json_formatter() -> logging.Formatter:
    """The formatter of a handler that records of every library go through."""
    return ProcessorFormatter(
        processors=[_line_of, JSONRenderer()], use_get_message=False, pass_foreign_args=True
    )


def _line_of(logger: WrappedLogger, method: str, given: EventDict) -> EventDict:
    record: logging.LogRecord = given["_record"]
    # structlog has taken both away, so that what is printed in the end has neither.
    error = (given.get("exc_info") or (None, None))[1]
    event, detail = event_of(record, given.get("positional_args", ()))
    line: dict[str, object] = {
        "timestamp": timestamp(record.created),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": event,
    }
    line |= {name: value for name, value in fields_of(record).items() if name not in line}
    if detail:
        line["detail"] = detail
    if error is not None:
        line["exception"] = [{"type": stack.type, "at": stack.at} for stack in stacks_of(error)]
    return line


def timestamp(created_s: float) -> str:
    """Seconds since 1970 as ``2026-11-30T20:15:00.123Z``."""
    moment = datetime.fromtimestamp(created_s, UTC).isoformat(timespec="milliseconds")
    return moment.replace("+00:00", "Z")
