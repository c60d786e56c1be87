"""A server's log lines."""

from __future__ import annotations

import logging

import pytest

from brisa.cli.log_lines import FieldsFormatter

pytestmark = pytest.mark.unit


def test_fields_follow_the_message() -> None:
    record = logging.makeLogRecord(
        {"name": "brisa.x", "levelname": "INFO", "msg": "engine loaded", "voice": "heart"}
    )
    line = FieldsFormatter().format(record)
    assert line.endswith("INFO brisa.x: engine loaded voice=heart")


def test_without_fields_nothing_follows() -> None:
    record = logging.makeLogRecord({"name": "n", "levelname": "INFO", "msg": "m %s", "args": (1,)})
    assert FieldsFormatter().format(record).endswith("INFO n: m 1")
