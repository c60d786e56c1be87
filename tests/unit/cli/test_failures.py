"""Exit codes and the one line of a failure."""

from __future__ import annotations

import click
import pytest

from brisa.cli.failures import Failure, exit_code_of, message_of, show_error
from brisa.errors import (
    BrisaError,
    ConfigError,
    EmptyText,
    EngineFailed,
    MissingExtra,
    OutOfRange,
    OutputError,
    Overloaded,
    TextTooLong,
    UnknownFormat,
    UnknownVoice,
    VoiceFileError,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (EmptyText("m"), 2),
        (UnknownVoice("m"), 2),
        (UnknownFormat("m"), 2),
        (OutOfRange("m"), 2),
        (TextTooLong(5), 2),
        (ConfigError("m"), 2),
        (click.UsageError("m"), 2),
        (EngineFailed("m"), 1),
        (MissingExtra("mp3", "codecs"), 1),
        (OutputError("m"), 1),
        (VoiceFileError("m"), 1),
        (Overloaded("m"), 1),
        (Failure("m"), 1),
        (BrisaError("m"), 1),
        (ValueError("m"), 1),
    ],
)
def test_usage_is_two_and_everything_else_one(error: Exception, code: int) -> None:
    assert exit_code_of(error) == code


def test_a_usage_error_says_where_help_is() -> None:
    context = click.Context(click.Command("say"), info_name="brisa say")
    message = message_of(click.UsageError("Missing argument 'TEXT'.", context))
    assert message == "Missing argument 'TEXT'. Try 'brisa say --help'."


def test_a_bug_does_not_quote_what_the_user_gave() -> None:
    message = message_of(ValueError("the secret text"))
    assert "secret" not in message
    assert "ValueError" in message
    assert "--debug" in message


def test_one_line_without_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    show_error(OutputError("first\n  second"), debug=False)
    assert capsys.readouterr().err == "brisa: error: first second\n"


def test_debug_shows_the_traceback_too(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise OutputError("here")
    except OutputError as error:
        show_error(error, debug=True)
    shown = capsys.readouterr().err
    assert shown.startswith("Traceback")
    assert shown.endswith("brisa: error: here\n")
