"""The scenario ``protocols``: what each wire adds to the time to the first audio.

Every protocol is asked in turn, round by round, on a connection of its own, so that what the
machine does meanwhile falls on all of them alike. Times count from before the connection is made.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from brisa.bench.figures import percentile
from brisa.bench.protocol_clients import CLIENTS, Address, Client
from brisa.bench.report import versions_line
from brisa.clock import NS_PER_MS, Clock
from brisa.errors import EngineFailed

TEXT = "The train to the coast leaves at nine from platform four."
"""Ten words or so, without a clause that could be spoken sooner."""

TARGET_MS = 15.0
"""What a protocol may add at the median to bare HTTP."""

BARE = next(iter(CLIENTS))

Tick = Callable[[int, int], None]


def measure_protocols(
    at: Address,
    rounds: int,
    clock: Clock,
    tick: Tick = lambda done, total: None,
    clients: dict[str, Client] | None = None,
) -> dict[str, list[float] | str]:
    """Milliseconds to the first audio by protocol, or why there was none.

    The first request of each is not counted: it may be the first of a kind.
    """
    clients = CLIENTS if clients is None else clients
    found: dict[str, list[float] | str] = {name: [] for name in clients}
    for turn in range(rounds + 1):
        tick(turn, rounds + 1)
        for name, client in clients.items():
            times_ms = found[name]
            if isinstance(times_ms, str):
                continue
            began_ns = clock.now_ns()
            try:
                client(at, TEXT)
            except (EngineFailed, TimeoutError) as error:
                found[name] = str(error) or "No audio came in time."
                continue
            if turn:
                times_ms.append((clock.now_ns() - began_ns) / NS_PER_MS)
    return found


def protocols_report(
    found: dict[str, list[float] | str], rounds: int, machine: dict[str, Any]
) -> dict[str, Any]:
    """Medians, spread, and what each adds to bare HTTP at the median."""
    bare = found[BARE]
    base_ms = statistics.median(bare) if isinstance(bare, list) and bare else None
    rows = {name: _row(times_ms, base_ms) for name, times_ms in found.items()}
    slow = [name for name, row in rows.items() if not row.get("within_target")]
    return {
        "scenario": "protocols",
        "rounds": rounds,
        "text_chars": len(TEXT),
        "target_ms": TARGET_MS,
        "protocols": rows,
        "missed": slow,
        "machine": machine,
    }


def protocols_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    machine = report["machine"]
    lines = [
        f"{machine['cpu']}, {machine['usable_cores']} cores, {' '.join(machine['flags'])}",
        f"Python {machine['python']}, " + versions_line(machine["versions"]),
        f"first audio of {report['text_chars']} characters, {report['rounds']} requests each, "
        "by turns, from before the connection is made",
        "",
        f"{'protocol':<30}{'p50 ms':>9}{'p95':>9}{'max':>9}{'added p50':>12}",
    ]
    for name, row in report["protocols"].items():
        if "error" in row:
            lines.append(f"{name:<30}  {row['error']}")
        else:
            lines.append(
                f"{name:<30}{row['p50_ms']:>9.1f}{row['p95_ms']:>9.1f}{row['max_ms']:>9.1f}"
                f"{row['added_p50_ms']:>12.1f}"
            )
    target = f"at most {report['target_ms']:g} ms above {BARE} at p50"
    missed = report["missed"]
    lines.append(f"not {target}: {', '.join(missed)}" if missed else f"all {target}")
    return lines


def _row(times_ms: Sequence[float] | str, base_ms: float | None) -> dict[str, Any]:
    if isinstance(times_ms, str) or base_ms is None:
        return {"error": times_ms if isinstance(times_ms, str) else "not measured"}
    p50_ms = statistics.median(times_ms)
    added_ms = p50_ms - base_ms
    return {
        "p50_ms": round(p50_ms, 2),
        "p95_ms": round(percentile(list(times_ms), 95), 2),
        "max_ms": round(max(times_ms), 2),
        "added_p50_ms": round(added_ms, 2),
        "within_target": added_ms <= TARGET_MS,
    }
