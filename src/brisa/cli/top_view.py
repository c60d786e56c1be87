"""What ``brisa top`` shows: a report as lines and tables that fit a screen; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from brisa.cli.top_cells import (
    ALERT,
    GOOD,
    SOFT,
    WARNING,
    clean,
    level_style,
    ms,
    span,
    sparkline,
)
from brisa.cli.top_tables import stream_table, worker_table
from brisa.transports.status_report import Alert, StatusReport

MOST_CORES: Final = 16
LEAST_STREAM_ROWS: Final = 3
_HEAD_ROWS: Final = 1

_STATE_STYLES: Final = {"ready": GOOD, "starting": WARNING, "draining": WARNING, "failed": ALERT}


@dataclass(frozen=True, slots=True)
class Screen:
    """One frame. ``report`` is the latest there was; ``problem`` says why there is no newer one.

    ``p95_ms`` are the first-audio p95s of the frames so far, the latest last. ``height`` is how
    many lines there are for it, as long as the first few streams fit; ``None`` shows them all.
    """

    server: str
    report: StatusReport | None = None
    problem: str | None = None
    p95_ms: Sequence[float] = ()
    keys: bool = False
    height: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        above = list(self._above(options))
        yield from above
        report = self.report
        if report is None:
            return
        if report.workers:
            yield worker_table(report.workers, options.max_width)
        # Lines may wrap on a narrow screen, so they are counted as they will be shown.
        used = sum(len(console.render_lines(line, options, pad=False)) for line in above)
        used += len(report.workers) + _HEAD_ROWS * bool(report.workers)
        yield from self._streams(report, used, options)

    def _above(self, options: ConsoleOptions) -> Iterable[RenderableType]:
        yield self._title()
        if self.problem is not None:
            yield Text(f"{clean(self.problem)} Trying again.", style=ALERT)
        if self.report is None:
            return
        yield _load_line(self.report)
        yield _latency_line(self.report, self.p95_ms, ascii_only=options.ascii_only)
        yield from map(_alert_line, self.report.alerts)

    def _title(self) -> Text:
        title = Text.assemble(("brisa", "bold"), f" {clean(self.server)}")
        report = self.report
        if report is not None:
            state = "gone" if self.problem else report.state
            title.append(f"  {state}", style=_STATE_STYLES.get(state, ALERT))
            title.append(f"  {clean(report.version)}, up {span(report.uptime_s)}", style=SOFT)
        if self.keys:
            title.append("  q quits", style=SOFT)
        return title

    def _streams(
        self, report: StatusReport, used: int, options: ConsoleOptions
    ) -> Iterable[RenderableType]:
        shown = report.streams
        if self.height is not None:
            room = self.height - used - _HEAD_ROWS
            if report.stream_count.total > room:
                shown = shown[: max(room - 1, LEAST_STREAM_ROWS)]
        if shown:
            yield stream_table(shown, options.max_width)
        hidden = report.stream_count.total - len(shown)
        if hidden > 0:
            yield Text(f"and {hidden} more, with more time left", style=SOFT)
        elif not shown:
            yield Text("No streams.", style=SOFT)


def _load_line(report: StatusReport) -> Text:
    count = report.stream_count
    line = Text.assemble("streams ", (str(count.live), "bold"), f" live {count.bulk} bulk")
    admission = report.admission
    if admission is not None:
        over = ALERT if admission.share > admission.limit else ""
        line.append("  asked ", style=SOFT)
        line.append(f"{admission.share:.0%}", style=over)
        line.append(f" of {admission.limit:.0%}" if admission.enabled else " (all admitted)")
    level = report.degradation_level
    line.append("  rung ", style=SOFT)
    line.append(f"{level} {clean(report.degradation)}", style=WARNING if level else "")
    line.append("  cores" if report.cores else "", style=SOFT)
    for use in report.cores[:MOST_CORES]:
        line.append(f" {use:.0%}", style=level_style(1.0 - use, 0.15, 0.05))
    if len(report.cores) > MOST_CORES:
        line.append(f" and {len(report.cores) - MOST_CORES} more", style=SOFT)
    return line


def _latency_line(report: StatusReport, p95_ms: Sequence[float], *, ascii_only: bool) -> Text:
    line = Text("first audio ", style=SOFT)
    first = report.first_audio
    if first is None:
        line.append("not heard yet")
    else:
        line.append(f"p50 {ms(first.p50_ms)}  p95 {ms(first.p95_ms)}  p99 {ms(first.p99_ms)} ms ")
    if p95_ms:
        line.append(sparkline(p95_ms, ascii_only=ascii_only), style="cyan")
    if report.loop_lag_ms is not None:
        line.append("  loop late ", style=SOFT)
        line.append(f"{report.loop_lag_ms:.1f} ms", style=level_style(-report.loop_lag_ms, -5, -20))
    return line


def _alert_line(alert: Alert) -> Text:
    return Text.assemble(("! ", ALERT), (clean(alert.message), ALERT))
