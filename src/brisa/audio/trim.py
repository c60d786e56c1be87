"""Leave out what lies before and after a span of samples of a piece that comes in chunks."""

from __future__ import annotations

import numpy as np

from brisa.types import PcmFloat


class Trim:
    """Passes samples ``start_sample`` (included) to ``end_sample`` (excluded, ``None``: the rest).

    Which samples pass depends on their place alone, so any cut of the input gives the same output.
    """

    def __init__(self, start_sample: int = 0, end_sample: int | None = None) -> None:
        self._start_sample = start_sample
        self._end_sample = end_sample
        self._position = 0

    @property
    def start_sample(self) -> int:
        """How many samples are left out at the beginning."""
        return self._start_sample

    def push(self, pcm_t: PcmFloat) -> PcmFloat:
        """The part of the next samples that passes, as a view."""
        begin, self._position = self._position, self._position + len(pcm_t)
        stop = len(pcm_t) if self._end_sample is None else max(self._end_sample - begin, 0)
        return pcm_t[max(self._start_sample - begin, 0) : stop]

    def flush(self) -> PcmFloat:
        """Nothing: no sample is held back."""
        return np.zeros(0, np.float32)
