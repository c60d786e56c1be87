"""What a long run amounts to: trends, verdict, a table and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from brisa.bench.listeners import Run
from brisa.bench.listeners_figures import run_figures, timely
from brisa.bench.process_use import Sample
from brisa.bench.soak import Watcher
from brisa.bench.svg_plot import Line, Panel, svg
from brisa.bench.trend import FLAT_MB, FLAT_SHARE, SETTLE_SHARE, WINDOW_S, Trend, trend
from brisa.clock import NS_PER_S

METHOD = (
    f"line of Theil and Sen through medians of {WINDOW_S:g} s, the first {SETTLE_SHARE:.0%} of the "
    f"run left out; flat is a rise over that time of at most {FLAT_SHARE:.0%} or {FLAT_MB:g} MB"
)

_WHO = ("server", "workers", "generator")


def soak_report(run: Run, watcher: Watcher, facts: dict[str, Any]) -> dict[str, Any]:
    """Everything that was found; ``facts`` say what was run."""
    figures = run_figures(run)
    memory = memory_lines(timely(run), run.began_ns)
    trends = {name: trend(memory[name], run.plan.duration_s) for name in _WHO}
    report: dict[str, Any] = {
        "scenario": "soak",
        **facts,
        "listeners": run.plan.count,
        "duration_s": run.plan.duration_s,
        "method": METHOD,
        "memory_mb": {name: _trend_figures(found) for name, found in trends.items()},
        "loop_blocked": watcher.counted("brisa_event_loop_blocked_total"),
        "worst_loop_lag_ms": max((look.lag_ms for look in watcher.looks), default=None),
        "server_underruns": watcher.counted("brisa_underruns_total"),
        "refused_by_reason": watcher.counted_by("brisa_refused_total", "reason"),
        "most_degraded": max((look.degradation_level for look in watcher.looks), default=0),
        "run": figures,
        "memory": {name: [list(point) for point in line] for name, line in memory.items()},
        "looks": [asdict(look) for look in watcher.looks],
    }
    report["shortfalls"] = shortfalls(report)
    return report


def memory_lines(samples: Sequence[Sample], began_ns: int) -> dict[str, Line]:
    """Resident MB over time. Samples in which a process is not known are left out."""
    lines: dict[str, list[tuple[float, float]]] = {name: [] for name in _WHO}
    for sample in samples:
        at_s = round((sample.at_ns - began_ns) / NS_PER_S, 2)
        if sample.server is not None:
            lines["server"].append((at_s, round(sample.server.rss_mb, 2)))
            workers_mb = sum(use.rss_mb for use in sample.workers.values())
            lines["workers"].append((at_s, round(workers_mb, 2)))
        if sample.generator is not None:
            lines["generator"].append((at_s, round(sample.generator.rss_mb, 2)))
    return {name: tuple(line) for name, line in lines.items()}


def shortfalls(report: dict[str, Any]) -> list[str]:
    """Why the run was not as it should be; none if it was. The generator's memory is its own."""
    run, found = report["run"], []
    for name in ("server", "workers"):
        figures = report["memory_mb"][name]
        if figures is None:
            found.append(f"memory of {name} not known for long enough")
        elif not figures["flat"]:
            found.append(f"memory of {name} grew by {figures['growth']:g} MB")
    if run["gaps"]:
        found.append(f"{run['gaps']} gaps")
    for name, text in (("refused", "refused"), ("failed", "failed"), ("incomplete", "cut")):
        if run[name]:
            found.append(f"{run[name]} {text}")
    return found


def soak_lines(report: dict[str, Any]) -> list[str]:
    """The report for people, and for a page: a table in Markdown, then the verdict."""
    run = report["run"]
    first = run["first_audio_ms"] or dict.fromkeys(("p50", "p99", "max"), float("nan"))
    lines = [
        "| memory | median MB | peak MB | slope MB/h | rise MB | flat |",
        "|---|---|---|---|---|---|",
        *(_memory_row(name, report["memory_mb"][name]) for name in _WHO),
        "",
        f"{report['listeners']} listeners for {report['duration_s']:g} s "
        f"({report['load']:.0%} of {report['capacity']}), {run['requests']} utterances: "
        f"{run['gaps']} gaps, {run['refused']} refused, {run['failed']} failed, "
        f"{run['incomplete']} cut",
        f"first audio ms: p50 {first['p50']:.0f}, p99 {first['p99']:.0f}, max {first['max']:.0f}; "
        f"cores: server {run['server_cores']}, workers {run['worker_cores']}, "
        f"other {run['other_cores']}",
        f"event loop late by more than 20 ms: {report['loop_blocked']:.0f} times, worst "
        f"{report['worst_loop_lag_ms']} ms; the generator's own p99 "
        f"{run['generator']['lag_ms']['p99']} ms",
        f"refused for want of: {_counts(report['refused_by_reason'])}",
        f"memory: {report['method']}",
    ]
    verdict = ", ".join(report["shortfalls"]) or "flat memory, no gap"
    return [*lines, f"verdict: {verdict}"]


def soak_plot(report: dict[str, Any]) -> str:
    """The run as an SVG file."""
    rows, memory, looks = report["run"]["per_second"], report["memory"], report["looks"]
    firsts = [
        (row["second"], row["first_audio_max_ms"])
        for row in rows
        if row["first_audio_max_ms"] is not None
    ]
    panels = [
        Panel("memory, MB", {name: memory[name] for name in ("server", "workers")}),
        Panel("streams", {"live": [(row["second"], row["live"]) for row in rows]}),
        Panel("first audio, most of each second, ms", {"": firsts}),
        Panel("gaps a second", {"": [(row["second"], row["gaps"]) for row in rows]}),
        Panel("event loop late, ms", {"": [(look["at_s"], look["lag_ms"]) for look in looks]}),
    ]
    return svg(panels, max(report["duration_s"], rows[-1]["second"] if rows else 0.0))


def _trend_figures(found: Trend | None) -> dict[str, Any] | None:
    if found is None:
        return None
    figures = {name: round(value, 2) for name, value in asdict(found).items()}
    return {**figures, "flat": found.flat}


def _counts(by_reason: dict[str, float]) -> str:
    return ", ".join(f"{name} {count:.0f}" for name, count in by_reason.items()) or "nothing"


def _memory_row(name: str, figures: dict[str, Any] | None) -> str:
    if figures is None:
        return f"| {name} | - | - | - | - | - |"
    return (
        f"| {name} | {figures['median']:.1f} | {figures['peak']:.1f} | "
        f"{figures['slope_per_h']:+.1f} | {figures['growth']:+.2f} | "
        f"{'yes' if figures['flat'] else 'no'} |"
    )
