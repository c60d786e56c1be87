"""What is played in place of audio that does not come in time.

What was heard last goes on and fades to silence, and audio that comes late is faded in over it::

    heard ──────┐ pitch period, pitch period … fading ──── silence
                └──────────── filler ────────────┬ cross-fade ┬──── late audio, every sample of it

The filler is the last pitch period over and over. The period is the lag of 2.5 to 17 ms (400 to
60 Hz) at which the last 20 ms are most like what was before them, by normalised cross-correlation;
where nothing is, as in unvoiced sounds and noise, 30 ms are repeated, which is heard as a pitch
less. Repeating the last period, and falling silent when it lasts, is how ITU-T G.711 Appendix I
(1999) conceals lost packets; the figures here are for speech that stops for longer.

Nothing clicks: a seam between repetitions is cross-faded, the difference between the last sample
that was heard and what the period would continue from is let fade, and the level falls as a raised
cosine. Without so much as 40 ms of history there is only that fade.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from brisa.audio.pcm import ramp, to_float, to_int16
from brisa.types import PcmFloat, PcmInt16

HISTORY_MS: Final = 60.0
SHORTEST_PERIOD_MS: Final = 2.5
LONGEST_PERIOD_MS: Final = 17.0
COMPARED_MS: Final = 20.0
UNVOICED_PERIOD_MS: Final = 30.0
VOICED_LIKENESS: Final = 0.5
"""Less alike than this, and the end of what was heard has no pitch."""

STEADY_MS: Final = 20.0
"""So long the filler is as loud as what was heard last."""

FILLER_MS: Final = 160.0
"""After so much the filler has faded away; a listener is not told that somebody hums on."""

CROSS_FADE_MS: Final = 8.0
OFFSET_FADE_MS: Final = 3.0


class Concealer:
    """One stream's. Not thread-safe. All of the stream's audio goes through :meth:`follow`."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._rate_hz = sample_rate_hz
        self._history_t: PcmInt16 = np.zeros(0, np.int16)
        self._filler: _Filler | None = None
        self._faded_samples = 0
        self._rising_t = ramp(max(1, self._samples(CROSS_FADE_MS)))

    @property
    def exhausted(self) -> bool:
        """:meth:`fill` gives nothing before there is audio again."""
        nothing_heard = not self._history_t.shape[0]
        return nothing_heard or (
            self._filler is not None and not self._faded_samples and self._filler.over
        )

    def fill(self, samples: int) -> PcmInt16:
        """Up to ``samples`` more to be heard in place of audio; none if :attr:`exhausted`."""
        if self.exhausted:
            return np.zeros(0, np.int16)
        if self._filler is None or self._faded_samples:
            self._filler = _Filler(to_float(self._history_t), self._rate_hz)
            self._faded_samples = 0
        left = self._filler.total_samples - self._filler.place_samples
        filler_t = to_int16(self._filler.next(min(samples, left)))
        self._remember(filler_t)
        return filler_t

    def follow(self, pcm_t: PcmInt16) -> PcmInt16:
        """Audio of the stream: itself, or faded in if it follows a filler. As long as it was."""
        if self._filler is not None:
            pcm_t = self._faded_in(pcm_t, self._filler)
        self._remember(pcm_t)
        return pcm_t

    def _faded_in(self, pcm_t: PcmInt16, filler: _Filler) -> PcmInt16:
        place = self._faded_samples
        rising_t = self._rising_t[place : place + pcm_t.shape[0]]
        fading = rising_t.shape[0]
        falling_t = self._rising_t[::-1][place : place + fading]
        blended_t = to_float(pcm_t[:fading]) * rising_t + filler.next(fading) * falling_t
        self._faded_samples += fading
        if self._faded_samples == self._rising_t.shape[0]:
            self._filler, self._faded_samples = None, 0
        return np.concatenate((to_int16(blended_t), pcm_t[fading:]))

    def _remember(self, pcm_t: PcmInt16) -> None:
        most = self._samples(HISTORY_MS)
        if pcm_t.shape[0] >= most:
            self._history_t = pcm_t[-most:].copy()
        else:
            self._history_t = np.concatenate((self._history_t, pcm_t))[-most:]

    def _samples(self, span_ms: float) -> int:
        return round(span_ms * self._rate_hz / 1000)


