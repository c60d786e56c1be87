"""Leave out the silence around the sound of a piece that comes in chunks.

Where the sound lies is told, and not believed blindly: nothing louder than a floor is left out, and
the end waits for a stretch of quiet. Every decision depends on the samples before a place and on
the place alone, so any cut of the input gives the same output.
"""

from __future__ import annotations

import numpy as np

from brisa.types import PcmFloat

QUIET = 0.003
"""-50 dBFS: under what a voice leaves between words, over what it leaves around them."""


class Trim:
    """Passes what lies between ``start_sample`` and ``end_sample`` (``None``: no end is known).

    The start comes earlier if a sample over :data:`QUIET` does; the end is the first place from
    ``end_sample`` on that has ``quiet_samples`` quiet samples before it.
    """

    def __init__(
        self, start_sample: int = 0, end_sample: int | None = None, quiet_samples: int = 480
    ) -> None:
        self._start_sample = start_sample
        self._end_sample = end_sample
        self._quiet_samples = quiet_samples
        self._started = start_sample == 0
        self._ended = False
        self._position = 0
        self._last_loud = -1 - quiet_samples
        self._dropped_samples = 0

    @property
    def head_samples(self) -> int:
        """How many samples are left out before the sound; an expectation until it has begun."""
        return self._dropped_samples if self._started else self._start_sample

    def push(self, pcm_t: PcmFloat) -> PcmFloat:
        """The part of the next samples that passes, as a view."""
        begin, self._position = self._position, self._position + len(pcm_t)
        if self._ended:
            return pcm_t[:0]
        if self._started and self._end_sample is None:
            return pcm_t
        loud = np.flatnonzero(np.abs(pcm_t) > QUIET) + begin
        first = self._find_start(begin, loud) - begin
        return pcm_t[first : self._find_end(loud) - begin]

    def flush(self) -> PcmFloat:
        """Nothing: no sample is held back."""
        return np.zeros(0, np.float32)

    def _find_start(self, begin: int, loud: np.ndarray) -> int:
        """The first sample of this chunk that passes; counts those before it."""
        if self._started:
            return begin
        start = min(self._start_sample, int(loud[0])) if len(loud) else self._start_sample
        self._started = start < self._position
        start = min(start, self._position)
        self._dropped_samples += start - begin
        return start

    def _find_end(self, loud: np.ndarray) -> int:
        """The end of what passes of this chunk."""
        if self._end_sample is None:
            return self._position
        while True:
            end = max(self._end_sample, self._last_loud + 1 + self._quiet_samples)
            index = int(np.searchsorted(loud, min(end, self._position))) - 1
            if index < 0 or int(loud[index]) <= self._last_loud:
                break
            self._last_loud = int(loud[index])
        self._ended = end <= self._position
        return min(end, self._position)
