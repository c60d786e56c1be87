"""When simulated listeners come, and how long they think between two utterances.

Everything is drawn from a seeded generator, so that two servers meet the same listeners.
"""

from __future__ import annotations

from random import Random
from typing import Literal, get_args

Arrivals = Literal["poisson", "burst", "steady"]

ARRIVALS: tuple[str, ...] = get_args(Arrivals)

MAX_RAMP_S = 8.0
"""About the length of an utterance with the pause after it: listeners who come in this time send
their first requests at the rate at which all of them go on sending."""

_THINK_S = (0.2, 0.8)


def ramp_s(duration_s: float) -> float:
    """The time in which listeners come; at most a quarter of the run."""
    return min(MAX_RAMP_S, duration_s / 4)


def start_offsets_s(arrivals: Arrivals, count: int, over_s: float, random: Random) -> list[float]:
    """When each of ``count`` listeners comes, in order, within ``over_s``.

    ``burst``: all at once. ``steady``: evenly. ``poisson``: as independent people do, which for a
    number that is given is ``count`` uniform times (the conditional property of Poisson processes).
    """
    if count < 1:
        raise ValueError("a run needs a listener")
    if arrivals == "burst":
        return [0.0] * count
    if arrivals == "steady":
        return [index * over_s / count for index in range(count)]
    return sorted(random.uniform(0, over_s) for _ in range(count))


def think_s(random: Random) -> float:
    """How long a listener waits between what was heard and the next request."""
    return random.uniform(*_THINK_S)
