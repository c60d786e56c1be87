"""The scenario ``gate``: has anything become slower than it was, beyond what runs differ anyway?

A baseline is several short runs of one load, with the machine and the load that they were made on.
The same load is run again as often. The rule, figure by figure: with ``m`` the median of the stored
runs and ``s`` their spread (largest less smallest), the median of the new runs may be up to
``m + max(2 s, m / 4, floor)``, where the floor is what no clock or scheduler settles. More is a
regression. Less is never one: a faster version writes a new baseline.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

import msgspec

from brisa.bench.listeners import Run
from brisa.bench.listeners_figures import run_figures
from brisa.bench.listening import LoadPlan
from brisa.errors import InvalidRequest

FLOORS = {
    "first_audio_p50_ms": 5.0,
    "first_audio_p99_ms": 20.0,
    "gaps": 0.0,
    "not_complete": 0.0,
    "cpu_ms_per_audio_s": 1.0,
    "rss_mb": 20.0,
}
"""The figures that are held, and how much of a difference is none."""

_SPREADS, _SHARE = 2.0, 0.25


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """A stored measurement. ``runs`` hold the figures of :data:`FLOORS`; one that is not known
    (a server on another machine has no memory to see) is left out."""

    scenario: str
    engine: str
    load: LoadPlan
    cpu: str
    cores: int
    runs: tuple[dict[str, float], ...]


class Verdict(msgspec.Struct, frozen=True):
    """One figure: the medians of both, the most that was allowed, and whether it was passed."""

    name: str
    before: float
    after: float
    allowed: float
    regressed: bool


def held_figures(run: Run) -> dict[str, float]:
    """The figures of one run that a gate holds."""
    figures = run_figures(run)
    first = figures["first_audio_ms"] or {}
    found = {
        "first_audio_p50_ms": first.get("p50"),
        "first_audio_p99_ms": first.get("p99"),
        "gaps": figures["gaps"],
        "not_complete": figures["requests"] - figures["complete"],
        "cpu_ms_per_audio_s": figures["cpu_ms_per_audio_s"],
        "rss_mb": _sum(figures["server_rss_mb"], figures["worker_rss_mb"]),
    }
    return {name: float(value) for name, value in found.items() if value is not None}


def baseline_of(
    plan: LoadPlan, engine: str, machine: dict[str, Any], runs: Sequence[Run]
) -> Baseline:
    """What is stored."""
    return Baseline(
        scenario="gate",
        engine=engine,
        load=plan,
        cpu=machine["cpu"],
        cores=machine["usable_cores"],
        runs=tuple(held_figures(run) for run in runs),
    )


def read_baseline(content: bytes, machine: dict[str, Any]) -> Baseline:
    """A stored baseline. Raises ``InvalidRequest`` if it is none, or of another machine."""
    try:
        stored = msgspec.json.decode(content, type=Baseline)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _not_usable("is no baseline of brisa bench gate") from error
    if stored.scenario != "gate" or not stored.runs:
        raise _not_usable("is no baseline of brisa bench gate")
    if (stored.cpu, stored.cores) != (machine["cpu"], machine["usable_cores"]):
        raise _not_usable("was measured on another machine, and says nothing about this one")
    return stored


def compare(stored: Sequence[dict[str, float]], new: Sequence[dict[str, float]]) -> list[Verdict]:
    """A verdict for every figure that both have in all of their runs."""
    names = [
        name for name in FLOORS if all(name in run for run in (*stored, *new)) and stored and new
    ]
    return [
        judge(name, [run[name] for run in stored], [run[name] for run in new]) for name in names
    ]


def judge(name: str, stored: Sequence[float], new: Sequence[float]) -> Verdict:
    """The rule of the module."""
    before, after = statistics.median(stored), statistics.median(new)
    spread = max(stored) - min(stored)
    allowed = before + max(_SPREADS * spread, _SHARE * before, FLOORS[name])
    return Verdict(name, before, after, round(allowed, 3), after > allowed)


def gate_lines(verdicts: Sequence[Verdict], runs: int) -> list[str]:
    """The verdicts for people."""
    lines = [f"{'medians of ' + str(runs) + ' runs':<24}{'before':>10}{'now':>10}{'allowed':>10}"]
    for item in verdicts:
        word = "  regressed" if item.regressed else ""
        lines.append(
            f"{item.name:<24}{item.before:10.1f}{item.after:10.1f}{item.allowed:10.1f}{word}"
        )
    return lines


def _sum(server: float | None, workers: float | None) -> float | None:
    return None if server is None else server + (workers or 0.0)


def _not_usable(why: str) -> InvalidRequest:
    return InvalidRequest(f"The file {why}; make one with --write.", param="baseline")
