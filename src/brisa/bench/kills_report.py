"""What a run with kills amounts to: which streams differ, and what was heard of each kill."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from brisa.bench.inspection import labelled
from brisa.bench.kills import Kill
from brisa.bench.listeners import Run
from brisa.bench.listeners_report import listeners_lines
from brisa.bench.listening import Heard
from brisa.clock import NS_PER_MS

AFTERMATH_MS = 3000.0
"""A gap that begins so soon after a kill is counted as heard of it."""


def kills_report(
    run: Run,
    references: Sequence[str],
    kills: Sequence[Kill],
    metrics: dict[str, float],
    report: dict[str, Any],
) -> dict[str, Any]:
    """Everything about one run: ``report`` is that of its listeners, ``metrics`` what the server
    counted by its end."""
    heard = run.result.heard
    return report | {
        "scenario": "kills",
        "refused_by_reason": labelled(metrics, "brisa_refused_total", "reason"),
        "concealed_s": metrics.get("brisa_concealed_seconds_total", 0.0),
        "kills": [_kill_figures(kill, run, heard) for kill in kills],
        "killed": sum(kill.pid is not None for kill in kills),
        "streams": stream_figures(heard, references),
        "gaps_heard": gap_figures(heard),
    }


def stream_figures(heard: Sequence[Heard], references: Sequence[str]) -> dict[str, int]:
    """Streams that were spoken to their end, and how many of them differ from the undisturbed ones;
    streams that broke off differ too."""
    complete = [item for item in heard if item.outcome == "complete"]
    broken = [item for item in heard if item.outcome in ("incomplete", "failed")]
    differing = sum(item.digest != references[item.text] for item in complete)
    return {
        "complete": len(complete),
        "equal": len(complete) - differing,
        "differing": differing,
        "broken_off": len(broken),
        "refused": sum(item.outcome == "refused" for item in heard),
    }


def gap_figures(heard: Sequence[Heard]) -> dict[str, Any]:
    """The longest silence of each stream that was spoken, 0 where there was none."""
    longest_ms = [
        max((gap.length_ms for gap in item.gaps), default=0.0) for item in heard if item.audio_s
    ]
    return {
        "streams_with_one": sum(length > 0 for length in longest_ms),
        "longest_ms": round(max(longest_ms, default=0.0), 1),
        "median_of_streams_ms": round(statistics.median(longest_ms or [0.0]), 1),
    }


def faults(report: dict[str, Any]) -> list[str]:
    """Why a run did not show what it is for; none if it did. Gaps are a figure, not a fault."""
    streams, found = report["streams"], []
    if streams["differing"]:
        found.append(f"{streams['differing']} streams differ from undisturbed ones")
    if streams["broken_off"]:
        found.append(f"{streams['broken_off']} streams broke off")
    if not streams["complete"]:
        found.append("no stream was spoken")
    if report["killed"] < len(report["kills"]):
        found.append(f"only {report['killed']} of {len(report['kills'])} kills were possible")
    return found


def kills_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    streams, gaps = report["streams"], report["gaps_heard"]
    lines = listeners_lines(report)
    lines += ["", "killed at s   workers left   gaps after   longest ms"]
    lines += [
        f"{kill['at_ms'] / 1000:11.1f}{kill['workers_left']:15}{kill['gaps_after']:13}"
        f"{kill['longest_gap_ms']:13.0f}"
        for kill in report["kills"]
    ]
    lines.append(
        f"{report['killed']} kills; of {streams['complete']} streams {streams['equal']} are byte "
        f"for byte those of an undisturbed run, {streams['differing']} differ, "
        f"{streams['broken_off']} broke off, {streams['refused']} were refused"
    )
    lines.append(
        f"gaps heard: in {gaps['streams_with_one']} streams, longest {gaps['longest_ms']:.0f} ms, "
        f"median over all streams {gaps['median_of_streams_ms']:.0f} ms"
    )
    if report["refused_by_reason"]:
        reasons = ", ".join(f"{name} {n:.0f}" for name, n in report["refused_by_reason"].items())
        lines.append(f"refused for want of: {reasons}")
    if report["concealed_s"]:
        lines.append(
            f"{report['concealed_s']:.2f} s of filler were put in where a step was late; a stream "
            "with some differs from an undisturbed one (--no-conceal leaves it out)"
        )
    return lines


def _kill_figures(kill: Kill, run: Run, heard: Sequence[Heard]) -> dict[str, Any]:
    at_ms = (kill.at_ns - run.began_ns) / NS_PER_MS
    after = [
        gap.length_ms
        for item in heard
        for gap in item.gaps
        if at_ms <= gap.at_ms < at_ms + AFTERMATH_MS
    ]
    return {
        "at_ms": round(at_ms, 1),
        "waited_ms": round(kill.waited_ns / NS_PER_MS, 1),
        "workers_left": kill.left,
        "possible": kill.pid is not None,
        "gaps_after": len(after),
        "longest_gap_ms": round(max(after, default=0.0), 1),
    }
