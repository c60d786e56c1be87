"""Frames of ``brisa top``, as text."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from brisa.cli.top_cells import clean, level_style, seconds, span, sparkline
from brisa.cli.top_view import Screen
from brisa.transports.status_report import StatusReport, StreamCount
from support.status_reports import DRY, FILE, HEARING, LATE, REPORT

pytestmark = pytest.mark.unit

DOCS = Path(__file__).parents[3] / "docs" / "top.md"
SERVER = "http://127.0.0.1:8100"


def lines_of(screen: Screen, width: int = 80) -> list[str]:
    shown = io.StringIO()
    Console(file=shown, width=width, color_system=None, highlight=False).print(screen)
    return [line.rstrip() for line in shown.getvalue().splitlines()]


def styled(screen: Screen) -> str:
    shown = io.StringIO()
    console = Console(
        file=shown, width=80, color_system="standard", no_color=False, force_terminal=True
    )
    console.print(screen)
    return shown.getvalue()


def changed(**fields: object) -> StatusReport:
    return msgspec.structs.replace(REPORT, **fields)


def test_a_frame_of_80_columns() -> None:
    lines = lines_of(Screen(SERVER, REPORT, p95_ms=(0.0, 206.0, 412.0), keys=True))
    assert lines == [
        "brisa http://127.0.0.1:8100  ready  9.8.7, up 1 h 2 min  q quits",
        "streams 2 live 1 bulk  asked 62% of 95%  rung 2 lighter_voice  cores 93% 41%",
        "first audio p50 38  p95 412  p99 530 ms ▁▅█  loop late 3.2 ms",
        "! First sounds are late: 95 of 100 come within 412 ms, which should be 300.",
        "worker  pid state        MB streams restarts cores lost last by",
        "     0 4321 ready       148       2        0 0",
        "     1    - backing_off   0       -        3 1     killed by signal 9",
        "stream voice class state   wk age s made s here ms slack ms due ms gaps",
        "     8 heart live  running  -   0.0    0.0       0      -30      -    0",
        "     7 heart live  ready    1   4.2    5.1     180      240    370    2",
        "     3 joe   bulk  idle     -   0.0   60.0       0        -      -    0",
    ]
    assert "\n".join(lines) in DOCS.read_text(encoding="utf-8")


def test_a_wide_screen_says_more_and_a_narrow_one_what_matters() -> None:
    wide = lines_of(Screen(SERVER, REPORT), width=130)
    assert wide[7].split("  ")[-1].endswith("due ms gaps longest ahead ms")
    assert " ".join(wide[9].split()) == "7 heart live ready 1 4.2 5.1 180 420 240 370 2 85 500"
    narrow = lines_of(Screen(SERVER, REPORT), width=40)
    assert "     7 heart     180      240    2" in narrow
    assert all(len(line) <= 40 for line in narrow)


@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 81, 100, 200])
def test_nothing_is_wider_than_the_screen(width: int) -> None:
    crowded = changed(
        streams=tuple(
            replace(
                HEARING,
                number=123_456,
                voice="a-very-long-name-of-a-voice",
                state="running_woken",
                age_ms=86_400_000.0,
                produced_ms=86_400_000.0,
                buffered_ms=123_456.0,
                slack_ms=-123_456.0,
                deadline_in_ms=-123_456.0,
                underruns=9_999,
            )
            for _ in range(3)
        )
    )
    lines = lines_of(Screen(SERVER, crowded, keys=True), width=width)
    assert max(map(len, lines)) <= width
    assert sum("a-very" in line or "123" in line for line in lines) == 3


def test_as_many_streams_as_there_are_lines_for() -> None:
    crowd = tuple(replace(HEARING, number=number) for number in range(100, 200))
    report = changed(streams=crowd, stream_count=StreamCount(total=140, live=140, bulk=0))
    lines = lines_of(Screen(SERVER, report, height=24))
    assert len(lines) == 24
    assert lines[-1] == "and 125 more, with more time left"
    assert [int(line.split()[0]) for line in lines[8:-1]] == list(range(100, 115))
    assert lines_of(Screen(SERVER, report))[-1] == "and 40 more, with more time left"
    assert len(lines_of(Screen(SERVER, report, height=3))) == 4 + 3 + 1 + 3 + 1


@pytest.mark.parametrize(("total", "shown"), [(5, 5), (6, 4), (600, 4)])
def test_streams_that_just_fit_are_all_shown(total: int, shown: int) -> None:
    """Where some are not, one of the lines says how many, though a server lists fewer than all."""
    listed = tuple(replace(HEARING, number=number) for number in range(min(total, 5)))
    report = changed(streams=listed, stream_count=StreamCount(total=total, live=total, bulk=0))
    lines = lines_of(Screen(SERVER, report, height=13))
    assert len(lines) == 13
    assert sum(" heart " in line for line in lines) == shown


def test_an_idle_server() -> None:
    none = StreamCount(total=0, live=0, bulk=0)
    report = changed(
        streams=(), stream_count=none, alerts=(), workers=(), first_audio=None, admission=None,
        loop_lag_ms=None, cores=(), degradation_level=0, degradation="normal",
    )  # fmt: skip
    assert lines_of(Screen(SERVER, report))[1:] == [
        "streams 0 live 0 bulk  rung 0 normal",
        "first audio not heard yet",
        "No streams.",
    ]


def test_a_server_that_is_gone_leaves_its_last_report() -> None:
    lines = lines_of(Screen(SERVER, REPORT, "It cannot be reached."))
    assert lines[0] == "brisa http://127.0.0.1:8100  gone  9.8.7, up 1 h 2 min"
    assert lines[1] == "It cannot be reached. Trying again."
    assert lines[-1].split()[:2] == ["3", "joe"]
    assert lines_of(Screen(SERVER, None, "It cannot be reached.")) == [
        "brisa http://127.0.0.1:8100",
        "It cannot be reached. Trying again.",
    ]


def test_who_runs_dry_is_red_and_who_is_low_is_yellow() -> None:
    low = replace(HEARING, slack_ms=99.0, underruns=0)
    text = styled(Screen(SERVER, changed(streams=(DRY, low, HEARING, FILE))))
    assert "\x1b[1;31m     -30" in text
    assert "\x1b[33m      99" in text
    assert "\x1b[32m     240" in text
    assert f"\x1b[1;31m{LATE.message}" in text


def test_a_terminal_without_blocks_gets_plain_ones() -> None:
    assert sparkline((1.0, 2.0, 3.0), ascii_only=True).isascii()
    assert sparkline((1.0, 2.0, 3.0)) == "▃▆█"


def test_what_a_server_says_cannot_reach_the_terminal() -> None:
    hostile = "x\x1b[2J\x07\x9b31m\n[red]y"
    assert clean(hostile) == "x?[2J??31m?[red]y"
    report = changed(
        version=hostile,
        degradation=hostile,
        streams=(replace(HEARING, voice=hostile, state=hostile),),
        workers=tuple(
            msgspec.structs.replace(worker, state=hostile, problem=hostile)
            for worker in REPORT.workers
        ),
        alerts=(msgspec.structs.replace(LATE, message=hostile),),
    )
    text = "\n".join(lines_of(Screen(hostile, report, hostile), width=200))
    assert all(char.isprintable() or char == "\n" for char in text)
    assert "[red]y" in text


@pytest.mark.parametrize(
    ("value_s", "said"),
    [(0.9, "0 s"), (59.9, "59 s"), (60, "1 min"), (3_600, "1 h 0 min"), (180_000, "2 d 2 h")],
)
def test_spans(value_s: float, said: str) -> None:
    assert span(value_s) == said


def test_seconds_stay_short() -> None:
    assert [seconds(value) for value in (0.0, 4_249.0, 999_900.0, 3_600_000.0)] == [
        "0.0", "4.2", "999.9", "3600",
    ]  # fmt: skip


def test_a_spark_of_nothing_is_flat() -> None:
    assert (sparkline(()), sparkline((0.0, 0.0))) == ("", "▁▁")


def test_styles_by_level() -> None:
    assert [level_style(value, 100, 0) for value in (101, 100, 1, 0)] == [
        "green", "yellow", "yellow", "bold red",
    ]  # fmt: skip
