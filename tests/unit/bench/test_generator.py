"""The generator's bounds, and its judgement of itself."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from brisa.bench.generator import generate, lag_figures_ms
from brisa.bench.listening import LoadBegun, LoadPlan, LoadResult
from brisa.clock import ManualClock
from unit.bench.listening_samples import PLAN, run_of, spoken

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("count", "duration_s"), [(0, 5.0), (10_001, 5.0), (5, 0.0), (5, 3601.0), (5, float("nan"))]
)
def test_a_load_is_bounded(count: int, duration_s: float) -> None:
    plan = msgspec.structs.replace(PLAN, count=count, duration_s=duration_s)
    with pytest.raises(ValueError, match="not bounded"):
        asyncio.run(generate(plan, 0, ManualClock(0)))


def test_lateness_by_rank() -> None:
    assert lag_figures_ms([float(value) for value in range(1, 101)]) == (50.0, 99.0, 100.0)
    assert lag_figures_ms([]) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "message",
    [LoadBegun(5), run_of([spoken(0, 0, 3.5)]).result, PLAN],
    ids=lambda m: type(m).__name__,
)
def test_messages_survive_the_pipe(message: LoadBegun | LoadResult | LoadPlan) -> None:
    assert msgspec.json.decode(msgspec.json.encode(message), type=type(message)) == message
