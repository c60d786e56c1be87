"""Work buffers of the signal processing: one set a thread, lent to whichever stream is stepped."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from brisa.engines.tiny.framing import (
    BINS,
    BLOCK_FRAMES,
    FFT_SAMPLES,
    HOP_SAMPLES,
    HOPS_PER_FFT,
)


class Scratch:
    """Buffers for ``BLOCK_FRAMES`` frames, about 2 MB.

    Nothing survives in it between two calls, so any stream may use any scratch; two threads must
    not use one at the same time. Axes: ``n`` frames or hops of the block, ``f`` bins, ``t`` time.
    """

    __slots__ = (
        "frames_nt",
        "harmonic_nf",
        "hop_f64_nt",
        "hop_mask_nt",
        "hop_nt",
        "noise_n2f",
        "overlap_nt",
        "plane_nf",
        "source_nt",
        "source_t",
        "spectrum_nf",
        "wave_nf",
        "windowed_nt",
    )

    def __init__(self) -> None:
        n = BLOCK_FRAMES
        self.plane_nf = tuple(np.empty((n, BINS), np.float32) for _ in range(3))
        self.noise_n2f = np.empty((n, 2, BINS), np.float32)
        self.harmonic_nf = np.empty((n, BINS), np.complex64)
        self.wave_nf = np.empty((n, BINS), np.complex64)
        self.spectrum_nf = np.empty((n, BINS), np.complex64)
        # The source's frames are done with when the output's are made: one memory, hot in cache.
        self.frames_nt = self.windowed_nt = np.empty((n, FFT_SAMPLES), np.float32)
        self.overlap_nt = np.empty((n + HOPS_PER_FFT - 1, HOP_SAMPLES), np.float32)
        self.source_t = np.empty((n + HOPS_PER_FFT - 1) * HOP_SAMPLES, np.float32)
        self.source_nt = sliding_window_view(self.source_t, FFT_SAMPLES)[::HOP_SAMPLES]
        self.hop_nt = tuple(np.empty((n, HOP_SAMPLES), np.float32) for _ in range(4))
        self.hop_f64_nt = tuple(np.empty((n, HOP_SAMPLES), np.float64) for _ in range(2))
        self.hop_mask_nt = np.empty((n, HOP_SAMPLES), np.bool_)
