"""Arithmetic on PCM samples: conversion, gain, silence, fades, levels.

Everything is element by element, so however a stream is cut the samples are the same; fades take
the place in the fade at which a piece begins. Inputs are never changed; what is returned belongs
to the caller.

Full scale is 2**15: an ``int16`` sample ``k`` is the float ``k / 32768``. The way to float and back
is exact for all 65,536 values.
"""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from brisa.types import PcmFloat, PcmInt16

FULL_SCALE = 32768.0
"""Amplitude 1.0 in ``int16`` steps."""


class Fade(StrEnum):
    """Shape of a fade. Both are complementary: a fade in plus a fade out of one length is 1."""

    LINEAR = "linear"
    RAISED_COSINE = "raised_cosine"


def to_int16(pcm_t: PcmFloat) -> PcmInt16:
    """Floats to 16 bits: ``round(x * 32768)``, clamped to [-32768, 32767]; NaN becomes 0.

    Ties go to the even neighbour, which is symmetric about zero (``-x`` gives ``-round(x)``) and
    puts no offset on the signal. 1.0 clamps to 32767.
    """
    scaled_t = np.clip(pcm_t, -1.0, 1.0).astype(np.float32, copy=False) * np.float32(FULL_SCALE)
    scaled_t[np.isnan(scaled_t)] = 0.0
    np.minimum(np.rint(scaled_t, out=scaled_t), np.float32(32767.0), out=scaled_t)
    return scaled_t.astype(np.int16)


def to_float(pcm_t: PcmInt16) -> PcmFloat:
    """16 bits to floats in [-1, 1), exactly."""
    return pcm_t.astype(np.float32) * np.float32(1.0 / FULL_SCALE)


def gain_of_db(level_db: float) -> float:
    """Amplitude factor of a level in decibels: ``10 ** (dB / 20)``; ``-inf`` is 0."""
    return float(10.0 ** (level_db / 20.0))


def apply_gain(pcm_t: PcmFloat, gain: float) -> PcmFloat:
    """Samples times an amplitude factor; nothing is clamped."""
    return (pcm_t * np.float32(gain)).astype(np.float32, copy=False)


def silence(samples: int) -> PcmInt16:
    """That many zero samples."""
    return np.zeros(samples, dtype=np.int16)


def ramp(
    fade_samples: int, shape: Fade = Fade.RAISED_COSINE, start: int = 0, stop: int | None = None
) -> PcmFloat:
    """Gains of a fade in at the places ``start..stop`` of it (the whole of it by default).

    Place ``k`` of ``n`` is ``x = (k + 1/2) / n``; linear is ``x``, raised cosine is
    ``(1 - cos(pi x)) / 2``. Before the fade the gain is 0, after it 1. With the half step the ramp
    is its own mirror image, ``ramp + ramp[::-1] == 1``, so cross-fades keep a steady level.
    """
    places_t = np.arange(start, fade_samples if stop is None else stop, dtype=np.float64)
    if fade_samples <= 0:
        return (places_t >= 0).astype(np.float32)
    x_t = np.clip((places_t + 0.5) / fade_samples, 0.0, 1.0)
    x_t[places_t < 0] = 0.0
    x_t[places_t >= fade_samples] = 1.0
    if shape is Fade.RAISED_COSINE:
        x_t = 0.5 - 0.5 * np.cos(np.pi * x_t)
    return x_t.astype(np.float32)


def fade_in(
    pcm_t: PcmFloat, fade_samples: int, shape: Fade = Fade.RAISED_COSINE, *, place: int = 0
) -> PcmFloat:
    """A copy that rises from silence over ``fade_samples``.

    ``place`` is how far into the fade the first sample is, for a fade that spans several pieces. A
    piece shorter than the fade ends below full level; the next one goes on from there.
    """
    return pcm_t * ramp(fade_samples, shape, place, place + pcm_t.shape[0])


def fade_out(
    pcm_t: PcmFloat,
    fade_samples: int,
    shape: Fade = Fade.RAISED_COSINE,
    *,
    place: int | None = None,
) -> PcmFloat:
    """A copy that falls to silence over ``fade_samples``.

    Without ``place`` the fade ends with the last sample, and is as long as the piece if that is
    shorter. Otherwise ``place`` is how far into the fade the first sample is, below 0 when the fade
    begins later; samples after the fade are zero.
    """
    samples = pcm_t.shape[0]
    if place is None:
        fade_samples = min(fade_samples, samples)
        place = fade_samples - samples
    gains_t = ramp(fade_samples, shape, fade_samples - place - samples, fade_samples - place)
    return pcm_t * gains_t[::-1]


def peak_dbfs(pcm_t: PcmFloat | PcmInt16) -> float:
    """Largest magnitude in dB relative to full scale; ``-inf`` for silence and for no samples."""
    peak = float(np.max(np.abs(_unit_scale(pcm_t)), initial=0.0))
    return 20.0 * math.log10(peak) if peak > 0.0 else -math.inf


def rms_dbfs(pcm_t: PcmFloat | PcmInt16) -> float:
    """Root mean square in dB relative to 1.0: a full-scale sine is -3.01; silence is ``-inf``."""
    if pcm_t.shape[0] == 0:
        return -math.inf
    power = float(np.mean(np.square(_unit_scale(pcm_t))))
    return 10.0 * math.log10(power) if power > 0.0 else -math.inf


def _unit_scale(pcm_t: PcmFloat | PcmInt16) -> npt.NDArray[np.float64]:
    scale = 1.0 / FULL_SCALE if pcm_t.dtype == np.int16 else 1.0
    return pcm_t.astype(np.float64) * scale
