"""Breath and hiss: Gaussian noise that is a pure function of (seed, segment, frame).

No generator runs along, so how frames are cut, batched or distributed cannot matter, and any frame
can be the first one (resuming needs no replay).

How: two tables of 2**17 standard normal numbers are made once per process from a fixed key (Philox
4x64 bits through the Box-Muller transform). A frame takes one window out of each, at positions
hashed from its key, and adds them; the tables carry the factor 1/sqrt(2) that keeps the variance.

* Inside a frame all 1202 numbers are independent normals: they come from distinct table entries.
* Frames share numbers only where windows overlap. A given pair of frames overlaps in a given table
  with probability 2 * 1202 / 2**17 = 1.8 %, almost always at some shift in frequency, and the
  correlation of the shared numbers is then 1/2. For the same bins to be correlated takes the same
  position in one of the tables (2**-16, correlation 1/2) or in both (2**-34, the same noise).
  Frames that sound together, at most three apart, meet so once in some five minutes of speech.

Why: on one thread a window of each table costs 1 to 2 microseconds a frame, NumPy's ziggurat over a
re-keyed Philox about 20; hashing each number and transforming it lies between.

The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
generators", 2014; constants by D. Stafford, variant 13).
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from brisa.engines.tiny.framing import BINS, Float32, Float64

_TABLE_BITS: Final = 17
_TABLE_SAMPLES: Final = 1 << _TABLE_BITS
_WINDOW: Final = 2 * BINS
_TABLE_KEY: Final = 0x6272697361  # any fixed number: it names the noise of all voices
_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_GOLDEN_64: Final = np.uint64(_GOLDEN)

Words: TypeAlias = npt.NDArray[np.uint64]


def key_of(seed: int, segment: int) -> int:
    """64-bit key of one segment's noise; integers of any size and sign."""
    return _mixed(_mixed(seed + _GOLDEN) + segment * _GOLDEN)


def fill_noise(key: int, first_frame: int, out_n2f: Float32) -> None:
    """Write the noise of frames ``first_frame`` on to ``out_n2f [n, 2, 601]``.

    Of the middle axis 0 is the real part, 1 the imaginary part; each is standard normal.
    """
    count = out_n2f.shape[0]
    first_w, second_w = _windows()
    places_n = np.arange(first_frame + 1, first_frame + 1 + count, dtype=np.uint64) * _GOLDEN_64
    bits_n = _mixed_array(places_n + np.uint64(key))
    first_nw = first_w[bits_n & np.uint64(_TABLE_SAMPLES - 1)]
    second_nw = second_w[bits_n >> np.uint64(64 - _TABLE_BITS)]
    np.add(first_nw, second_nw, out=out_n2f.reshape(count, _WINDOW))


def warm_noise() -> None:
    """Make the tables (some 10 ms), so that the first frame does not wait for them."""
    _windows()


def _mixed_array(word_n: Words) -> Words:
    """A bijection of 64-bit words in which every output bit depends on every input bit."""
    word_n = (word_n ^ (word_n >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word_n = (word_n ^ (word_n >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word_n ^ (word_n >> np.uint64(31))


def _mixed(word: int) -> int:
    return int(_mixed_array(np.array([word & _MASK], np.uint64))[0])


@cache
def _windows() -> tuple[Float32, Float32]:
    """Views ``[position, 1202]`` of the two tables: a frame's numbers at every position."""
    numbers = _normals(2 * (_TABLE_SAMPLES + _WINDOW)) * np.sqrt(0.5)
    tables = numbers.astype(np.float32).reshape(2, -1)
    tables.flags.writeable = False
    views = sliding_window_view(tables, _WINDOW, axis=1)
    return views[0], views[1]


def _normals(count: int) -> Float64:
    """``count`` (even) standard normal float64 numbers with exactly zero mean, unit variance."""
    words = np.random.Philox(key=_TABLE_KEY).random_raw(count)
    # 53 bits, moved off zero so that the logarithm exists.
    uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    radius, angle = np.sqrt(-2.0 * np.log(uniform[0::2])), 2.0 * np.pi * uniform[1::2]
    normals: Float64 = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
    normals -= normals.mean()
    normals /= normals.std()
    return normals
