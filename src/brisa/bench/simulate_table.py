"""The matrix of simulations: every policy at every load, under the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from brisa.bench.simulate import simulate
from brisa.bench.simulate_plan import SimulationPlan
from brisa.bench.simulate_report import pooled_figures, simulation_figures
from brisa.scheduler.policy import POLICIES

LOADS = (0.7, 0.8, 0.9, 1.0)
SEEDS = 5


def simulated_table(
    plan: SimulationPlan,
    loads: Sequence[float] = LOADS,
    seeds: int = SEEDS,
    tick: Callable[[float], None] = lambda share: None,
) -> list[dict[str, Any]]:
    """A row for each load and policy, pooled over ``seeds``; nobody is refused.

    All policies meet the same listeners. ``tick`` is told the share of the runs that is done.
    """
    plan = replace(plan, admission=False)
    rows = []
    total = len(loads) * len(POLICIES) * seeds
    done = 0
    for load in loads:
        for policy in POLICIES:
            runs = []
            for seed in range(plan.seed, plan.seed + seeds):
                run = replace(plan, load=load, policy=policy, seed=seed)
                runs.append(simulation_figures(run, simulate(run)))
                done += 1
                tick(done / total)
            rows.append(pooled_figures(runs))
    return rows
