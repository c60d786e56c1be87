"""Change the tempo of speech and keep its pitch, while it streams.

WSOLA (waveform-similarity overlap-add; Verhelst and Roelands, ICASSP 1993). Output is made in hops
of 15 ms, half a window. Hop *k* should come from source position ``k * hop * factor``; it may come
from up to 10 ms to either side, from where the waveform goes on best from what was played last, and
is cross-faded with that::

    source  ──────┬─ last hop ─┬── what would follow ──┐
                  s            t = s + hop             │ similar?
    source  ───────── nominal - 10 ms … best … nominal + 10 ms ──

Similarity is the normalised cross-correlation over one hop. If what would follow anyway lies within
the 10 ms, nothing is more similar: it is copied as it is. So at factors near 1 most of the source
passes unchanged between rare joins, and at factor 1 all of it does.

Where each hop comes from depends on absolute positions and on samples alone, and sums are taken in
scratch memory of fixed alignment: the output is the same, bit for bit, however the input is cut.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from brisa.audio.pcm import Fade, ramp
from brisa.errors import OutOfRange
from brisa.types import PcmFloat

MIN_FACTOR: Final = 0.25
MAX_FACTOR: Final = 4.0
HOP_S: Final = 0.015
SEARCH_S: Final = 0.010
NEARNESS: Final = 0.01
"""What the farthest candidate loses in similarity; decides between equals, as in silence."""

ALIGN_BYTES: Final = 64


class Stretcher:
    """One stream's tempo change; ``factor`` 2.0 is twice as fast. Not thread-safe.

    ``n`` samples become ``n / factor`` to within one window (30 ms), beginning and ending as the
    source does. Less than a window comes back as it is. Raises
    :class:`~brisa.errors.OutOfRange` for a factor outside 0.25 to 4.0.
    """

    def __init__(self, factor: float, sample_rate_hz: int) -> None:
        if not MIN_FACTOR <= factor <= MAX_FACTOR:
            raise OutOfRange(
                f"The tempo can change by a factor of {MIN_FACTOR} to {MAX_FACTOR}.", param="speed"
            )
        self._factor = factor
        self._hop = max(2, round(HOP_S * sample_rate_hz))
        self._search = max(1, round(SEARCH_S * sample_rate_hz))
        self._rising_t = ramp(self._hop, Fade.RAISED_COSINE)
        self._falling_t = self._rising_t[::-1].copy()
        self._region_t = _aligned(2 * self._search + self._hop)
        self._wanted_t = _aligned(self._hop)
        self._source_t: PcmFloat = np.zeros(0, dtype=np.float32)
        self._source_start = 0
        self._hops = 0
        self._next = 0
        self._flushed = False

    @property
    def window_samples(self) -> int:
        """Two hops: the bound on the error of the length."""
        return 2 * self._hop

    @property
    def lookahead_samples(self) -> int:
        """Input that must be there beyond a hop's nominal position before it is made."""
        return self._search + 2 * self._hop

    def push(self, pcm_t: PcmFloat) -> PcmFloat:
        """Take samples, give what is ready; may be empty. ``pcm_t`` is not kept."""
        if self._factor == 1.0:
            return pcm_t.astype(np.float32)
        self._source_t = np.concatenate((self._source_t, pcm_t), dtype=np.float32)
        end = self._end()
        hops: list[PcmFloat] = []
        while self._nominal() + self.lookahead_samples <= end:
            hops.append(self._make_hop(self._nominal(), end - 2 * self._hop))
        self._forget()
        return _joined(hops)

    def flush(self) -> PcmFloat:
        """The rest, down to the last sample of the source. Call once; nothing may follow."""
        if self._flushed or self._factor == 1.0:
            return np.zeros(0, dtype=np.float32)
        self._flushed = True
        end, last = self._end(), self._end() - 2 * self._hop
        if last < 0:
            return self._source_t
        length = round(end / self._factor)
        hops: list[PcmFloat] = []
        while self._hops == 0 or length - self._hops * self._hop > 2 * self._hop:
            hops.append(self._make_hop(min(self._nominal(), last), last))
        hops.append(self._make_ending(length - self._hops * self._hop, end))
        return _joined(hops)

    def _end(self) -> int:
        return self._source_start + len(self._source_t)

    def _nominal(self) -> int:
        return int(self._hops * self._hop * self._factor + 0.5)

    def _at(self, start: int, samples: int) -> PcmFloat:
        first = start - self._source_start
        return self._source_t[first : first + samples]

    def _make_hop(self, nominal: int, last: int) -> PcmFloat:
        """One hop from near ``nominal``, no later than ``last``."""
        start = self._best_start(nominal, last)
        pcm_t = self._joined_at(start)
        self._hops += 1
        self._next = start + self._hop
        return pcm_t

    def _make_ending(self, samples: int, end: int) -> PcmFloat:
        """About ``samples``, at least a hop, ending with the end of the source."""
        last = end - self._hop
        start = self._best_start(end - max(samples, self._hop), last)
        rest_t = self._at(start + self._hop, end - start - self._hop)
        return np.concatenate((self._joined_at(start), rest_t))

    def _joined_at(self, start: int) -> PcmFloat:
        """The hop at ``start``, cross-faded with what would have followed the last one."""
        new_t = self._at(start, self._hop)
        if start == self._next:
            return new_t
        return self._at(self._next, self._hop) * self._falling_t + new_t * self._rising_t

    def _best_start(self, nominal: int, last: int) -> int:
        """Where the source goes on most like what would follow the last hop."""
        low = max(0, nominal - self._search)
        high = min(last, nominal + self._search)
        if low <= self._next <= high:
            return self._next
        likeness_t = self._likeness(low, high - low + 1)
        distance_t = np.abs(np.arange(low, high + 1) - nominal)
        return low + int(np.argmax(likeness_t - (NEARNESS / self._search) * distance_t))

    def _likeness(self, low: int, candidates: int) -> npt.NDArray[np.float64]:
        """Normalised cross-correlation of each candidate hop with what would follow, in [-1, 1]."""
        region_t = self._region_t[: candidates + self._hop - 1]
        region_t[:] = self._at(low, region_t.shape[0])
        self._wanted_t[:] = self._at(self._next, self._hop)
        products_t = np.correlate(region_t, self._wanted_t, "valid").astype(np.float64)
        energy_t = np.zeros(region_t.shape[0] + 1)
        np.cumsum(np.square(region_t, dtype=np.float64), out=energy_t[1:])
        powers_t = np.maximum(energy_t[self._hop :] - energy_t[: -self._hop], 0.0)
        wanted_power = float(np.dot(self._wanted_t, self._wanted_t))
        scale_t: npt.NDArray[np.float64] = np.sqrt(powers_t * wanted_power)
        return products_t / (scale_t + 1e-9)

    def _forget(self) -> None:
        """Drop source that no later hop, nor the ending, can come from."""
        ending = self._end() - self.lookahead_samples
        oldest = min(self._next, self._nominal() - self._search, ending)
        surplus = max(0, oldest - self._source_start)
        self._source_t = self._source_t[surplus:].copy()
        self._source_start += surplus


def stretch(pcm_t: PcmFloat, factor: float, sample_rate_hz: int) -> PcmFloat:
    """A whole piece at another tempo."""
    stretcher = Stretcher(factor, sample_rate_hz)
    return np.concatenate((stretcher.push(pcm_t), stretcher.flush()))


def _aligned(samples: int) -> PcmFloat:
    """Scratch on a cache line, so that vector code splits sums the same way every time."""
    memory = np.zeros(samples * 4 + ALIGN_BYTES, dtype=np.uint8)
    offset = -memory.ctypes.data % ALIGN_BYTES
    return memory[offset : offset + samples * 4].view(np.float32)


def _joined(parts: list[PcmFloat]) -> PcmFloat:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
