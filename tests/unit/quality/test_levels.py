"""Levels: signals whose figures are known from their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from brisa.quality.levels import SILENT_DBFS, levels_of

pytestmark = pytest.mark.unit

RATE_HZ = 16_000


def sine(amplitude: float, duration_s: float = 1.0) -> np.ndarray:
    time_t = np.arange(round(duration_s * RATE_HZ)) / RATE_HZ
    return (amplitude * np.sin(2 * np.pi * 250 * time_t)).astype(np.float32)


def test_a_sine() -> None:
    levels = levels_of(sine(0.5), RATE_HZ)
    assert levels.speech_dbfs == pytest.approx(-9.03, abs=0.01)
    assert levels.peak_dbfs == pytest.approx(-6.02, abs=0.01)
    assert levels.full_scale_samples == 0
    assert levels.offset_dbfs < -120


def test_pauses_do_not_lower_the_level() -> None:
    silence_t = np.zeros(3 * RATE_HZ, np.float32)
    with_pause_t = np.concatenate((sine(0.5), silence_t, sine(0.5)))
    levels = levels_of(with_pause_t, RATE_HZ)
    assert levels.speech_dbfs == pytest.approx(-9.03, abs=0.01)


def test_a_wave_that_is_cut_off() -> None:
    clipped_t = np.clip(sine(1.4), -1.0, 32767 / 32768).astype(np.float32)
    assert levels_of(clipped_t, RATE_HZ).full_scale_samples > RATE_HZ / 4
    assert levels_of(sine(0.99), RATE_HZ).full_scale_samples == 0


def test_an_offset() -> None:
    assert levels_of(sine(0.3) + np.float32(0.01), RATE_HZ).offset_dbfs == pytest.approx(
        -40, abs=1e-3
    )


@pytest.mark.parametrize("place", [0, -1])
def test_an_edge_that_is_not_silent(place: int) -> None:
    pcm_t = np.zeros(RATE_HZ, np.float32)
    assert levels_of(pcm_t, RATE_HZ).edge_dbfs == SILENT_DBFS
    pcm_t[place] = -0.1
    assert levels_of(pcm_t, RATE_HZ).edge_dbfs == pytest.approx(-20, abs=1e-3)


@pytest.mark.parametrize("samples", [0, 1, RATE_HZ])
def test_silence_has_finite_figures(samples: int) -> None:
    levels = levels_of(np.zeros(samples, np.float32), RATE_HZ)
    assert levels.speech_dbfs == levels.peak_dbfs == levels.offset_dbfs == SILENT_DBFS
