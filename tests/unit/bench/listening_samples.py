"""Runs of listeners as if they had been measured."""

from __future__ import annotations

from collections.abc import Sequence

from brisa.bench.listeners import Run, Target
from brisa.bench.listening import Heard, HeardGap, LoadPlan, LoadResult, Outcome
from brisa.bench.process_use import ProcessUse, Sample
from brisa.clock import NS_PER_S

BEGAN_NS = 1_000 * NS_PER_S

PLAN = LoadPlan(host="127.0.0.1", port=1, count=2, duration_s=4.0, seed=3)


def spoken(
    listener: int,
    turn: int,
    first_ms: float,
    *,
    began_ms: float = 0.0,
    gaps: tuple[HeardGap, ...] = (),
    outcome: Outcome = "complete",
) -> Heard:
    """Two seconds of audio, heard from ``first_ms`` after the request on."""
    return Heard(
        listener=listener,
        turn=turn,
        began_ms=began_ms,
        ended_ms=began_ms + first_ms + 2000,
        outcome=outcome,
        status=200,
        answered_ms=first_ms - 1,
        first_audio_ms=first_ms,
        received_ms=first_ms + 100,
        audio_s=2.0,
        gaps=gaps,
    )


def refused(listener: int, turn: int, *, began_ms: float, answered_ms: float) -> Heard:
    return Heard(
        listener=listener,
        turn=turn,
        began_ms=began_ms,
        ended_ms=began_ms + answered_ms,
        outcome="refused",
        status=503,
        answered_ms=answered_ms,
    )


def samples(count: int = 6) -> tuple[Sample, ...]:
    """A second apart: the server uses half a core, its worker a quarter from the third on."""
    return tuple(
        Sample(
            at_ns=BEGAN_NS + index * NS_PER_S,
            server=ProcessUse(10 + 0.5 * index, 100.0 + index),
            workers={77: ProcessUse(0.25 * (index - 1), 50.0)} if index >= 2 else {},
            generator=ProcessUse(0.1 * index, 30.0),
            machine_cpu_s=1000 + 1.0 * index,
        )
        for index in range(count)
    )


def run_of(
    heard: Sequence[Heard], *, name: str = "brisa", seed: int = 3, max_lag_ms: float = 4.0
) -> Run:
    plan = LoadPlan(host="127.0.0.1", port=1, count=2, duration_s=4.0, seed=seed)
    result = LoadResult(
        ended_ns=BEGAN_NS + 5 * NS_PER_S,
        cpu_s=0.5,
        lag_ms=(0.1, 2.0, max_lag_ms),
        heard=tuple(heard),
    )
    return Run(Target(name, "127.0.0.1", 1, 50), plan, BEGAN_NS, result, samples())
