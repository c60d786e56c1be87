"""Breath and hiss: Gaussian noise that is a pure function of (seed, segment, frame).

No generator runs along, so how frames are cut, batched or distributed cannot matter, and any frame
can be the first one (resuming needs no replay).

How: two tables of 2**18 standard normal numbers are made once per process from a fixed key (Philox
4x64 bits through the Box-Muller transform). A frame takes one window out of each, at positions
hashed from its key, and adds them; the tables carry the factor 1/sqrt(2) that keeps the variance.

* Inside a frame all 1202 numbers are independent normals: they come from distinct table entries.
* Frames share numbers only where windows overlap. A given pair of frames overlaps in a given table
  with probability 2 * 1202 / 2**18 = 0.9 %, almost always at some shift in frequency, and the
  correlation of the shared numbers is then 1/2. For the same bin to be correlated takes the same
  position in one table (2**-18, correlation 1/2) or in both (2**-36, the same noise).

Why: on one thread a window of each table costs 1 to 2 microseconds a frame, NumPy's ziggurat over a
re-keyed Philox about 20; hashing each number and transforming it lies between.

The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
generators", 2014; constants by D. Stafford, variant 13).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from brisa.engines.tiny.framing import BINS, Float32

_TABLE_BITS: Final = 18
_TABLE_SAMPLES: Final = 1 << _TABLE_BITS
_WINDOW: Final = 2 * BINS
_TABLE_KEY: Final = 0x6272697361  # any fixed number: it names the noise of all voices
_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


def key_of(seed: int, segment: int) -> int:
    """64-bit key of one segment's noise; integers of any size and sign."""
    return _mixed(_mixed((seed + _GOLDEN) & _MASK) + segment * _GOLDEN & _MASK)


def fill_noise(key: int, first_frame: int, out_2nf: Float32) -> None:
    """Write the noise of frames ``first_frame`` on to ``out_2nf [2, n, 601]``.

    Plane 0 is the real part, plane 1 the imaginary part; each is standard normal.
    """
    first_2f, second_2f = _windows()
    for index in range(out_2nf.shape[1]):
        bits = _mixed((key + (first_frame + index + 1) * _GOLDEN) & _MASK)
        np.add(
            first_2f[bits & (_TABLE_SAMPLES - 1)],
            second_2f[bits >> (64 - _TABLE_BITS)],
            out=out_2nf[:, index],
        )


def warm_noise() -> None:
    """Make the tables (some 10 ms), so that the first frame does not wait for them."""
    _windows()


def _mixed(word: int) -> int:
    """A bijection of 64-bit words in which every output bit depends on every input bit."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _MASK
    return word ^ (word >> 31)


@cache
def _windows() -> tuple[Float32, Float32]:
    """Views ``[position, 2, 601]`` of the two tables, a frame's numbers at every position."""
    numbers = _normals(2 * (_TABLE_SAMPLES + _WINDOW)) * np.sqrt(0.5)
    tables = numbers.astype(np.float32).reshape(2, -1)
    tables.flags.writeable = False
    views = sliding_window_view(tables, _WINDOW, axis=1).reshape(2, -1, 2, BINS)
    return views[0], views[1]


def _normals(count: int) -> np.ndarray:
    """``count`` (even) standard normal float64 numbers with exactly zero mean, unit variance."""
    words = np.random.Philox(key=_TABLE_KEY).random_raw(count)
    # 53 bits, moved off zero so that the logarithm exists.
    uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    radius, angle = np.sqrt(-2.0 * np.log(uniform[0::2])), 2.0 * np.pi * uniform[1::2]
    normals = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
    normals -= normals.mean()
    normals /= normals.std()
    return normals