class _Filler:
    """The continuation of ``history_t``, whose last sample has just been heard."""

    def __init__(self, history_t: PcmFloat, sample_rate_hz: int) -> None:
        self._rate_hz = sample_rate_hz
        self._loop_t = self._repeatable(history_t)
        self._offset = float(history_t[-1] - self._loop_t[-1])
        self._offset_t = ramp(max(1, self._samples(OFFSET_FADE_MS)))[::-1]
        self._steady = self._samples(STEADY_MS)
        self._fade_t = ramp(max(1, self._samples(FILLER_MS) - self._steady))[::-1]
        self.total_samples: int = self._steady + self._fade_t.shape[0]
        self.place_samples = 0

    @property
    def over(self) -> bool:
        """It has faded to silence."""
        return self.place_samples >= self.total_samples

    def next(self, samples: int) -> PcmFloat:
        """So many more; silence after the end."""
        places_t = np.arange(self.place_samples, self.place_samples + samples)
        self.place_samples += samples
        filler_t: PcmFloat = self._loop_t[places_t % self._loop_t.shape[0]]
        filler_t += self._offset * _gains(self._offset_t, places_t)
        filler_t *= np.where(
            places_t < self._steady, np.float32(1), _gains(self._fade_t, places_t - self._steady)
        )
        return filler_t

    def _repeatable(self, history_t: PcmFloat) -> PcmFloat:
        """The last period, whose end leads to its beginning."""
        unvoiced = self._samples(UNVOICED_PERIOD_MS)
        if history_t.shape[0] < unvoiced + unvoiced // 4 or not history_t.any():
            return np.zeros(1, np.float32)
        period = self._period(history_t) or unvoiced
        overlap = max(1, period // 4)
        loop_t = history_t[-period:].copy()
        leading_t = history_t[-period - overlap : -period]
        rising_t = ramp(overlap)
        loop_t[-overlap:] = loop_t[-overlap:] * rising_t[::-1] + leading_t * rising_t
        return loop_t

    def _period(self, history_t: PcmFloat) -> int | None:
        """The lag at which the end of ``history_t`` repeats itself best, if it does."""
        compared = self._samples(COMPARED_MS)
        shortest = max(2, self._samples(SHORTEST_PERIOD_MS))
        longest = min(self._samples(LONGEST_PERIOD_MS), history_t.shape[0] - compared)
        if longest < shortest:
            return None
        end_t = history_t[-compared:].astype(np.float64)
        region_t = history_t[-compared - longest : -shortest].astype(np.float64)
        energy_t = np.concatenate(([0.0], np.cumsum(region_t**2)))
        powers_t = np.maximum(energy_t[compared:] - energy_t[:-compared], 0.0)
        scale_t = np.sqrt(powers_t * float(np.dot(end_t, end_t))) + 1e-9
        likeness_t = np.correlate(region_t, end_t, "valid") / scale_t
        best = int(np.argmax(likeness_t))
        return longest - best if likeness_t[best] >= VOICED_LIKENESS else None

    def _samples(self, span_ms: float) -> int:
        return round(span_ms * self._rate_hz / 1000)


def _gains(falling_t: PcmFloat, places_t: np.typing.NDArray[np.int64]) -> PcmFloat:
    """The fade at each place; 0 after its end. Places before it give any of its values."""
    inside_t = places_t < falling_t.shape[0]
    return np.where(inside_t, falling_t[np.minimum(places_t, falling_t.shape[0] - 1)], 0).astype(
        np.float32
    )
