"""The windows that are scored; their number is that of the model's makers."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from brisa.errors import MissingExtra
from brisa.quality.dnsmos import SAMPLE_RATE_HZ, WINDOW_SAMPLES, Dnsmos, windows

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("duration_s", "count"),
    [(0.01, 1), (2.0, 7), (4.99, 1), (9.01, 1), (10.5, 1), (11.0, 2), (13.9, 4), (15.0, 6)],
)
def test_how_many(duration_s: float, count: int) -> None:
    found = windows(np.ones(round(duration_s * SAMPLE_RATE_HZ), np.float32))
    assert len(found) == count
    assert {len(window_t) for window_t in found} == {WINDOW_SAMPLES}


def test_they_begin_at_whole_seconds() -> None:
    ramp_t = np.arange(12 * SAMPLE_RATE_HZ, dtype=np.float32)
    assert [window_t[0] for window_t in windows(ramp_t)] == [0.0, 16_000.0, 32_000.0]


def test_what_is_short_is_repeated() -> None:
    ramp_t = np.arange(80_000, dtype=np.float32)
    (window_t,) = windows(ramp_t)
    assert window_t[80_000:80_003].tolist() == [0.0, 1.0, 2.0]


def test_without_the_wheel_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "speechmos", None)
    with pytest.raises(MissingExtra, match=r"pip install 'brisa\[quality\]'"):
        Dnsmos()
