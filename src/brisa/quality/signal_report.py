"""The result of the signal checks: as an object, and as lines for people."""

from __future__ import annotations

from typing import Any

from brisa.quality.limits import ALL, Limit
from brisa.quality.signal import SignalRun

_SHOWN_FAILURES = 5


def signal_report(
    run: SignalRun, engine: str, voice: str, machine: dict[str, Any]
) -> dict[str, Any]:
    """Every check with its worst value and the texts that fail it, and every text's figures."""
    checks = [_check(limit, run) for limit in ALL]
    return {
        "scenario": "signal",
        "engine": engine,
        "voice": voice,
        "passed": all(check["passed"] for check in checks),
        "joins": run.joins,
        "checks": checks,
        "machine": machine,
        "texts": [{"text": row.text, "figures": _rounded(row.figures)} for row in run.rows],
    }


def signal_lines(report: dict[str, Any]) -> list[str]:
    """The report for people: a line per check, and the first texts of those that fail."""
    lines = [
        f"engine {report['engine']}, voice {report['voice']}, {len(report['texts'])} texts, "
        f"{report['joins']} joins",
        "",
    ]
    for check in report["checks"]:
        lines += _check_lines(check)
    failed = sum(not check["passed"] for check in report["checks"])
    lines += ["", f"{failed} of {len(report['checks'])} checks failed" if failed else "all passed"]
    return lines


def _check(limit: Limit, run: SignalRun) -> dict[str, Any]:
    values = [(row.figures[limit.name], row.text) for row in run.rows if limit.name in row.figures]
    if limit.name in run.overall:
        values.append((run.overall[limit.name], ""))
    values.sort(key=lambda pair: limit.excess(pair[0]), reverse=True)
    failing = [pair for pair in values if not limit.holds(pair[0])]
    return {
        "name": limit.name,
        "unit": limit.unit,
        "low": limit.low,
        "high": limit.high,
        "range": limit.range_text,
        "why": limit.why,
        "measured": len(values),
        "worst": round(values[0][0], 3) if values else None,
        "failures": [{"value": round(value, 3), "text": text} for value, text in failing],
        "passed": not failing,
    }


def _check_lines(check: dict[str, Any]) -> list[str]:
    state = "ok  " if check["passed"] else "FAIL"
    worst = "not measured" if check["worst"] is None else f"worst {check['worst']:g}"
    lines = [f"{state} {check['name']:<19} {worst:<16} ({check['range']}: {check['why']})"]
    for failure in check["failures"][:_SHOWN_FAILURES]:
        if failure["text"]:
            lines.append(f"       {failure['value']:g}: {failure['text']}")
    return lines


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in figures.items()}
