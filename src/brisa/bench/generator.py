"""The load generator: all listeners of a plan, in a process of its own.

Run as a module it is that process: its argument is a :class:`LoadPlan` as JSON, its output a
:class:`LoadBegun` and then, at the end, a :class:`LoadResult`, a line each.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from random import Random
from typing import cast

import msgspec

from brisa.bench.arrivals import ramp_s, start_offsets_s
from brisa.bench.bulk import BulkReader
from brisa.bench.figures import percentile
from brisa.bench.listener import Listener, Times
from brisa.bench.listening import (
    MAX_BULK,
    MAX_DURATION_S,
    MAX_LISTENERS,
    Heard,
    LoadBegun,
    LoadMessage,
    LoadPlan,
    LoadResult,
)
from brisa.bench.utterances import utterances
from brisa.clock import NS_PER_MS, NS_PER_S, Clock, SystemClock, process_time_ns

_LEAD_S = 0.2
"""All listeners are there before the first of them asks."""

_HEARTBEAT_S = 0.01


async def generate(plan: LoadPlan, began_ns: int, clock: Clock) -> LoadResult:
    """Put the load on; ``began_ns`` may be a little ahead.

    Raises ``ValueError`` for more listeners, more files or a longer time than a run may have.
    """
    timely = 0 < plan.duration_s <= MAX_DURATION_S
    if not (0 < plan.count <= MAX_LISTENERS and timely and 0 <= plan.bulk <= MAX_BULK):
        raise ValueError("the load is not bounded")
    over_ns = began_ns + round(plan.duration_s * NS_PER_S)
    times = Times(began_ns, over_ns, over_ns + round(plan.grace_s * NS_PER_S))
    offsets_s = start_offsets_s(
        plan.arrivals, plan.count, ramp_s(plan.duration_s), Random(plan.seed)
    )
    texts = utterances()
    heard: list[Heard] = []
    lags_ms: list[float] = []
    cpu_ns = process_time_ns()
    async with asyncio.TaskGroup() as group:
        bulk = [BulkReader(plan, texts, clock) for _ in range(plan.bulk)]
        meanwhile = [group.create_task(reader.read()) for reader in bulk]
        meanwhile.append(group.create_task(_beat(lags_ms, clock)))
        async with asyncio.TaskGroup() as listeners:
            for index, offset_s in enumerate(offsets_s):
                listener = Listener(index, plan, times, clock, heard)
                start_ns = began_ns + round(offset_s * NS_PER_S)
                listeners.create_task(listener.listen(start_ns, texts))
        bulk_audio_s = sum(reader.audio_s for reader in bulk)
        for task in meanwhile:
            task.cancel()
    return LoadResult(
        ended_ns=clock.now_ns(),
        cpu_s=(process_time_ns() - cpu_ns) / NS_PER_S,
        lag_ms=lag_figures_ms(lags_ms),
        heard=tuple(heard),
        bulk_audio_s=round(bulk_audio_s, 1),
    )


def lag_figures_ms(lags_ms: list[float]) -> tuple[float, float, float]:
    """The median, the 99th percentile and the most."""
    if not lags_ms:
        return (0.0, 0.0, 0.0)
    return (
        round(percentile(lags_ms, 50), 2),
        round(percentile(lags_ms, 99), 2),
        round(max(lags_ms), 2),
    )


async def _beat(lags_ms: list[float], clock: Clock) -> None:
    while True:
        due_ns = clock.now_ns() + round(_HEARTBEAT_S * NS_PER_S)
        await asyncio.sleep(_HEARTBEAT_S)
        lags_ms.append(max(clock.now_ns() - due_ns, 0) / NS_PER_MS)


async def _main(plan: LoadPlan) -> None:
    clock = SystemClock()
    began_ns = clock.now_ns() + round(_LEAD_S * NS_PER_S)
    _write_line(LoadBegun(began_ns))
    # A collection would stop every listener's clock; a run is short and leaves little behind.
    gc.freeze()
    gc.disable()
    _write_line(await generate(plan, began_ns, clock))


def _write_line(message: LoadMessage) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


def run(argument: str) -> None:
    """The process's work, on uvloop where there is one."""
    plan = msgspec.json.decode(argument, type=LoadPlan)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_main(plan))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        from uvloop import new_event_loop  # noqa: PLC0415 - not on Windows
    except ImportError:
        return asyncio.new_event_loop
    return cast(Callable[[], asyncio.AbstractEventLoop], new_event_loop)


if __name__ == "__main__":
    run(sys.argv[1])
