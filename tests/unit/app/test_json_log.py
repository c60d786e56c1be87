"""Log lines for programs."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from brisa.app.json_log import json_formatter, timestamp

pytestmark = pytest.mark.unit


def line_of(**fields: object) -> dict[str, Any]:
    given = {"name": "brisa.x", "levelname": "WARNING", "msg": "m", "created": 0.25} | fields
    written = json_formatter().format(logging.makeLogRecord(given))
    assert "\n" not in written
    line: dict[str, Any] = json.loads(written)
    return line


NONE = (None, None, None)
HEAD = {
    "timestamp": "1970-01-01T00:00:00.250Z",
    "level": "warning",
    "logger": "brisa.x",
    "event": "m",
}


def test_a_line_has_its_head_and_its_fields() -> None:
    line = line_of(voice="heart", worker=1)
    assert line == HEAD | {"voice": "heart", "worker": 1}
    assert list(line)[:4] == list(HEAD)


def test_arguments_are_in_the_event() -> None:
    assert line_of(msg="%s of %s", args=(1, 2)) == HEAD | {"event": "1 of 2"}
    assert line_of(msg="%(a)s", args={"a": 1}) == HEAD | {"event": "1"}


def test_a_field_cannot_pass_for_the_head() -> None:
    assert line_of(event="x", level="debug", logger="y", timestamp="z") == HEAD


def test_lines_stay_lines() -> None:
    assert line_of(msg="one\ntwo\r\u2028three", name="other")["event"] == "one"
    assert line_of(msg="one\ntwo") == HEAD | {"event": "one", "detail": "two"}
    assert line_of(voice="a\nb") == HEAD | {"voice": "a\nb"}
    assert line_of(voice="\ud800") == HEAD | {"voice": "\ud800"}


def test_an_exception_is_a_field_without_its_words() -> None:
    try:
        raise ValueError("quokka")
    except ValueError as error:
        line = line_of(exc_info=(ValueError, error, error.__traceback__), stack_info="quokka")
    (stack,) = line.pop("exception")
    assert line == HEAD
    assert stack["type"] == "ValueError"
    assert stack["at"][-1].endswith("test_an_exception_is_a_field_without_its_words")
    assert "quokka" not in json.dumps(stack)


def test_a_wrong_call_is_a_line() -> None:
    assert line_of(msg="%d", args=("quokka",)) == HEAD | {
        "event": "a record that cannot be formatted"
    }


def test_other_handlers_still_get_the_whole_record() -> None:
    record = logging.makeLogRecord({"name": "x", "msg": "%s", "args": (1,), "exc_info": NONE})
    json_formatter().format(record)
    assert record.getMessage() == "1"
    assert record.exc_info == NONE


def test_times_are_utc_whatever_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert timestamp(1_796_072_400.0009) == "2026-11-30T21:00:00.000Z"
