"""The stream as a whole: parity with the voice's own package, any cut, any input."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hibari import dsp
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.engines.tiny.framing import BINS, BLOCK_FRAMES, HOP_SAMPLES
from brisa.engines.tiny.noise import fill_noise, key_of
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.spectrum import SpectralParts
from brisa.engines.tiny.synthesis import DspStream
from brisa.errors import EngineFailed
from support.split_invariance import assert_split_invariant

pytestmark = pytest.mark.unit

SCRATCH = Scratch()
SEED, SEGMENT = 12, 3
PARITY = 1e-6
"""Largest error against the package, of full scale; 100 times less than is asked for."""


class InjectedNoise:
    """Stands for the generator the package draws from, and yields our noise instead."""

    def __init__(self, frames: int) -> None:
        noise_n2f = np.empty((frames, 2, BINS), np.float32)
        fill_noise(key_of(SEED, SEGMENT), 0, noise_n2f)
        self.noise_fk = np.ascontiguousarray((noise_n2f[:, 0] + 1j * noise_n2f[:, 1]).T)

    def standard_normal(self, shape: tuple[int, int], dtype: type) -> np.ndarray:
        interleaved = self.noise_fk.astype(np.complex64).view(dtype)
        assert interleaved.shape == shape
        return interleaved


def utterance(frames: int, seed: int = 0) -> tuple[np.ndarray, SpectralParts]:
    """Pitch and parts of about speech's size: peaks near full scale, voiced and unvoiced."""
    rng = np.random.default_rng(seed)
    tilt_f = -5.0 * np.linspace(0, 1, BINS)
    logs = [rng.normal(mean, 0.7, (frames, BINS)) + tilt_f for mean in (2.5, 0.5, 1.5)]
    theta, phi = rng.normal(0, 1.5, (frames, BINS)), rng.normal(0, 3, (frames, BINS))
    parts = (logs[0], theta, logs[1], logs[2], phi)
    f0_hz_k = np.where(np.sin(np.arange(frames) / 5 + 1) > -0.4, 170.0, -2.0)
    f0_hz_k += rng.normal(0, 4, frames)
    return f0_hz_k.astype(np.float32), SpectralParts(*(np.float32(part) for part in parts))


def package_pcm(f0_hz_k: np.ndarray, parts: SpectralParts) -> np.ndarray:
    turned = [np.ascontiguousarray(part.T) for part in parts]
    return dsp.synth(*turned, f0_hz_k, InjectedNoise(len(f0_hz_k)))


def stream(f0_hz_k: np.ndarray) -> DspStream:
    return DspStream(f0_hz_k, seed=SEED, segment=SEGMENT)


def whole(f0_hz_k: np.ndarray, parts: SpectralParts) -> np.ndarray:
    dsp_stream = stream(f0_hz_k)
    return np.concatenate([dsp_stream.push(parts, SCRATCH), dsp_stream.finish()])


@pytest.mark.parametrize(
    "frames", [1, 2, 3, 4, 5, BLOCK_FRAMES - 1, BLOCK_FRAMES, BLOCK_FRAMES + 1, 150]
)
def test_samples_are_those_of_the_voices_own_package(frames: int) -> None:
    f0_hz_k, parts = utterance(frames, seed=frames)
    expected_t = package_pcm(f0_hz_k, parts)
    assert 0.02 < np.abs(expected_t).max() < 4.0
    np.testing.assert_allclose(whole(f0_hz_k, parts), expected_t, rtol=0, atol=PARITY)


@pytest.mark.parametrize("f0_hz", [0.0, 41.0, 70.0, 2000.0])
def test_any_steady_pitch_has_parity_too(f0_hz: float) -> None:
    _, parts = utterance(12)
    f0_hz_k = np.full(12, f0_hz, np.float32)
    expected_t = package_pcm(f0_hz_k, parts)
    scale = max(1.0, float(np.abs(expected_t).max()))
    np.testing.assert_allclose(whole(f0_hz_k, parts), expected_t, rtol=0, atol=PARITY * scale)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 140), st.lists(st.integers(0, 140), max_size=12), st.integers(0, 3))
def test_any_cut_gives_the_same_samples_bit_for_bit(
    frames: int, cuts: list[int], seed: int
) -> None:
    f0_hz_k, parts = utterance(frames, seed)
    packed = np.stack(parts, axis=1) if frames else np.empty((0, 5, BINS), np.float32)
    assert_split_invariant(
        lambda: stream(f0_hz_k),
        packed,
        [min(place, frames) for place in cuts],
        feed=lambda target, piece: target.push(
            SpectralParts(*(piece[:, part] for part in range(5))), SCRATCH
        ),
        flush="finish",
    )


