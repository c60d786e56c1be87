"""Where a recording is silent: before, after and inside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from brisa.audio.trim import QUIET
from brisa.types import PcmFloat


@dataclass(frozen=True, slots=True)
class Silences:
    """``sound_ms`` lies between the first and the last sample over -50 dBFS; ``leading_ms`` before
    and ``trailing_ms`` after it. ``longest_inside_ms`` is the longest stretch without such a sample
    in between. A recording without any is all leading silence.
    """

    leading_ms: float
    trailing_ms: float
    longest_inside_ms: float
    sound_ms: float


def silences_of(pcm_t: PcmFloat, sample_rate_hz: int) -> Silences:
    """The silences of a whole recording."""
    per_ms = sample_rate_hz / 1000
    loud = np.flatnonzero(np.abs(pcm_t) > QUIET)
    if not len(loud):
        return Silences(len(pcm_t) / per_ms, 0.0, 0.0, 0.0)
    first, last = int(loud[0]), int(loud[-1])
    longest = int(np.max(np.diff(loud), initial=1)) - 1
    return Silences(
        first / per_ms,
        (len(pcm_t) - 1 - last) / per_ms,
        longest / per_ms,
        (last - first + 1) / per_ms,
    )
