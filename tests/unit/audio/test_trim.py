"""Trim passes samples by their place alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.audio.trim import Trim
from support.split_invariance import assert_split_invariant, some_cuts

pytestmark = pytest.mark.unit

DATA = np.arange(100, dtype=np.float32)


@given(
    cuts=some_cuts(len(DATA)),
    start=st.integers(0, 120),
    end=st.none() | st.integers(0, 120),
)
def test_any_cut_passes_the_same_samples(cuts: list[int], start: int, end: int | None) -> None:
    passed = assert_split_invariant(lambda: Trim(start, end), DATA, cuts)
    np.testing.assert_array_equal(passed, DATA[start:end])


def test_nothing_is_left_out_unless_asked() -> None:
    np.testing.assert_array_equal(Trim().push(DATA), DATA)
