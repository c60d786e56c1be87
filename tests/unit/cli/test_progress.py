"""The progress line: late, seldom, only for people, and gone at the end."""

from __future__ import annotations

import io

import pytest

from brisa.cli.progress import Progress, bar
from brisa.clock import NS_PER_MS, NS_PER_S

pytestmark = pytest.mark.unit


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_in_the_first_second() -> None:
    terminal = Terminal()
    progress = Progress(0, terminal)
    progress.update(NS_PER_S - 1, 0.5, "half")
    progress.clear()
    assert terminal.getvalue() == ""


def test_drawn_after_that_and_then_at_intervals() -> None:
    terminal = Terminal()
    progress = Progress(0, terminal)
    progress.update(NS_PER_S, 0.5, "half")
    progress.update(NS_PER_S + 1, 0.6, "too soon")
    progress.update(NS_PER_S + 100 * NS_PER_MS, None, "later")
    assert terminal.getvalue() == f"\r\x1b[K{bar(0.5)}half\r\x1b[Klater"
    progress.clear()
    assert terminal.getvalue().endswith("later\r\x1b[K")


def test_silent_where_nobody_looks() -> None:
    for stream, wanted in ((io.StringIO(), True), (Terminal(), False)):
        progress = Progress(0, stream, wanted=wanted)
        progress.update(10 * NS_PER_S, 0.5, "x")
        progress.clear()
        assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (None, ""),
        (0.0, "[------------------------]   0%  "),
        (0.5, "[############------------]  50%  "),
        (1.7, "[########################] 100%  "),
    ],
)
def test_the_bar(share: float | None, text: str) -> None:
    assert bar(share) == text
