"""``brisa top``: a server's streams and workers, looked at again and again."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.live import Live

from brisa.app.environment import api_key
from brisa.cli.top_cells import SPARK_WIDTH
from brisa.cli.top_keys import ReadKey, keys
from brisa.cli.top_source import StatusSource, Unreachable
from brisa.cli.top_view import Screen
from brisa.transports.status_report import StatusReport, encode

DEFAULT_URL: Final = "http://127.0.0.1:8100"

_RESIZE_S: Final = 0.25
"""How soon a changed window is drawn again."""


@click.command()
@click.option(
    "--url",
    default=DEFAULT_URL,
    show_default=True,
    help="Where the server is; key in BRISA_API_KEY.",
)
@click.option(
    "--interval",
    "interval_s",
    type=click.FloatRange(min=0.1, max=3600.0),
    default=1.0,
    show_default=True,
    callback=lambda ctx, param, value: _finite(value),
    help="Seconds between looks.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a look, on one line.")
@click.option("--once", is_flag=True, help="Look once and end.")
def top(url: str, interval_s: float, as_json: bool, once: bool) -> None:
    """Show a server's streams, those with the least audio left first, and its workers.

    A server that goes away is waited for. Press q to end.
    """
    with StatusSource(url, api_key=api_key()) as source:
        watch = Watch(source)
        if once:
            _show_once(watch, as_json)
            return
        try:
            _show(watch, interval_s, as_json)
        except KeyboardInterrupt:
            return


def _finite(interval_s: float) -> float:
    """A range lets what is not a number pass."""
    if math.isnan(interval_s):
        raise click.BadParameter("it is not a number.")
    return interval_s


class Watch:
    """What is known of a server, from look to look."""

    def __init__(self, source: StatusSource) -> None:
        self._source = source
        self._p95_ms: deque[float] = deque(maxlen=SPARK_WIDTH)
        self.report: StatusReport | None = None
        self.problem: str | None = None

    def look(self) -> None:
        """Ask. Raises ``Unreachable``, after which the report is the last there was."""
        try:
            self.report = self._source.read()
        except Unreachable as error:
            self.problem = error.message
            raise
        self.problem = None
        if self.report.first_audio is not None:
            self._p95_ms.append(self.report.first_audio.p95_ms)

    def try_to_look(self) -> None:
        """Ask; a server that is not there is a :attr:`problem`."""
        try:
            self.look()
        except Unreachable:
            return

    def line(self) -> str:
        """The last look as JSON."""
        if self.problem is not None or self.report is None:
            return msgspec.json.encode({"problem": self.problem}).decode()
        return encode(self.report).decode()

    def screen(self, *, height: int | None = None, with_keys: bool = False) -> Screen:
        """The last look as a frame."""
        return Screen(
            self._source.server,
            self.report,
            self.problem,
            tuple(self._p95_ms),
            with_keys,
            height,
        )


def _show_once(watch: Watch, as_json: bool) -> None:
    watch.look()
    if as_json:
        click.echo(watch.line())
    else:
        Console(highlight=False).print(watch.screen())


def _show(watch: Watch, interval_s: float, as_json: bool) -> None:
    """Look until somebody ends it."""
    console = Console(highlight=False)
    if console.is_terminal and not as_json:
        _show_live(watch, interval_s, console)
        return
    pause = threading.Event()
    while True:
        watch.try_to_look()
        if as_json:
            click.echo(watch.line())
        else:
            console.print(watch.screen(), "")
        pause.wait(interval_s)


def _show_live(watch: Watch, interval_s: float, console: Console) -> None:
    with (
        keys() as read_key,
        Live(console=console, screen=True, auto_refresh=False, transient=True) as live,
    ):

        def draw() -> None:
            screen = watch.screen(height=console.height, with_keys=read_key is not None)
            live.update(screen, refresh=True)

        while True:
            watch.try_to_look()
            draw()
            if _quit_within(interval_s, read_key or _no_key(), lambda: console.size, draw):
                return


def _no_key() -> ReadKey:
    """Where keys cannot be read, only time passes."""
    pause = threading.Event()

    def wait(timeout_s: float) -> str:
        pause.wait(timeout_s)
        return ""

    return wait


def _quit_within(
    span_s: float, read_key: ReadKey, size: Callable[[], object], draw: Callable[[], None]
) -> bool:
    """Let the time pass, drawing anew where the window changes; true once q is pressed."""
    before, left_s = size(), span_s
    while left_s > 0:
        wait_s = min(left_s, _RESIZE_S)
        key = read_key(wait_s)
        if key in ("q", "Q"):
            return True
        # A key ends the wait early; it may only bring the next look nearer.
        left_s -= wait_s
        if (now := size()) != before:
            before = now
            draw()
    return False
