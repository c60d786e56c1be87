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
    """Buffers for ``BLOCK_FRAMES`` frames, about 3 MB.

    Nothing survives in it between two calls, so any stream may use any scratch; two threads must
    not use one at the same time. Axes: ``n`` frames or hops of the block, ``f`` bins, ``t`` time,
    ``2`` real and imaginary part.
    """

    __slots__ = (
        "amplitude_nf",
        "folded_nt",
        "frames_nt",
        "hop_f64_nt",
        "hop_mask_nt",
        "hop_nt",
        "overlap_nt",
        "reversed_nf",
        "reversed_nt",
        "reversed_t",
        "source_nt",
        "source_t",
        "spectrum_nf",
        "sum_n2f",
        "term_n2f",
        "wave_n2f",
    )

    def __init__(self) -> None:
        n = BLOCK_FRAMES
        self.sum_n2f, self.wave_n2f, self.term_n2f = (
            np.empty((n, 2, BINS), np.float32) for _ in range(3)
        )
        self.amplitude_nf = np.empty((n, BINS), np.float32)
        self.folded_nt = np.empty((n, FFT_SAMPLES // 2), np.float32)
        self.reversed_nf = np.empty((n, BINS), np.float32)
        # The source's transform and the output's come one after the other, on the same memory.
        self.spectrum_nf = np.empty((n, BINS), np.complex64)
        self.frames_nt = np.empty((n, FFT_SAMPLES), np.float32)
        self.overlap_nt = np.empty((n + HOPS_PER_FFT - 1, HOP_SAMPLES), np.float32)
        self.source_t = np.empty((n + HOPS_PER_FFT - 1) * HOP_SAMPLES, np.float32)
        self.source_nt = sliding_window_view(self.source_t, FFT_SAMPLES)[::HOP_SAMPLES]
        self.reversed_t = np.empty_like(self.source_t)
        self.reversed_nt = sliding_window_view(self.reversed_t, FFT_SAMPLES)[::HOP_SAMPLES]
        self.hop_nt = tuple(np.empty((n, HOP_SAMPLES), np.float32) for _ in range(4))
        self.hop_f64_nt = tuple(np.empty((n, HOP_SAMPLES), np.float64) for _ in range(2))
        self.hop_mask_nt = np.empty((n, HOP_SAMPLES), np.bool_)
