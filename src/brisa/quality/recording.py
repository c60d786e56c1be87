"""One text as it was spoken: the samples, and where they were put together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from brisa.audio.resample import Resampler
from brisa.types import PcmFloat


@dataclass(frozen=True, slots=True)
class Recording:
    """Mono samples at ``sample_rate_hz``.

    ``segment_starts`` and ``chunk_starts`` are the samples at which a segment or a chunk after the
    first begins; a segment's start is not repeated among the chunks'.
    """

    pcm_t: PcmFloat
    sample_rate_hz: int
    segment_starts: tuple[int, ...] = ()
    chunk_starts: tuple[int, ...] = ()

    @property
    def duration_s(self) -> float:
        return len(self.pcm_t) / self.sample_rate_hz

    def at_rate(self, sample_rate_hz: int) -> PcmFloat:
        """The samples at another rate. Raises ``OutOfRange`` if it cannot be reached."""
        if sample_rate_hz == self.sample_rate_hz:
            return self.pcm_t
        resampler = Resampler(self.sample_rate_hz, sample_rate_hz)
        return np.concatenate((resampler.push(self.pcm_t), resampler.flush()))
