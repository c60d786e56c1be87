"""PCM arithmetic: exact conversions, complementary fades, levels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio import pcm
from support.split_invariance import assert_split_invariant, some_cuts

pytestmark = pytest.mark.unit

ALL_INT16 = np.arange(-32768, 32768, dtype=np.int32).astype(np.int16)


def floats(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_every_int16_survives_the_way_to_float_and_back() -> None:
    as_float = pcm.to_float(ALL_INT16)
    assert as_float.dtype == np.float32
    assert as_float.min() == -1.0
    assert as_float.max() == np.float32(32767 / 32768)
    assert pcm.to_int16(as_float).tolist() == ALL_INT16.tolist()


def test_out_of_range_is_clamped_and_nan_is_silence() -> None:
    wild = floats(1.0, 1.5, math.inf, 3.4e38, -1.0, -2.0, -math.inf, math.nan)
    assert pcm.to_int16(wild).tolist() == [32767, 32767, 32767, 32767, -32768, -32768, -32768, 0]
    assert math.isnan(wild[-1])


def test_rounding_is_symmetric_with_ties_to_even() -> None:
    steps = floats(0.49, 0.5, 0.51, 1.5, 2.5, 3.49) / np.float32(32768)
    assert pcm.to_int16(steps).tolist() == [0, 0, 1, 2, 2, 3]
    assert pcm.to_int16(-steps).tolist() == [0, 0, -1, -2, -2, -3]


def test_gain_and_silence() -> None:
    assert pcm.apply_gain(floats(0.5, -0.25), 2.0).tolist() == [1.0, -0.5]
    assert pcm.apply_gain(floats(0.5), 2.0).dtype == np.float32
    assert pcm.gain_of_db(0.0) == 1.0
    assert pcm.gain_of_db(-20.0) == pytest.approx(0.1)
    assert pcm.gain_of_db(-math.inf) == 0.0
    assert pcm.silence(3).tolist() == [0, 0, 0]
    assert pcm.silence(3).dtype == np.int16


@pytest.mark.parametrize("shape", list(pcm.Fade))
@given(n=st.integers(1, 400))
def test_fades_in_and_out_add_up_to_one(shape: pcm.Fade, n: int) -> None:
    ones = np.ones(n, dtype=np.float32)
    rising, falling = pcm.fade_in(ones, n, shape), pcm.fade_out(ones, n, shape)
    assert np.allclose(rising + falling, 1.0, atol=1e-6)
    assert bool(np.all(np.diff(rising) > 0)) or n == 1


def test_fade_values() -> None:
    ones = np.ones(6, dtype=np.float32)
    linear = pcm.Fade.LINEAR
    assert pcm.fade_in(ones, 4, linear).tolist() == [0.125, 0.375, 0.625, 0.875, 1, 1]
    assert pcm.fade_out(ones, 4, linear).tolist() == [1, 1, 0.875, 0.625, 0.375, 0.125]
    assert pcm.fade_in(ones, 2)[0] == pytest.approx(0.5 - 0.5 * math.cos(math.pi / 4))
    assert pcm.fade_in(ones, 0).tolist() == pcm.fade_out(ones, 0).tolist() == [1] * 6
    assert pcm.fade_out(ones[:2], 4, linear).tolist() == [0.75, 0.25]
    assert pcm.fade_out(ones, 2, linear, place=-2).tolist() == [1, 1, 0.75, 0.25, 0, 0]


class Fader:
    """A fade over a stream, piece by piece."""

    def __init__(self, out: bool, shape: pcm.Fade) -> None:
        self.out, self.shape, self.place = out, shape, -30

    def push(self, pcm_t: np.ndarray) -> np.ndarray:
        fade = pcm.fade_out if self.out else pcm.fade_in
        faded = fade(pcm_t, 100, self.shape, place=self.place)
        self.place += pcm_t.size
        return faded


@pytest.mark.parametrize("out", [False, True])
@pytest.mark.parametrize("shape", list(pcm.Fade))
@given(cuts=some_cuts(200))
def test_fades_do_not_depend_on_the_cut(out: bool, shape: pcm.Fade, cuts: list[int]) -> None:
    tone = np.sin(np.arange(200, dtype=np.float32))
    faded = assert_split_invariant(lambda: Fader(out, shape), tone, cuts, flush=None)
    untouched = slice(0, 30) if out else slice(130, 200)
    silent = slice(130, 200) if out else slice(0, 30)
    assert faded[untouched].tolist() == tone[untouched].tolist()
    assert not np.any(faded[silent])


def test_levels() -> None:
    sine = np.sin(2 * np.pi * np.arange(4800) / 48).astype(np.float32)
    assert pcm.peak_dbfs(sine) == pytest.approx(0.0, abs=1e-6)
    assert pcm.rms_dbfs(sine) == pytest.approx(-3.0103, abs=1e-3)
    assert pcm.peak_dbfs(np.array([3, -16384], dtype=np.int16)) == pytest.approx(-6.0206, abs=1e-4)
    assert pcm.peak_dbfs(np.array([-32768], dtype=np.int16)) == 0.0
    assert pcm.rms_dbfs(np.full(9, -32768, dtype=np.int16)) == 0.0
    for nothing in (floats(), floats(0, 0), pcm.silence(0), pcm.silence(5)):
        assert pcm.peak_dbfs(nothing) == pcm.rms_dbfs(nothing) == -math.inf
