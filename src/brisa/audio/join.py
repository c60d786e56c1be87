"""Puts independently generated pieces of a stream together without clicks.

Each piece begins and ends in silence: a raised-cosine fade of a few milliseconds lies over both its
edges, also when it is cut off in the middle. Between pieces lie pauses counted in samples.

::

    gain   0 ╱▔▔▔▔▔▔▔▔▔▔╲ 0 ______ 0 ╱▔▔▔▔▔╲ 0
             └ segment ┘   pause

A piece's end is not known until it comes, so as many samples as the fade is long are held back,
never more. Gains depend on the sample's place in the piece alone, so every cut of the input gives
the same samples.
"""

from __future__ import annotations

import numpy as np

from brisa.types import PcmFloat

FADE_MS = 5.0


def fade_in_gain(fade_samples: int) -> PcmFloat:
    """Raised cosine from exactly 0 at the first sample towards 1; reversed, it fades out."""
    phase_t = np.arange(fade_samples) * (np.pi / max(fade_samples, 1))
    gain_t: PcmFloat = (0.5 - 0.5 * np.cos(phase_t)).astype(np.float32)
    return gain_t


class Joiner:
    """Fades and joins the segments of one stream of mono float32 samples. Not thread-safe.

    Calls come in the order ``begin_segment``, any number of ``push``, ``end_segment``, and so on;
    :meth:`finish` may come at any point, when the stream is over or given up. Other orders are a
    fault of the caller and raise ``RuntimeError``. A piece shorter than two fades gets both, one
    over the other.
    """

    def __init__(self, sample_rate_hz: int, fade_ms: float = FADE_MS) -> None:
        self._fade_samples = round(sample_rate_hz * fade_ms / 1000)
        self._fade_in_t = fade_in_gain(self._fade_samples)
        self._held_t = np.zeros(0, np.float32)
        self._position = 0
        self._in_segment = False

    @property
    def in_segment(self) -> bool:
        """Whether a segment has begun and not ended."""
        return self._in_segment

    @property
    def held_samples(self) -> int:
        """Samples taken and not yet given back; at most the length of the fade."""
        return self._held_t.shape[0]

    def begin_segment(self) -> None:
        """The next samples are a new piece."""
        if self._in_segment:
            raise RuntimeError("the segment before has not ended")
        self._in_segment = True
        self._position = 0

    def push(self, pcm_t: PcmFloat) -> PcmFloat:
        """More of the segment. Returns new samples; ``pcm_t`` is neither changed nor kept."""
        if not self._in_segment:
            raise RuntimeError("no segment has begun")
        joined_t = np.concatenate((self._held_t, self._faded_in(pcm_t)))
        ready = max(0, joined_t.shape[0] - self._fade_samples)
        self._held_t = joined_t[ready:]
        return joined_t[:ready]

    def end_segment(self, pause_samples: int = 0) -> PcmFloat:
        """The end of the segment, faded out, and ``pause_samples`` of silence after it."""
        if not self._in_segment:
            raise RuntimeError("no segment has begun")
        if pause_samples < 0:
            raise RuntimeError("a pause cannot be negative")
        held = self._held_t.shape[0]
        tail_t = np.zeros(held + pause_samples, np.float32)
        if held:
            tail_t[:held] = self._held_t * self._fade_in_t[:held][::-1]
        self._held_t = np.zeros(0, np.float32)
        self._in_segment = False
        return tail_t

    def finish(self) -> PcmFloat:
        """What is held back, faded out: the end of the stream, wherever it was cut."""
        return self.end_segment() if self._in_segment else np.zeros(0, np.float32)

    def _faded_in(self, pcm_t: PcmFloat) -> PcmFloat:
        gain_t = self._fade_in_t[self._position : self._position + pcm_t.shape[0]]
        self._position += pcm_t.shape[0]
        faded_t = pcm_t.astype(np.float32)
        faded_t[: gain_t.shape[0]] *= gain_t
        return faded_t
