"""The worker's log records on their way to the server."""

from __future__ import annotations

import logging
from collections import deque

from brisa.workers.messages import LogLine

_LINES_MAX = 200
_CHARS_MAX = 4000


class LogCollector(logging.Handler):
    """Keeps records until :meth:`take`; of a flood, the last ones."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[LogLine] = deque(maxlen=_LINES_MAX)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message; of an exception only what the message says, never its text."""
        try:
            message = record.getMessage()
        except Exception:  # noqa: BLE001 - as every handler: a wrong call must not break the work
            message = "a record that cannot be formatted"
        message = message[:_CHARS_MAX].encode("utf-8", "replace").decode()
        self._lines.append(LogLine(record.name, record.levelno, message))

    def take(self) -> tuple[LogLine, ...]:
        """What was kept, at most once."""
        return tuple(self._lines.popleft() for _ in range(len(self._lines)))


def replay(lines: tuple[LogLine, ...], worker: int) -> None:
    """Log in the server what a worker logged."""
    for line in lines:
        logging.getLogger(line.logger).log(line.level, "%s", line.message, extra={"worker": worker})
