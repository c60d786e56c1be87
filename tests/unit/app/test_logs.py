"""A server's log: which lines are shown, and in what form."""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from brisa.app.logs import TextFormatter, is_json, log_to
from brisa.app.observing_settings import LoggingSettings

pytestmark = pytest.mark.unit


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def bare_logging() -> Iterator[None]:
    """Logging as a process has it at its start, and afterwards as it was."""
    root, own = logging.getLogger(), logging.getLogger("brisa")
    handlers, levels = root.handlers[:], (root.level, own.level)
    root.handlers[:] = []
    root.setLevel(logging.WARNING)
    own.setLevel(logging.NOTSET)
    try:
        yield
    finally:
        logging.captureWarnings(capture=False)
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        own.setLevel(levels[1])


def record(**fields: object) -> logging.LogRecord:
    return logging.makeLogRecord({"name": "brisa.x", "levelname": "INFO", "msg": "m"} | fields)


def test_fields_follow_the_message() -> None:
    line = TextFormatter().format(record(msg="engine loaded", voice="heart", retry=None))
    assert line.endswith("INFO brisa.x: engine loaded voice=heart retry=None")


def test_without_fields_nothing_follows() -> None:
    line = TextFormatter().format(record(name="n", msg="m %s", args=(1,)))
    assert line.endswith("INFO n: m 1")


def test_an_exception_is_shown_without_its_words() -> None:
    try:
        raise ValueError("quokka")
    except ValueError as error:
        line = TextFormatter().format(record(exc_info=(ValueError, error, error.__traceback__)))
    first, kind, place = line.splitlines()
    assert first.endswith("brisa.x: m")
    assert kind == "  ValueError"
    assert place.startswith("    at ") and place.endswith(
        "test_an_exception_is_shown_without_its_words"
    )


@pytest.mark.parametrize(
    ("wanted", "stream", "json"),
    [
        ("auto", Terminal(), False),
        ("auto", io.StringIO(), True),
        ("text", io.StringIO(), False),
        ("json", Terminal(), True),
    ],
)
def test_the_form(wanted: str, stream: io.StringIO, json: bool) -> None:
    assert is_json(LoggingSettings(format=wanted), stream) is json  # type: ignore[arg-type]


def lines_at(level: str, *, debug: bool = False, set_up: bool = False) -> list[str]:
    stream = Terminal()
    with bare_logging():
        if set_up:
            logging.basicConfig(stream=io.StringIO())
        log_to(stream, LoggingSettings(level=level), debug=debug)  # type: ignore[arg-type]
        for name in ("brisa.x", "other"):
            for each in ("debug", "info", "warning", "error"):
                getattr(logging.getLogger(name), each)("m")
    return [" ".join(line.split()[2:4]) for line in stream.getvalue().splitlines()]


OTHERS = ["WARNING other:", "ERROR other:"]


@pytest.mark.parametrize(
    ("level", "shown"),
    [
        (
            "debug",
            ["DEBUG brisa.x:", "INFO brisa.x:", "WARNING brisa.x:", "ERROR brisa.x:", *OTHERS],
        ),
        ("info", ["INFO brisa.x:", "WARNING brisa.x:", "ERROR brisa.x:", *OTHERS]),
        ("warning", ["WARNING brisa.x:", "ERROR brisa.x:", *OTHERS]),
        ("error", ["ERROR brisa.x:", "ERROR other:"]),
    ],
)
def test_the_level_is_of_own_lines_and_others_are_shown_from_warnings_on(
    level: str, shown: list[str]
) -> None:
    assert lines_at(level) == shown


def test_debug_shows_everything_and_replaces_what_was_set_up() -> None:
    assert len(lines_at("error", debug=True, set_up=True)) == 8


def test_logging_that_was_set_up_is_left_alone() -> None:
    assert lines_at("debug", set_up=True) == []


def test_a_warning_of_python_is_a_line() -> None:
    stream = Terminal()
    with bare_logging(), warnings.catch_warnings():
        warnings.simplefilter("always")
        log_to(stream, LoggingSettings())
        warnings.warn("old", stacklevel=1)
    assert "WARNING py.warnings:" in stream.getvalue()


def test_a_line_that_cannot_be_written_is_lost_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stream = Terminal()
    with bare_logging():
        log_to(stream, LoggingSettings())
        stream.close()
        logging.getLogger("brisa.x").warning("m %s", "quokka")
    assert capsys.readouterr().err == ""