def test_frames_one_at_a_time_give_the_same_samples() -> None:
    f0_hz_k, parts = utterance(40)
    dsp_stream = stream(f0_hz_k)
    pieces = [dsp_stream.push(parts.frames(k, k + 1), Scratch()) for k in range(40)]
    pcm_t = np.concatenate([*pieces, dsp_stream.finish()])
    assert pcm_t.tobytes() == whole(f0_hz_k, parts).tobytes()


def test_strips_of_one_wide_array_give_the_same_samples() -> None:
    f0_hz_k, parts = utterance(40)
    wide = np.concatenate(parts, axis=1)
    strips = SpectralParts(*(wide[:, k * BINS : (k + 1) * BINS] for k in range(5)))
    assert whole(f0_hz_k, strips).tobytes() == whole(f0_hz_k, parts).tobytes()


def test_streams_that_share_a_scratch_do_not_touch_each_other() -> None:
    first, second = utterance(30, seed=1), utterance(30, seed=2)
    streams = [stream(first[0]), stream(second[0])]
    pieces: list[list[np.ndarray]] = [[], []]
    for start in range(0, 30, 5):
        for index, (_, parts) in enumerate((first, second)):
            pieces[index].append(streams[index].push(parts.frames(start, start + 5), SCRATCH))
    for index, speech in enumerate((first, second)):
        pcm_t = np.concatenate([*pieces[index], streams[index].finish()])
        assert pcm_t.tobytes() == whole(*speech).tobytes()


def test_a_hop_needs_two_frames_beyond_it_and_no_more() -> None:
    f0_hz_k, parts = utterance(20)
    dsp_stream, lengths = stream(f0_hz_k), []
    for start in range(20):
        pcm_t = dsp_stream.push(parts.frames(start, start + 1), SCRATCH)
        lengths.append(len(pcm_t) // HOP_SAMPLES)
    assert lengths == [0, 0] + [1] * 18
    assert len(dsp_stream.finish()) == 2 * HOP_SAMPLES


def test_seed_and_segment_change_the_samples() -> None:
    f0_hz_k, parts = utterance(5)
    keys = [(0, 0), (0, 1), (1, 0)]
    made = {DspStream(f0_hz_k, seed=a, segment=b).push(parts, SCRATCH).tobytes() for a, b in keys}
    assert len(made) == 3


@pytest.mark.parametrize("part", SpectralParts._fields)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e38, -1e38])
def test_whatever_the_network_yields_the_samples_are_finite(part: str, value: float) -> None:
    f0_hz_k, parts = utterance(16)
    spoiled = parts._replace(**{part: getattr(parts, part).copy()})
    getattr(spoiled, part)[8, 40] = value
    pcm_t, sound_t = whole(f0_hz_k, spoiled), whole(f0_hz_k, parts)
    assert np.isfinite(pcm_t).all()
    # Only what frame 8 reaches, hops 6 to 9, may differ.
    reached = slice(6 * HOP_SAMPLES, 10 * HOP_SAMPLES)
    np.testing.assert_array_equal(np.delete(pcm_t, reached), np.delete(sound_t, reached))


def test_a_pitch_that_is_not_a_number_gives_finite_samples() -> None:
    f0_hz_k, parts = utterance(16)
    f0_hz_k[3:6] = [np.nan, np.inf, 1e38]
    assert np.isfinite(whole(f0_hz_k, parts)).all()


def test_nothing_in_nothing_out() -> None:
    f0_hz_k, parts = utterance(0)
    assert whole(f0_hz_k, parts).shape == (0,)


def test_the_input_is_left_as_it_was() -> None:
    f0_hz_k, parts = utterance(10)
    before = [part.copy() for part in parts]
    for part in parts:
        part.flags.writeable = False
    whole(f0_hz_k, parts)
    for old, part in zip(before, parts, strict=True):
        np.testing.assert_array_equal(old, part)


def test_frames_that_do_not_fit_the_pitch_are_refused() -> None:
    f0_hz_k, parts = utterance(4)
    dsp_stream = stream(f0_hz_k[:3])
    with pytest.raises(EngineFailed, match="pitch curve"):
        dsp_stream.push(parts, SCRATCH)
    with pytest.raises(EngineFailed, match="pitch curve"):
        dsp_stream.push(SpectralParts(*(part[:2, :9] for part in parts)), SCRATCH)
    with pytest.raises(EngineFailed, match="before the end"):
        dsp_stream.finish()


def test_a_streams_own_state_is_small() -> None:
    f0_hz_k, parts = utterance(4)
    long_hz_k = np.tile(f0_hz_k, 1000)
    dsp_stream = stream(long_hz_k)
    dsp_stream.push(parts, SCRATCH)
    assert state_bytes(dsp_stream) < 50_000


def state_bytes(thing: object) -> int:
    """Bytes of everything reachable over attributes."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    slots = getattr(type(thing), "__slots__", ())
    return sys.getsizeof(thing) + sum(state_bytes(getattr(thing, name)) for name in slots)
