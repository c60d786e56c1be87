"""What a simulation amounts to: figures as plain data, and lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brisa.bench.arrivals import ramp_s
from brisa.bench.figures import percentile
from brisa.bench.simulate import Outcome
from brisa.bench.simulate_plan import SimulationPlan
from brisa.clock import NS_PER_MS, NS_PER_S


def simulation_figures(plan: SimulationPlan, outcome: Outcome) -> dict[str, Any]:
    """Everything about one run. Slow readers are counted, and left out of what was heard."""
    heard = [stream for stream in outcome.streams if not stream.slow]
    first_ms = [
        (stream.playhead.started_ns - stream.asked_ns) / NS_PER_MS
        for stream in heard
        if stream.playhead.started_ns is not None
    ]
    gaps_ms = [gap.length_ns / NS_PER_MS for stream in heard for gap in stream.playhead.gaps]
    settled_s = plan.duration_s - ramp_s(plan.duration_s)
    return {
        "policy": plan.policy,
        "load": plan.load,
        "seed": plan.seed,
        "rtf": round(plan.engine_rtf, 6),
        "streams": len(outcome.streams),
        "incomplete": sum(not stream.finished for stream in outcome.streams),
        "refused": outcome.refused,
        "first_audio_ms": _quantiles(first_ms),
        "underruns": len(gaps_ms),
        "streams_with_underruns": sum(bool(stream.playhead.gaps) for stream in heard),
        "longest_gap_ms": round(max(gaps_ms, default=0.0), 1),
        "utilisation": round(outcome.busy_ns / NS_PER_S / settled_s / plan.workers, 4),
        "most_live": outcome.most_live,
        "most_asked": round(outcome.asked_share, 4),
        "bulk_audio_s": round(outcome.bulk_audio_ns / NS_PER_S, 1),
    }


def pooled_figures(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Runs of one policy and load under several seeds: sums, means and the worst."""
    count = len(runs)
    return {
        "policy": runs[0]["policy"],
        "load": runs[0]["load"],
        "seeds": count,
        "streams": sum(run["streams"] for run in runs),
        "refused": sum(run["refused"] for run in runs),
        "first_audio_ms": {
            name: round(sum(run["first_audio_ms"][name] for run in runs) / count, 1)
            for name in ("p50", "p95", "p99")
        },
        "underruns": sum(run["underruns"] for run in runs),
        "streams_with_underruns": sum(run["streams_with_underruns"] for run in runs),
        "longest_gap_ms": max(run["longest_gap_ms"] for run in runs),
        "utilisation": round(sum(run["utilisation"] for run in runs) / count, 3),
    }


def run_lines(figures: dict[str, Any]) -> list[str]:
    """One run for people."""
    first = figures["first_audio_ms"]
    return [
        f"policy {figures['policy']}, rtf {figures['rtf']:.4f}, {figures['streams']} streams, "
        f"at most {figures['most_live']} at once, {figures['refused']} refused",
        f"first audio ms  p50 {first['p50']:.1f}, p95 {first['p95']:.1f}, p99 {first['p99']:.1f}",
        f"underruns       {figures['underruns']} in {figures['streams_with_underruns']} streams, "
        f"longest {figures['longest_gap_ms']:.0f} ms",
        f"workers busy    {figures['utilisation']:.0%}, "
        f"admitted demand at most {figures['most_asked']:.0%}",
        f"bulk audio      {figures['bulk_audio_s']:.0f} s",
    ]


def table_lines(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The matrix as a Markdown table."""
    lines = [
        "| load | policy | first audio p50 / p95 / p99 ms | underruns | streams with one "
        "| longest gap ms | workers busy |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        first = row["first_audio_ms"]
        lines.append(
            f"| {row['load']:.0%} | {row['policy']} | {first['p50']:.0f} / {first['p95']:.0f} / "
            f"{first['p99']:.0f} | {row['underruns']} | {row['streams_with_underruns']} of "
            f"{row['streams']} | {row['longest_gap_ms']:.0f} | {row['utilisation']:.0%} |"
        )
    return lines


def _quantiles(values_ms: Sequence[float]) -> dict[str, float]:
    if not values_ms:
        return {"p50": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0}
    figures = {f"p{share}": percentile(values_ms, share) for share in (50, 95, 99)}
    return {name: round(value, 1) for name, value in (figures | {"max": max(values_ms)}).items()}
