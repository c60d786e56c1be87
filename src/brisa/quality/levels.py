"""How loud a recording is, and what is wrong with its samples as numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from brisa.audio.pcm import peak_dbfs, rms_dbfs
from brisa.audio.trim import QUIET
from brisa.types import PcmFloat

SILENT_DBFS = -200.0
"""Stands for silence, whose level is minus infinity."""

_FRAME_MS = 20.0
_FULL = 32767 / 32768


@dataclass(frozen=True, slots=True)
class Levels:
    """``speech_dbfs`` is the root mean square over frames of 20 ms in which something sounds, so
    pauses do not lower it. ``offset_dbfs`` is the size of the mean. ``full_scale_samples`` are at
    the end of the range, where a wave that is cut off lies. ``edge_dbfs`` is the larger of the
    first and the last sample.
    """

    speech_dbfs: float
    peak_dbfs: float
    offset_dbfs: float
    full_scale_samples: int
    edge_dbfs: float


def levels_of(pcm_t: PcmFloat, sample_rate_hz: int) -> Levels:
    """The levels of a whole recording."""
    edge = max(abs(float(pcm_t[0])), abs(float(pcm_t[-1]))) if len(pcm_t) else 0.0
    return Levels(
        speech_dbfs=max(rms_dbfs(_sounding(pcm_t, sample_rate_hz)), SILENT_DBFS),
        peak_dbfs=max(peak_dbfs(pcm_t), SILENT_DBFS),
        offset_dbfs=_dbfs(abs(float(np.mean(pcm_t, dtype=np.float64))) if len(pcm_t) else 0.0),
        full_scale_samples=int(np.count_nonzero(np.abs(pcm_t) >= _FULL)),
        edge_dbfs=_dbfs(edge),
    )


def _sounding(pcm_t: PcmFloat, sample_rate_hz: int) -> PcmFloat:
    """The frames whose own level is over the floor, one after the other."""
    frame_samples = round(sample_rate_hz * _FRAME_MS / 1000)
    whole = len(pcm_t) // frame_samples * frame_samples
    frames_ft = pcm_t[:whole].reshape(-1, frame_samples)
    power_f = np.mean(np.square(frames_ft, dtype=np.float64), axis=1)
    sounding_t: PcmFloat = frames_ft[power_f > QUIET**2].reshape(-1)
    return sounding_t


def _dbfs(amplitude: float) -> float:
    return max(20.0 * math.log10(amplitude), SILENT_DBFS) if amplitude > 0.0 else SILENT_DBFS
