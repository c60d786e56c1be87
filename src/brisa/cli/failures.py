"""What a command that fails says and returns: one line on stderr, and 1 or 2.

Exit codes: 0 fine, 1 failed, 2 wrong usage (the arguments, the text or the settings are at fault),
130 interrupted.
"""

from __future__ import annotations

import sys
import traceback

import click

from brisa.errors import BrisaError, ConfigError, InvalidRequest

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143


class Failure(BrisaError):
    """A command's own negative answer: shown like any error, exit code 1."""

    code = "failed"


def exit_code_of(error: Exception) -> int:
    """The exit code of a command that ended with ``error``."""
    usage = (InvalidRequest, ConfigError, click.UsageError)
    return EXIT_USAGE if isinstance(error, usage) else EXIT_FAILED


def message_of(error: Exception) -> str:
    """The one line that is shown for ``error``; it carries the next action."""
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "brisa"
        return f"{_sentence(error.format_message())} Try '{command} --help'."
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, BrisaError):
        return error.message
    kind = type(error).__name__
    return f"brisa failed inside ({kind}). Run it as 'brisa --debug ...' to see where."


def _sentence(text: str) -> str:
    """``text`` with a full stop, if it has no end of its own."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def show_error(error: Exception, *, debug: bool) -> None:
    """Write the line (and, under ``debug``, the traceback) to stderr."""
    if debug:
        traceback.print_exception(error, file=sys.stderr)
    line = " ".join(message_of(error).split())
    click.echo(f"brisa: error: {line}", err=True)
