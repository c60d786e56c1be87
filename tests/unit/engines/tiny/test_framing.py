"""Window and runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.engines.tiny.framing import FFT_SAMPLES, HOP_SAMPLES, hann, runs

pytestmark = pytest.mark.unit


def test_squared_windows_at_a_quarters_overlap_add_up_to_three_halves() -> None:
    sums_t = (hann() ** 2).reshape(FFT_SAMPLES // HOP_SAMPLES, HOP_SAMPLES).sum(axis=0)
    np.testing.assert_allclose(sums_t, 1.5, rtol=1e-12)


@given(st.lists(st.booleans(), max_size=40))
def test_runs_cover_exactly_the_true_values(flags: list[bool]) -> None:
    covered = [False] * len(flags)
    last_stop = -1
    for start, stop in runs(np.array(flags, np.bool_)):
        assert last_stop < start < stop
        covered[start:stop] = [True] * (stop - start)
        last_stop = stop
    assert covered == flags
