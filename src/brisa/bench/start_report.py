"""The result of the scenario ``start``: as an object, and as lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brisa.bench.figures import spread
from brisa.bench.report import versions_line
from brisa.bench.start import ServerRun, StartCounts, StartTimes

_MB = 1_000_000


def start_report(
    counts: StartCounts,
    times: StartTimes,
    sizes_bytes: Mapping[str, int],
    machine: dict[str, Any],
) -> dict[str, Any]:
    """Everything that was found; medians over processes, with the extremes."""
    return {
        "scenario": "start",
        "commands": counts.commands,
        "servers": counts.servers,
        "requests": counts.requests,
        "python_ms": spread(times.python_ms),
        "help_ms": spread(times.help_ms),
        "say_first_audio_ms": spread(times.say_first_audio_ms),
        "server": server_figures(times.servers),
        "installed": installed_figures(sizes_bytes),
        "machine": machine,
    }


def server_figures(runs: Sequence[ServerRun]) -> dict[str, Any]:
    """Each server's median stands for its later requests; the ratio is taken within a server."""
    return {
        "ready_ms": spread([run.ready_ms for run in runs]),
        "first_request_ms": spread([run.first_request_ms for run in runs]),
        "later_request_ms": spread([run.later_request_ms for run in runs]),
        "first_to_later_ratio": spread([run.first_to_later_ratio for run in runs]),
        "rss_ready_mb": _known_spread([run.rss_ready_mb for run in runs]),
        "rss_after_mb": _known_spread([run.rss_after_mb for run in runs]),
    }


def installed_figures(sizes_bytes: Mapping[str, int]) -> dict[str, Any]:
    """Megabytes (10^6 bytes) in all and by package, the largest first."""
    by_size = sorted(sizes_bytes.items(), key=lambda item: (-item[1], item[0]))
    return {
        "total_mb": round(sum(sizes_bytes.values()) / _MB, 1),
        "packages_mb": {name: round(size / _MB, 2) for name, size in by_size},
    }


def start_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    machine, server, installed = report["machine"], report["server"], report["installed"]
    largest = list(installed["packages_mb"].items())[:4]
    lines = [
        f"{machine['cpu']}, {machine['usable_cores']} cores, {' '.join(machine['flags'])}",
        f"Python {machine['python']}, " + versions_line(machine["versions"]),
        f"{report['commands']} processes of each kind, {report['servers']} servers with "
        f"{report['requests']} requests after the first; median (least to most)",
        "",
        _line("python alone", report["python_ms"], "ms"),
        _line("brisa --help", report["help_ms"], "ms"),
        _line("say: first audio", report["say_first_audio_ms"], "ms"),
        _line("server: ready", server["ready_ms"], "ms"),
        _line("first request", server["first_request_ms"], "ms"),
        _line("later requests", server["later_request_ms"], "ms"),
        _line("first / later", server["first_to_later_ratio"], ""),
    ]
    for name, label in (("rss_ready_mb", "memory, ready"), ("rss_after_mb", "memory, later")):
        if server[name] is not None:
            lines.append(_line(label, server[name], "MB"))
    parts = ", ".join(f"{name} {size:.0f}" for name, size in largest)
    lines.append(f"{'installed core':<17} {installed['total_mb']:.0f} MB ({parts}, ...)")
    return lines


def _known_spread(values: Sequence[float | None]) -> dict[str, float] | None:
    known = [value for value in values if value is not None]
    return spread(known) if known else None


def _line(label: str, figures: dict[str, float], unit: str) -> str:
    gap = f" {unit}" if unit else ""
    return f"{label:<17} {figures['median']:g}{gap} ({figures['min']:g} to {figures['max']:g})"
