"""What a worker logs is logged by the server."""

from __future__ import annotations

import logging

import pytest

from brisa.workers.child_log import LogCollector, replay

pytestmark = pytest.mark.unit


@pytest.fixture
def collector() -> LogCollector:
    return LogCollector()


def record(message: str, *arguments: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("brisa.somewhere", level, "f", 1, message, arguments, None)


def test_lines_come_once_and_in_order(collector: LogCollector) -> None:
    collector.emit(record("first %d", 1))
    collector.emit(record("second", level=logging.ERROR))
    lines = collector.take()
    assert [(line.logger, line.level, line.message) for line in lines] == [
        ("brisa.somewhere", logging.WARNING, "first 1"),
        ("brisa.somewhere", logging.ERROR, "second"),
    ]
    assert collector.take() == ()


def test_of_a_flood_the_last_lines_are_kept(collector: LogCollector) -> None:
    for number in range(1000):
        collector.emit(record("%d", number))
    lines = collector.take()
    assert len(lines) == 200
    assert lines[-1].message == "999"


def test_a_wrong_record_breaks_nothing(collector: LogCollector) -> None:
    collector.emit(record("%d", "no number"))
    collector.emit(record("\ud800" + "x" * 10_000))
    unreadable, long = collector.take()
    assert "cannot be formatted" in unreadable.message
    assert len(long.message) == 4000
    long.message.encode()


def test_the_server_says_which_worker_it_was(
    collector: LogCollector, caplog: pytest.LogCaptureFixture
) -> None:
    collector.emit(record("100 %% sure"))
    with caplog.at_level(logging.INFO):
        replay(collector.take(), 3)
    [logged] = caplog.records
    assert (logged.name, logged.getMessage(), logged.worker) == (
        "brisa.somewhere",
        "100 %% sure",
        3,
    )
