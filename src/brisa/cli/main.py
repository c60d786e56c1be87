"""The command line's entry: the table of commands, and the way every command ends."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

import click

import brisa
from brisa.app.environment import debug_wanted
from brisa.cli.failures import (
    EXIT_INTERRUPTED,
    EXIT_TERMINATED,
    EXIT_USAGE,
    exit_code_of,
    show_error,
)
from brisa.cli.lazy import Entry, LazyGroup

COMMANDS = {
    "say": Entry("brisa.cli.say:say", "Speak text: to a file, to stdout, or aloud."),
    "serve": Entry("brisa.cli.serve:serve", "Run the server."),
    "top": Entry("brisa.cli.top:top", "Watch a server's streams and workers."),
    "text": Entry("brisa.cli.text:text", "Show what text would be spoken as."),
    "voices": Entry("brisa.cli.voices:voices", "List, add, remove and preview voices."),
    "keys": Entry("brisa.cli.keys:keys", "Add, list, remove and check API keys."),
    "doctor": Entry("brisa.cli.doctor:doctor", "Check this machine and say what to fix."),
    "bench": Entry("brisa.cli.bench:bench", "Measure how fast this machine speaks."),
    "quality": Entry("brisa.cli.quality:quality", "Check what is read, and how it sounds."),
    "check-config": Entry(
        "brisa.cli.check_config:check_config", "Check settings and show the effective ones."
    ),
}


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"brisa {brisa.__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    entries=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--debug", is_flag=True, help="Show tracebacks and debug logs (also: BRISA_DEBUG=1).")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Real-time text-to-speech on ordinary CPUs."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(EXIT_USAGE)
    _set_up_logging(debug or debug_wanted())


def main() -> NoReturn:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Run one command; the exit code. Raises only ``SystemExit``: told to end, or stdout closed."""
    debug = debug_wanted() or "--debug" in args
    _exit_on_signals()
    try:
        result = cli.main(args=list(args), prog_name="brisa", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outermost frame: nothing may reach the user raw
        show_error(error, debug=debug)
        return exit_code_of(error)
    return result if isinstance(result, int) else 0


def _exit_on_signals() -> None:
    """Let a request to end unwind the stack, so that temporary files go."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _exit)


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(EXIT_TERMINATED if number == signal.SIGTERM else 128 + number)


def _set_up_logging(debug: bool) -> None:
    if debug:
        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    else:
        # Commands report failures themselves; a log line would say it twice.
        logging.getLogger("brisa").addHandler(logging.NullHandler())
