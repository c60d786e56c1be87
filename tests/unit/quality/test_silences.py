"""Silences before, after and inside, in milliseconds."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.quality.silences import Silences, silences_of

pytestmark = pytest.mark.unit

RATE_HZ = 8_000


def stretch(duration_ms: int, level: float) -> np.ndarray:
    return np.full(duration_ms * RATE_HZ // 1000, level, np.float32)


def test_every_silence_has_its_place() -> None:
    parts = [(80, 0.0), (100, 0.5), (300, 0.001), (50, -0.5), (200, 0.0), (10, 0.1), (120, 0.0)]
    pcm_t = np.concatenate([stretch(*part) for part in parts])
    assert silences_of(pcm_t, RATE_HZ) == Silences(
        leading_ms=80.0, trailing_ms=120.0, longest_inside_ms=300.0, sound_ms=660.0
    )


def test_sound_from_edge_to_edge() -> None:
    assert silences_of(stretch(100, 0.5), RATE_HZ) == Silences(0.0, 0.0, 0.0, 100.0)


def test_nothing_but_silence() -> None:
    assert silences_of(stretch(100, 0.002), RATE_HZ) == Silences(100.0, 0.0, 0.0, 0.0)
    assert silences_of(stretch(0, 0.0), RATE_HZ) == Silences(0.0, 0.0, 0.0, 0.0)
