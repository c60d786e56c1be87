"""Recordings: their length, and another rate."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.quality.recording import Recording
from support.voiced import voiced

pytestmark = pytest.mark.unit


def test_another_rate_keeps_length_and_sound() -> None:
    recording = Recording(voiced(1.5, 24_000, breath=0.0), 24_000)
    assert recording.duration_s == 1.5
    at_16k_t = recording.at_rate(16_000)
    assert len(at_16k_t) == 24_000
    # Its highest overtone is under 3 kHz, so both rates hold all of it.
    assert np.max(np.abs(at_16k_t - voiced(1.5, 16_000, breath=0.0))) < 2e-3


def test_its_own_rate_is_its_own_samples() -> None:
    recording = Recording(voiced(0.1, 16_000), 16_000)
    assert recording.at_rate(16_000) is recording.pcm_t
