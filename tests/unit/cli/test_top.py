"""Looking again and again, without a terminal and without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest
from click.testing import CliRunner

from brisa.cli.top import Watch, _quit_within, top
from brisa.cli.top_source import StatusSource, Unreachable
from brisa.transports.status_report import Quantiles, StatusReport, decode
from support.status_reports import REPORT

pytestmark = pytest.mark.unit

GONE = Unreachable("It cannot be reached.")


class ScriptedSource(StatusSource):
    """Answers as it is told to, one after the other."""

    def __init__(self, *answers: StatusReport | Unreachable) -> None:
        super().__init__("http://127.0.0.1:9")
        self._answers = iter(answers)

    def read(self) -> StatusReport:
        answer = next(self._answers)
        if isinstance(answer, Unreachable):
            raise answer
        return answer


def with_p95(p95_ms: float) -> StatusReport:
    quantiles = Quantiles(count=9, p50_ms=1.0, p95_ms=p95_ms, p99_ms=p95_ms)
    return msgspec.structs.replace(REPORT, first_audio=quantiles)


def test_it_survives_a_server_that_goes_away_and_comes_back() -> None:
    watch = Watch(ScriptedSource(with_p95(10.0), GONE, with_p95(30.0)))
    watch.try_to_look()
    assert watch.screen().report == with_p95(10.0)
    watch.try_to_look()
    gone = watch.screen()
    assert (gone.report, gone.problem) == (with_p95(10.0), "It cannot be reached.")
    assert json.loads(watch.line()) == {"problem": "It cannot be reached."}
    watch.try_to_look()
    back = watch.screen(height=24, with_keys=True)
    assert (back.report, back.problem, back.p95_ms) == (with_p95(30.0), None, (10.0, 30.0))
    assert (back.height, back.keys, back.server) == (24, True, "http://127.0.0.1:9")
    assert decode(watch.line().encode()) == with_p95(30.0)


def test_a_look_that_fails_can_be_told() -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        Watch(ScriptedSource(GONE)).look()


def test_history_is_as_long_as_the_line_that_shows_it() -> None:
    watch = Watch(ScriptedSource(*(with_p95(float(number)) for number in range(40))))
    for _ in range(40):
        watch.try_to_look()
    assert watch.screen().p95_ms == tuple(float(number) for number in range(24, 40))


class Terminal:
    """Keys and sizes to come; counts what was waited and drawn."""

    def __init__(self, keys: str, sizes: list[int]) -> None:
        self._keys = iter(keys)
        self._sizes: Iterator[int] = iter(sizes)
        self.waited_s = 0.0
        self.drawn = 0

    def read_key(self, timeout_s: float) -> str:
        self.waited_s += timeout_s
        return next(self._keys, "").strip()

    def size(self) -> int:
        return next(self._sizes, 0)

    def draw(self) -> None:
        self.drawn += 1


@pytest.mark.parametrize(("pressed", "quits", "waited_s"), [("", False, 1.0), (" xq", True, 0.75)])
def test_q_quits(pressed: str, quits: bool, waited_s: float) -> None:
    terminal = Terminal(pressed, [])
    assert _quit_within(1.0, terminal.read_key, terminal.size, terminal.draw) is quits
    assert (terminal.waited_s, terminal.drawn) == (waited_s, 0)


def test_a_window_that_changes_is_drawn_anew() -> None:
    terminal = Terminal("", [80, 80, 100, 100, 100])
    assert not _quit_within(1.0, terminal.read_key, terminal.size, terminal.draw)
    assert terminal.drawn == 1


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8100", "ftp://a", "http://", "http://a:b", "http://a:0", "http://a b"]
)
def test_an_address_that_is_none_is_wrong_usage(url: str) -> None:
    done = CliRunner().invoke(top, ["--once", "--url", url])
    assert done.exit_code == 2
    assert "--url takes an address such as" in done.output


@pytest.mark.parametrize("interval", ["0", "-1", "nan", "1e9"])
def test_an_interval_has_bounds(interval: str) -> None:
    done = CliRunner().invoke(top, ["--interval", interval])
    assert done.exit_code == 2
