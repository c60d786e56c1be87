"""``brisa bench``: the table of its scenarios."""

from __future__ import annotations

import click

from brisa.cli.lazy import Entry, LazyGroup

ENTRIES = {
    "engine": Entry(
        "brisa.cli.bench_engine:engine", "One stream, warm: first audio, real-time factor, memory."
    ),
    "text": Entry("brisa.cli.bench_text:text", "What reading text costs, before any sound."),
    "listeners": Entry(
        "brisa.cli.bench_listeners:listeners", "Many at once: first audio, gaps, what it took."
    ),
    "capacity": Entry("brisa.cli.bench_capacity:capacity", "The most listeners without a gap."),
    "kills": Entry(
        "brisa.cli.bench_kills:kills", "Workers killed under listeners: streams byte for byte."
    ),
    "soak": Entry("brisa.cli.bench_soak:soak", "Many listeners for long: memory and gaps."),
    "gate": Entry("brisa.cli.bench_gate:gate", "Compare a run with a stored one."),
    "simulate": Entry(
        "brisa.cli.bench_simulate:simulate", "The scheduler, with simulated workers and listeners."
    ),
    "policies": Entry(
        "brisa.cli.bench_policies:policies", "The simulation beside a run in real time."
    ),
    "protocols": Entry(
        "brisa.cli.bench_protocols:protocols", "What each wire adds to the first audio."
    ),
    "workers": Entry(
        "brisa.cli.bench_workers:workers", "What the way through a worker process adds to a step."
    ),
    "start": Entry(
        "brisa.cli.bench_start:start", "New processes: help, first audio, server, memory, disk."
    ),
}


@click.group(cls=LazyGroup, entries=ENTRIES)
def bench() -> None:
    """Measure how fast this machine speaks."""
