"""The pulse train against the sum of cosines it stands for, and against the voice's own package."""

from __future__ import annotations

import numpy as np
import pytest
from hibari import dsp
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.tiny.framing import BLOCK_FRAMES, HOP_SAMPLES, SAMPLE_RATE_HZ
from brisa.engines.tiny.pulses import PulseTrain
from brisa.engines.tiny.scratch import Scratch
from support.split_invariance import cut

pytestmark = pytest.mark.unit

SCRATCH = Scratch()


def pulses(f0_hz_k: np.ndarray, cuts: list[int] | None = None) -> np.ndarray:
    """The whole train; ``cuts`` are hop numbers, a block is never exceeded."""
    train = PulseTrain(f0_hz_k)
    out_nt = np.empty((len(f0_hz_k), HOP_SAMPLES))
    for piece_nt in cut(out_nt, cuts or []):
        for start in range(0, len(piece_nt), BLOCK_FRAMES):
            train.fill(piece_nt[start : start + BLOCK_FRAMES], SCRATCH)
    return out_nt.reshape(-1)


def speechlike_f0(frames: int, seed: int = 0) -> np.ndarray:
    """A wandering pitch with unvoiced stretches, some of them negative as a network yields."""
    rng = np.random.default_rng(seed)
    pitch_hz = 160 + 60 * np.sin(np.arange(frames) / 9) + rng.normal(0, 3, frames)
    unvoiced = np.sin(np.arange(frames) / 7 + seed) < -0.6
    return np.where(unvoiced, rng.normal(0, 3, frames), pitch_hz).astype(np.float32)


@pytest.mark.parametrize("f0_hz", [150.0, 400.0, 2000.0, 6000.0])
def test_a_steady_pitch_is_the_sum_of_its_harmonics(f0_hz: float) -> None:
    samples = 6 * HOP_SAMPLES
    phase_t = 2 * np.pi * f0_hz / SAMPLE_RATE_HZ * np.arange(1, samples + 1)
    harmonics = np.arange(1, int(11_000 // f0_hz) + 1)
    sum_t = np.cos(np.outer(harmonics, phase_t)).sum(axis=0)
    train_t = pulses(np.full(6, f0_hz, np.float32))
    # At a pulse the limit is the peak itself, which leaves out its slope: within 1 % of the peak.
    np.testing.assert_allclose(train_t, sum_t, atol=0.01 * len(harmonics))


@pytest.mark.parametrize("frames", [1, 2, 3, 31, 64, 200])
def test_every_sample_is_that_of_the_voices_own_package(frames: int) -> None:
    f0_hz_k = speechlike_f0(frames, seed=frames)
    np.testing.assert_array_equal(pulses(f0_hz_k), dsp.pulses(f0_hz_k))


def test_phase_runs_on_through_unvoiced_stretches_of_any_length() -> None:
    f0_hz_k = np.array([120.0] * 3 + [0.0] * 41 + [180.0] * 5, np.float32)
    np.testing.assert_array_equal(pulses(f0_hz_k), dsp.pulses(f0_hz_k))


def test_without_voice_there_is_silence() -> None:
    train_t = pulses(np.array([0, -4, 39.9, 12, 0], np.float32))
    assert train_t.shape == (5 * HOP_SAMPLES,)
    assert not train_t.any()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 90), max_size=12).map(sorted))
def test_any_cut_gives_the_same_samples(cuts: list[int]) -> None:
    f0_hz_k = speechlike_f0(90)
    np.testing.assert_array_equal(pulses(f0_hz_k, cuts), pulses(f0_hz_k))


def test_a_pitch_that_is_not_a_number_is_unvoiced_and_a_huge_one_is_finite() -> None:
    hostile_hz_k = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 150, 12_000], np.float32)
    train_t = pulses(hostile_hz_k)
    assert np.isfinite(train_t).all()
    assert not train_t[: 2 * HOP_SAMPLES].any()


def test_there_are_no_more_hops_than_pitch() -> None:
    train = PulseTrain(np.full(2, 100, np.float32))
    with pytest.raises(IndexError, match="no more hops"):
        train.fill(np.empty((3, HOP_SAMPLES)), SCRATCH)
