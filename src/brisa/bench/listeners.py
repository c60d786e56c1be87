"""The scenario ``listeners``: a number of people who hear a server at the same time.

A server runs in a process of its own, the listeners in another; this one starts them, watches what
they use and makes figures of it. Contestants are measured by turns within one run, each with the
same listeners.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from brisa.bench.children import child
from brisa.bench.inspection import metrics_of
from brisa.bench.listening import TRANSPORTS, LoadBegun, LoadPlan, LoadResult, Transport
from brisa.bench.process_use import Sample, take_sample
from brisa.bench.server_account import account
from brisa.clock import NS_PER_S, Clock
from brisa.errors import EngineFailed

SAMPLE_EVERY_NS = NS_PER_S

_START_S = 60.0

_Message = TypeVar("_Message", LoadBegun, LoadResult)

Tick = Callable[[str, float], None]
"""Called with what is measured and the share of it that is done, from 0 to 1."""

Meanwhile = Callable[[int], AbstractContextManager[object]]
"""Called with the start of a load, in ns: what is done around it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server to measure; ``pid`` ``None`` where it is not ours, ``transports`` what it has.

    ``tells``: it has ``/metrics``, unless it was told not to.
    """

    name: str
    host: str
    port: int
    pid: int | None
    transports: tuple[Transport, ...] = TRANSPORTS
    tells: bool = True


@dataclass(frozen=True, slots=True)
class Run:
    """One load on one server: what was heard, and what was used meanwhile.

    ``account`` is what the server counted meanwhile; ``None`` if it does not tell.
    """

    target: Target
    plan: LoadPlan
    began_ns: int
    result: LoadResult
    samples: tuple[Sample, ...]
    account: dict[str, Any] | None = None


def measure_rounds(
    targets: Sequence[Target],
    plan: LoadPlan,
    rounds: int,
    clock: Clock,
    tick: Tick = lambda label, share: None,
) -> list[Run]:
    """Every target once a round, the order reversed from round to round.

    ``plan``'s address is replaced by each target's, its transport by ``http`` where a target does
    not have it. Raises ``EngineFailed`` if the load generator
    fails.
    """
    runs = []
    for index in range(rounds):
        for target in targets if index % 2 == 0 else targets[::-1]:
            mine = msgspec.structs.replace(
                plan,
                host=target.host,
                port=target.port,
                seed=plan.seed + index,
                transport=plan.transport if plan.transport in target.transports else "http",
            )
            runs.append(measure(target, mine, clock, tick))
    return runs


def measure(
    target: Target,
    plan: LoadPlan,
    clock: Clock,
    tick: Tick = lambda label, share: None,
    meanwhile: Meanwhile = nullcontext,
) -> Run:
    """Put ``plan`` on ``target``. Raises ``EngineFailed`` if the load generator fails."""
    argument = msgspec.json.encode(plan).decode()
    before = _counted(target)
    # Beyond what it allows itself: a generator that hangs must not hang the measurement.
    deadline_s = _START_S + plan.duration_s + 2 * plan.grace_s
    with child(("-m", "brisa.bench.generator", argument), deadline_s=deadline_s) as process:
        began = _message(process, LoadBegun)
        watched = _watched(target, plan, began.began_ns, process.pid, clock, tick)
        with meanwhile(began.began_ns), watched as samples:
            result = _message(process, LoadResult)
        process.communicate()
    after = _counted(target)
    found = None if before is None or after is None else account(before, after)
    return Run(target, plan, began.began_ns, result, tuple(samples), found)


def _counted(target: Target) -> dict[str, float] | None:
    """What the server has counted of itself so far, if it tells."""
    if not target.tells:
        return None
    try:
        return metrics_of(target.host, target.port)
    except EngineFailed:
        return None


@contextmanager
def _watched(
    target: Target, plan: LoadPlan, began_ns: int, generator_pid: int, clock: Clock, tick: Tick
) -> Iterator[list[Sample]]:
    """Samples from the start of the load to the end of the block, by a thread."""
    samples: list[Sample] = []
    over = threading.Event()

    def watch() -> None:
        due_ns = began_ns
        while not over.wait(max(due_ns - clock.now_ns(), 0) / NS_PER_S):
            now_ns = clock.now_ns()
            samples.append(take_sample(now_ns, target.pid, generator_pid))
            tick(target.name, (now_ns - began_ns) / NS_PER_S / plan.duration_s)
            due_ns += SAMPLE_EVERY_NS

    thread = threading.Thread(target=watch, name="bench-samples")
    thread.start()
    try:
        yield samples
    finally:
        over.set()
        thread.join()


def _message(process: subprocess.Popen[bytes], kind: type[_Message]) -> _Message:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise EngineFailed("The load generator failed; see brisa doctor.")
    return msgspec.json.decode(line, type=kind)
