"""The scenario ``policies``: does a run in real time bear the simulation out?

The same listeners, texts and step times, once in :mod:`brisa.bench.simulate` and once in the real
service in real time, where an engine sleeps for as long as the simulated one works. Compared is the
order of the policies, not their figures: a real step also costs what surrounds it. Gaps shorter
than a frame are left out in both, since the loop that listens is a few milliseconds late itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from brisa.bench.arrivals import ramp_s
from brisa.bench.figures import percentile
from brisa.bench.policies_real import Utterance, hear
from brisa.bench.simulate import simulate
from brisa.bench.simulate_plan import SimulationPlan
from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.scheduler.policy import POLICIES

MIN_GAP_NS = 20 * NS_PER_MS

_COMPARED = ("underruns", "first_audio_p99_ms")


def compare_policies(
    plan: SimulationPlan,
    seeds: int,
    clock: Clock,
    tick: Callable[[float], None] = lambda share: None,
) -> dict[str, Any]:
    """Every policy simulated and real, under the same seeds, the real ones by turns.

    Nobody is refused.
    """
    plan = replace(plan, admission=False)
    simulated: dict[str, list[dict[str, Any]]] = {name: [] for name in POLICIES}
    real: dict[str, list[dict[str, Any]]] = {name: [] for name in POLICIES}
    for index in range(seeds):
        for place, policy in enumerate(POLICIES):
            mine = replace(plan, policy=policy, seed=plan.seed + index)
            simulated[policy].append(simulated_figures(mine))
            heard, busy_ns = hear(mine, clock)
            real[policy].append(figures(mine, heard, busy_ns))
            tick((index * len(POLICIES) + place + 1) / (seeds * len(POLICIES)))
    rows = {
        "simulated": [pooled(runs) for runs in simulated.values()],
        "real": [pooled(runs) for runs in real.values()],
    }
    orders = {name: {kind: order(rows[kind], name) for kind in rows} for name in _COMPARED}
    agree = {name: found["simulated"] == found["real"] for name, found in orders.items()}
    return {**rows, "orders": orders, "agree": agree}


def simulated_figures(plan: SimulationPlan) -> dict[str, Any]:
    """``plan`` in the simulation."""
    outcome = simulate(plan)
    heard = [Utterance(stream.asked_ns, stream.playhead) for stream in outcome.streams]
    return figures(plan, heard, outcome.busy_ns)


def figures(plan: SimulationPlan, heard: Sequence[Utterance], busy_ns: int) -> dict[str, Any]:
    """One run; ``busy_ns`` is what the workers worked once all listeners had come."""
    firsts_ms = [
        (item.playhead.started_ns - item.asked_ns) / NS_PER_MS
        for item in heard
        if item.playhead.started_ns is not None
    ]
    gaps_ns = [
        [gap.length_ns for gap in item.playhead.gaps if gap.length_ns >= MIN_GAP_NS]
        for item in heard
    ]
    settled_ns = (plan.duration_s - ramp_s(plan.duration_s)) * NS_PER_S
    return {
        "policy": plan.policy,
        "streams": len(heard),
        "underruns": sum(map(len, gaps_ns)),
        "streams_with_underruns": sum(map(bool, gaps_ns)),
        "longest_gap_ms": round(max(map(max, filter(None, gaps_ns)), default=0) / NS_PER_MS, 1),
        "first_audio_p99_ms": round(percentile(firsts_ms, 99), 1),
        "utilisation": round(busy_ns / settled_ns / plan.workers, 3),
    }


def pooled(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Runs of one policy under several seeds: sums, means and the worst."""
    found: dict[str, Any] = {"policy": runs[0]["policy"]}
    for name in ("streams", "underruns", "streams_with_underruns"):
        found[name] = sum(run[name] for run in runs)
    found["longest_gap_ms"] = max(run["longest_gap_ms"] for run in runs)
    for name, digits in (("first_audio_p99_ms", 1), ("utilisation", 3)):
        found[name] = round(sum(run[name] for run in runs) / len(runs), digits)
    return found


def order(rows: Sequence[dict[str, Any]], figure: str) -> list[str]:
    """The policies by a figure, the one with the least of it first."""
    return [row["policy"] for row in sorted(rows, key=lambda row: (row[figure], row["policy"]))]


def policies_lines(report: dict[str, Any]) -> list[str]:
    """The report for people, and for a page: a table in Markdown."""
    lines = [
        "| policy | run | underruns | streams with one | longest gap ms | first audio p99 ms "
        "| workers busy |",
        "|---|---|---|---|---|---|---|",
    ]
    for simulated, real in zip(report["simulated"], report["real"], strict=True):
        lines += [_row("simulated", simulated), _row("real", real)]
    for name, agrees in report["agree"].items():
        orders = report["orders"][name]
        says = "agree" if agrees else "do not agree"
        lines.append(
            f"{name}: simulation ({' < '.join(orders['simulated'])}) and real run "
            f"({' < '.join(orders['real'])}) {says}"
        )
    return lines


def _row(kind: str, row: dict[str, Any]) -> str:
    return (
        f"| {row['policy']} | {kind} | {row['underruns']} | {row['streams_with_underruns']} of "
        f"{row['streams']} | {row['longest_gap_ms']:.0f} | {row['first_audio_p99_ms']:.0f} | "
        f"{row['utilisation']:.0%} |"
    )
