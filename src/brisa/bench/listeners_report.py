"""The report of the scenario ``listeners``: as an object, and as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brisa.bench.figures import spread
from brisa.bench.listeners import Run
from brisa.bench.listeners_figures import MAX_LAG_MS, run_figures
from brisa.bench.listening import LoadPlan
from brisa.bench.report import versions_line
from brisa.bench.server_account import account_lines

BRISA, NAIVE = "brisa", "naive"

NAIVE_IS = (
    "naive: a Starlette handler on uvicorn, two threads, the hibari package sentence by sentence, "
    "first come first served"
)

_COLUMNS = (
    ("server", 8),
    ("requests", 9),
    ("first audio ms p50", 19),
    ("p95", 7),
    ("p99", 7),
    ("max", 7),
    ("gaps", 6),
    ("longest ms", 11),
    ("refused", 8),
    ("failed", 7),
    ("cut", 5),
    ("cores", 6),
    ("workers", 8),
    ("MB", 6),
)


def listeners_report(
    plan: LoadPlan, engine: str, runs: Sequence[Run], machine: dict[str, Any]
) -> dict[str, Any]:
    """Everything that was found, run by run in the order in which they were made."""
    figures = [run_figures(run) for run in runs]
    report: dict[str, Any] = {
        "scenario": "listeners",
        "transport": plan.transport,
        "format": "pcm",
        "engine": engine,
        "voice": plan.voice,
        "listeners": plan.count,
        "bulk": plan.bulk,
        "duration_s": plan.duration_s,
        "arrivals": plan.arrivals,
        "seed": plan.seed,
        "runs": figures,
    }
    ratios = p99_ratios(figures)
    if ratios:
        report["naive_to_brisa_p99"] = spread(ratios)
    report["machine"] = machine
    return report


def p99_ratios(figures: Sequence[dict[str, Any]]) -> list[float]:
    """The naive server's first audio p99 over brisa's, of the runs with the same listeners."""
    by_name: dict[str, dict[int, float]] = {}
    for run in figures:
        if run["first_audio_ms"]:
            by_name.setdefault(run["name"], {})[run["seed"]] = run["first_audio_ms"]["p99"]
    ours, theirs = by_name.get(BRISA, {}), by_name.get(NAIVE, {})
    return [theirs[seed] / ours[seed] for seed in ours if seed in theirs and ours[seed] > 0]


def listeners_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    machine, runs = report["machine"], report["runs"]
    lines = [
        f"{machine['cpu']}, {machine['usable_cores']} cores, {' '.join(machine['flags'])}",
        f"Python {machine['python']}, " + versions_line(machine["versions"]),
        f"{report['listeners']} listeners {_beside(report['bulk'])}for {report['duration_s']:g} s, "
        f"{report['arrivals']} "
        f"arrivals, {report['transport']} pcm, engine {report['engine']}, "
        f"voice {report['voice'] or 'default'}",
        "",
        "".join(title.rjust(width) for title, width in _COLUMNS),
        *(run_line(run) for run in runs),
    ]
    if report["arrivals"] == "burst":
        lines += [first_turn_line(run) for run in runs if run["first_turn_ms"]]
    lines += [refusal_line(run) for run in runs if run["refused_after_ms"]]
    lines += [bulk_line(run) for run in runs if report["bulk"]]
    for run in runs:
        lines += account_lines(run["name"], run["server"]) if run["server"] else []
    if "naive_to_brisa_p99" in report:
        ratio = report["naive_to_brisa_p99"]
        lines.append(
            f"first audio p99, naive / brisa: {ratio['median']:.2f} "
            f"({ratio['min']:.2f} to {ratio['max']:.2f})"
        )
        lines.append(NAIVE_IS)
    return [*lines, *generator_lines(runs)]


def run_line(run: dict[str, Any]) -> str:
    """A row of the table."""
    first = run["first_audio_ms"] or {}
    cells = (
        run["name"],
        run["requests"],
        *(first.get(name) for name in ("p50", "p95", "p99", "max")),
        run["gaps"],
        run["longest_gap_ms"],
        run["refused"],
        run["failed"],
        run["incomplete"],
        run["server_cores"],
        run["worker_cores"],
        _total(run["server_rss_mb"], run["worker_rss_mb"]),
    )
    return "".join(
        _cell(value).rjust(width) for value, (_, width) in zip(cells, _COLUMNS, strict=True)
    )


def first_turn_line(run: dict[str, Any]) -> str:
    """What those who came at once waited for."""
    first = run["first_turn_ms"]
    return (
        f"{run['name']}, the burst itself: first audio ms p50 {first['p50']:.0f}, "
        f"p95 {first['p95']:.0f}, p99 {first['p99']:.0f}, max {first['max']:.0f}"
    )


def refusal_line(run: dict[str, Any]) -> str:
    """How soon those for whom there was no room were told."""
    after = run["refused_after_ms"]
    return (
        f"{run['name']}, {run['refused']} refused, told after ms p50 {after['p50']:.0f}, "
        f"p95 {after['p95']:.0f}, p99 {after['p99']:.0f}, max {after['max']:.0f}"
    )


def bulk_line(run: dict[str, Any]) -> str:
    """What was made of files meanwhile."""
    return f"{run['name']}, files made meanwhile: {run['bulk_audio_s']:.0f} s of audio"


def generator_lines(runs: Sequence[dict[str, Any]]) -> list[str]:
    """What the load cost, how busy the machine was, and whether the figures are worth anything."""
    cores = max(run["generator"]["cores"] for run in runs)
    lag_ms = max(run["generator"]["lag_ms"]["max"] for run in runs)
    p99_ms = max(run["generator"]["lag_ms"]["p99"] for run in runs)
    lines = [
        f"load generator: {cores:.2f} cores, its loop late by p99 {p99_ms} ms, max {lag_ms} ms"
    ]
    others = [run["other_cores"] for run in runs if run["other_cores"] is not None]
    if others:
        lines.append(f"other work on the machine meanwhile: {max(others):.2f} cores")
    if any(run["generator"]["lagged"] for run in runs):
        lines.append(
            f"warning: the load generator's loop was late by more than {MAX_LAG_MS:.0f} ms; the "
            "machine had no time for it, so latencies and gaps are partly its own"
        )
    return lines


def _beside(bulk: int) -> str:
    return f"beside {bulk} files " if bulk else ""


def _total(server_mb: float | None, worker_mb: float | None) -> int | None:
    return None if server_mb is None else round(server_mb + (worker_mb or 0.0))


def _cell(value: float | str | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) and value < 10 else _short(value)


def _short(value: float | str) -> str:
    return f"{value:.0f}" if isinstance(value, float) else str(value)
