"""The tables of ``brisa top``: workers and streams, with the columns that a width has room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rich.table import Table
from rich.text import Text

from brisa.cli.top_cells import (
    ALERT,
    GOOD,
    SOFT,
    UNKNOWN,
    WARNING,
    clean,
    level_style,
    ms,
    seconds,
)
from brisa.service.stream_state import StreamState
from brisa.transports.status_report import WorkerRow

LOW_SLACK_MS: Final = 100.0
"""Less at the listener is shown as low: two steps of the embedded voice."""

LEAST_SLACK_MS: Final = 0.0

RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class Column(Generic[RowT]):
    """``width`` in characters; shown where the screen is at least ``screen`` wide."""

    head: str
    width: int
    cell: Callable[[RowT], str | Text]
    left: bool = False
    screen: int = 0


def _slack(stream: StreamState) -> Text:
    slack_ms = stream.slack_ms
    if slack_ms is None:
        return Text(UNKNOWN, style=SOFT)
    return Text(ms(slack_ms), style=level_style(slack_ms, LOW_SLACK_MS, LEAST_SLACK_MS))


def _gaps(stream: StreamState) -> Text:
    return Text(str(stream.underruns), style=ALERT if stream.underruns else SOFT)


def _worker_state(worker: WorkerRow) -> Text:
    return Text(clean(worker.state), style=GOOD if worker.state == "ready" else WARNING)


def _cores(worker: WorkerRow) -> str:
    return ",".join(map(str, worker.cores)) or "any"


def _number(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)


STREAMS: Final[tuple[Column[StreamState], ...]] = (
    Column("stream", 6, lambda row: str(row.number)),
    Column("voice", 12, lambda row: clean(row.voice), left=True),
    Column("class", 5, lambda row: row.job_class, left=True, screen=60),
    Column("state", 7, lambda row: clean(row.state), left=True, screen=60),
    Column("wk", 2, lambda row: _number(row.worker), screen=70),
    Column("age s", 5, lambda row: seconds(row.age_ms), screen=70),
    Column("made s", 6, lambda row: seconds(row.produced_ms), screen=60),
    Column("here ms", 7, lambda row: ms(row.buffered_ms)),
    Column("held ms", 7, lambda row: ms(row.held_ms), screen=100),
    Column("slack ms", 8, _slack),
    Column("due ms", 6, lambda row: ms(row.deadline_in_ms), screen=79),
    Column("gaps", 4, _gaps),
    Column("longest", 7, lambda row: ms(row.longest_gap_ms), screen=110),
    Column("ahead ms", 8, lambda row: ms(row.look_ahead_ms), screen=120),
)

WORKERS: Final[tuple[Column[WorkerRow], ...]] = (
    Column("worker", 6, lambda row: str(row.index)),
    Column("pid", 7, lambda row: _number(row.pid), screen=50),
    Column("state", 11, _worker_state, left=True),
    Column("MB", 5, lambda row: f"{row.rss_mb:.0f}", screen=50),
    Column("streams", 7, lambda row: _number(row.streams)),
    Column("restarts", 8, lambda row: str(row.restarts)),
    Column("cores", 7, _cores, left=True, screen=60),
    Column("lost last by", 14, lambda row: clean(row.problem or ""), left=True, screen=70),
)


def stream_table(streams: Sequence[StreamState], width: int) -> Table:
    """In the order given."""
    return _table(STREAMS, streams, width)


def worker_table(workers: Sequence[WorkerRow], width: int) -> Table:
    """In the order given."""
    return _table(WORKERS, workers, width)


def _table(columns: Sequence[Column[RowT]], rows: Sequence[RowT], width: int) -> Table:
    shown = [column for column in columns if column.screen <= width]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=f"{SOFT} underline", expand=False)
    for column in shown:
        table.add_column(
            column.head,
            justify="left" if column.left else "right",
            min_width=min(column.width, len(column.head)),
            max_width=column.width if column is not shown[-1] else None,
            overflow="ellipsis",
            no_wrap=True,
        )
    for row in rows:
        table.add_row(*(column.cell(row) for column in shown))
    return table
