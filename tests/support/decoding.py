"""Encoded bytes back to samples, for tests alone: brisa itself decodes nothing."""

from __future__ import annotations

import io
from dataclasses import dataclass

import av
import numpy as np

_CONTAINERS = {
    "pcm": "s16le",
    "f32": "f32le",
    "wav": "wav",
    "mulaw": "mulaw",
    "alaw": "alaw",
    "mp3": "mp3",
    "opus": "ogg",
    "flac": "flac",
    "aac": "aac",
}
_WITHOUT_HEADER = ("pcm", "f32", "mulaw", "alaw")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Samples in [-1, 1] at the rate the decoder chose (Opus: always 48 kHz)."""

    pcm_t: np.ndarray
    sample_rate_hz: int

    @property
    def duration_ms(self) -> float:
        return self.pcm_t.shape[0] * 1000 / self.sample_rate_hz


def decode(encoded: bytes, name: str, sample_rate_hz: int) -> Decoded:
    """``sample_rate_hz`` is used only where the format has no header to say it."""
    options = {"sample_rate": str(sample_rate_hz)} if name in _WITHOUT_HEADER else {}
    if not encoded:
        return Decoded(np.zeros(0), sample_rate_hz)
    with av.open(io.BytesIO(encoded), format=_CONTAINERS[name], options=options) as container:
        stream = container.streams.audio[0]
        assert stream.codec_context.layout.nb_channels == 1
        parts = [_as_float(frame.to_ndarray()) for frame in container.decode(stream)]
        rate_hz = stream.codec_context.sample_rate
    return Decoded(np.concatenate([np.zeros(0), *parts]), rate_hz)


def _as_float(samples_ct: np.ndarray) -> np.ndarray:
    scale = {np.dtype(np.int16): 2**15, np.dtype(np.int32): 2**31}.get(samples_ct.dtype, 1)
    return samples_ct.reshape(-1).astype(np.float64) / scale
