"""What is logged of an unexpected exception, and what is not."""

import logging

import pytest

from brisa.telemetry.bugs import log_bug

pytestmark = pytest.mark.unit


SECRETS = ("a listener's words", "other words")


def test_types_and_places_are_logged_and_messages_are_not(caplog: pytest.LogCaptureFixture) -> None:
    try:
        try:
            raise ValueError(SECRETS[0])
        except ValueError as cause:
            raise RuntimeError(SECRETS[1]) from cause
    except RuntimeError as error:
        log_bug(logging.getLogger("test"), "something raised", error)
    assert "something raised RuntimeError" in caplog.text
    assert "ValueError" in caplog.text
    assert "test_bugs.py" in caplog.text
    assert not any(secret in caplog.text for secret in SECRETS)
