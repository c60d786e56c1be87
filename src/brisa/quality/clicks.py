"""Clicks where pieces of audio were put together.

A step in the wave holds high frequencies that voices have little of, so the third difference of the
samples shows it best. How large it is at a join is compared with the same figure at every place
nearby, which makes the measure independent of level and voice:

* ``ratio``: the figure at the join over the largest nearby. A click that is heard alone is far over
  1; without a step it stays under 1.8 (2,700 random places of the embedded voice's speech).
* ``rank``: the share of places nearby with a smaller figure. One rank says nothing; over many
  joins without steps the mean is 1/2 with a standard deviation of ``1 / sqrt(12 n)``, and steps of
  only 0.05 of the local level raise it to 0.6. So faults too small to be heard one by one are seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from brisa.audio.join import FADE_MS
from brisa.audio.trim import QUIET
from brisa.quality.recording import Recording
from brisa.types import PcmFloat

NEARBY_MS = 12.0
"""Reach of the comparison on either side: at least one pulse of any voice."""

_ORDER = 3
# The figure of a step of QUIET in silence, where there is nothing else to compare with.
_FLOOR = 0.003


@dataclass(frozen=True, slots=True)
class JoinFigures:
    """One join. ``rank`` is ``None`` where nothing sounds nearby."""

    ratio: float
    rank: float | None


def joins_of(recording: Recording) -> list[int]:
    """Every sample at which a fault could have been made.

    A chunk ends a fade's length before the engine's step does (the joiner holds that much back), so
    both places count.
    """
    fade_samples = round(recording.sample_rate_hz * FADE_MS / 1000)
    within = [start + offset for start in recording.chunk_starts for offset in (0, fade_samples)]
    return sorted({*recording.segment_starts, *within})


def join_figures(recording: Recording) -> list[JoinFigures]:
    """The figures of every join of a recording that has samples around it."""
    nearby_samples = round(recording.sample_rate_hz * NEARBY_MS / 1000)
    figures = (figures_at(recording.pcm_t, at, nearby_samples) for at in joins_of(recording))
    return [found for found in figures if found is not None]


def figures_at(pcm_t: PcmFloat, at_sample: int, nearby_samples: int) -> JoinFigures | None:
    """The figures between the samples ``at_sample - 1`` and ``at_sample``."""
    begin = max(0, at_sample - nearby_samples - _ORDER)
    around_t = pcm_t[begin : at_sample + nearby_samples + _ORDER].astype(np.float64)
    place = at_sample - begin - _ORDER
    if len(around_t) < 4 * _ORDER:
        return None
    steps = _steps(around_t)
    if not 0 <= place < len(steps):
        return None
    others = np.delete(steps, slice(max(0, place - _ORDER), place + _ORDER + 1))
    here = float(steps[place])
    ratio = here / (float(np.max(others, initial=0.0)) + _FLOOR)
    sounds = math.sqrt(float(np.mean(around_t**2))) > QUIET
    return JoinFigures(ratio, _rank(here, others) if sounds and len(others) else None)


def mean_rank_excess(figures: Sequence[JoinFigures]) -> float:
    """How far the mean rank is over 1/2, in standard deviations; 0 without ranks."""
    ranks = [found.rank for found in figures if found.rank is not None]
    if not ranks:
        return 0.0
    return (float(np.mean(ranks)) - 0.5) * math.sqrt(12 * len(ranks))


def _steps(around_t: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The largest third difference that spans each place between two samples."""
    differences = np.abs(np.diff(around_t, _ORDER))
    steps: npt.NDArray[np.float64] = np.lib.stride_tricks.sliding_window_view(
        differences, _ORDER
    ).max(axis=-1)
    return steps


def _rank(here: float, others: npt.NDArray[np.float64]) -> float:
    return float(np.mean(others < here) + np.mean(others == here) / 2)
