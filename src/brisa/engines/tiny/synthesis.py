"""The embedded voice's signal processing as a stream: spectral frames in, samples out."""

from __future__ import annotations

import numpy as np

from brisa.engines.tiny.framing import BLOCK_FRAMES, HOP_SAMPLES, Float32
from brisa.engines.tiny.noise import fill_noise, key_of
from brisa.engines.tiny.overlap_add import LEAD_HOPS, OverlapAdd
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.source_spectrum import SourceSpectrum, transform
from brisa.engines.tiny.spectrum import (
    SpectralParts,
    add_harmonics,
    add_noise_and_free,
    is_shaped,
    with_bins_adjacent,
)
from brisa.errors import EngineFailed
from brisa.types import PcmFloat


class DspStream:
    """One segment's way from the network's output to sound. Plain state, about 15 kB and its pitch.

    ``f0_hz_k`` is the pitch of all ``k`` frames, known before the first spectrum. The noise is a
    function of ``seed``, ``segment`` and the frame's number in the segment and of nothing else.

    The samples are bit for bit the same however the frames are cut. A scratch is borrowed for the
    length of a call. Samples are float32 at 24 kHz, nominally in [-1, 1] but not clamped; they are
    always finite: a frame that holds a NaN or an infinite phase is silent.
    """

    __slots__ = ("_key", "_output", "_source", "frames_total")

    def __init__(self, f0_hz_k: Float32, *, seed: int, segment: int) -> None:
        self._key = key_of(seed, segment)
        self._source = SourceSpectrum(f0_hz_k)
        self.frames_total = len(f0_hz_k)
        self._output = OverlapAdd(self.frames_total)

    @property
    def frames_pushed(self) -> int:
        return self._output.frames

    def push(self, parts: SpectralParts, scratch: Scratch) -> PcmFloat:
        """Take the next ``n >= 0`` frames; returns every sample that they complete.

        Hop ``k`` (300 samples) is complete with frame ``k + 2``. The result belongs to the caller;
        ``parts`` are only read, and not kept. Raises ``EngineFailed`` for parts of the wrong shape
        and for more frames than there is pitch.
        """
        count = len(parts.harmonic_log_kf)
        first, last = self.frames_pushed, self.frames_pushed + count
        if not is_shaped(parts) or last > self.frames_total:
            raise EngineFailed(
                "The voice's decoder yielded frames that do not fit its pitch curve."
            )
        parts = with_bins_adjacent(parts)
        done = max(0, first - LEAD_HOPS)
        pcm_nt = np.empty((max(0, last - LEAD_HOPS) - done, HOP_SAMPLES), np.float32)
        filled = 0
        for start in range(0, count, BLOCK_FRAMES):
            block = parts.frames(start, min(start + BLOCK_FRAMES, count))
            hops_nt = self._push_block(block, scratch)
            pcm_nt[filled : filled + len(hops_nt)] = hops_nt
            filled += len(hops_nt)
        return pcm_nt.reshape(-1)

    def finish(self) -> PcmFloat:
        """The rest, after the last frame. Raises ``EngineFailed`` if frames are missing."""
        if self.frames_pushed != self.frames_total:
            raise EngineFailed("The voice's decoder stopped before the end of its pitch curve.")
        return self._output.finish().reshape(-1) if self.frames_total else np.empty(0, np.float32)

    def _push_block(self, parts: SpectralParts, scratch: Scratch) -> Float32:
        """At most a block of frames to finished hops, on ``scratch``."""
        count, first = len(parts.harmonic_log_kf), self.frames_pushed
        with np.errstate(invalid="ignore"):
            fill_noise(self._key, first, scratch.noise_n2f[:count])
            add_noise_and_free(parts, scratch)
            signal_nt = self._source.load(count, scratch)
            for start, stop in self._source.voiced_runs(first, count):
                source_nf = transform(signal_nt[start:stop], scratch)
                add_harmonics(parts, source_nf, start, stop, scratch)
            return self._output.push(scratch.spectrum_nf[:count], scratch)
