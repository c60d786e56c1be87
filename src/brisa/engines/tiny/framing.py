"""How the embedded voice cuts time and frequency: fixed by how its network was trained.

A *frame* is one column of spectrum, a *hop* the 300 samples by which frames advance (80 a second).
Frame ``k`` is centred on the first sample of hop ``k``, so it covers hops ``k - 2`` to ``k + 1``.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

SAMPLE_RATE_HZ: Final = 24_000
HOP_SAMPLES: Final = 300
FFT_SAMPLES: Final = 1200
HOPS_PER_FFT: Final = FFT_SAMPLES // HOP_SAMPLES
BINS: Final = FFT_SAMPLES // 2 + 1

BLOCK_FRAMES: Final = 64
"""How many frames are worked on at once (0.8 s): enough to hide the overhead of some hundred calls
into NumPy, few enough that the work buffers stay in a core's caches."""

Float32: TypeAlias = npt.NDArray[np.float32]
Float64: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


def hann(samples: int = FFT_SAMPLES) -> Float64:
    """The periodic Hann window, whose squares at a quarter's overlap add up to 3/2."""
    angle_t = 2.0 * np.pi * np.arange(samples) / samples
    window_t: Float64 = 0.5 - 0.5 * np.cos(angle_t)
    return window_t


def runs(flags: Flags) -> list[tuple[int, int]]:
    """``(start, stop)`` of every stretch of true values, in order.

    In Python, since blocks are short: a loop over some dozens of flags is faster than one call of
    ``np.diff``.
    """
    found: list[tuple[int, int]] = []
    start = -1
    for index, flag in enumerate(flags.tolist()):
        if flag and start < 0:
            start = index
        elif not flag and start >= 0:
            found.append((start, index))
            start = -1
    if start >= 0:
        found.append((start, len(flags)))
    return found
