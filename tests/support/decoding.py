"""Decodes what encoders made, with libav or by definition; for tests alone."""

from __future__ import annotations

import io

import av
import numpy as np

from brisa.types import PcmInt16

LIBAV_FORMATS = {
    "wav": None,
    "mp3": None,
    "opus": None,
    "flac": None,
    "aac": None,
    "pcm": "s16le",
    "mulaw": "mulaw",
    "alaw": "alaw",
}


def decode(name: str, data: bytes, sample_rate_hz: int) -> tuple[PcmInt16, int]:
    """The samples and their rate; ``sample_rate_hz`` is told to formats that do not carry it."""
    demuxer = LIBAV_FORMATS[name]
    options = {"sample_rate": str(sample_rate_hz)} if demuxer else {}
    with av.open(io.BytesIO(data), format=demuxer, options=options) as container:
        stream = container.streams.audio[0]
        rate_hz = stream.rate
        resampler = av.AudioResampler(format="s16", layout="mono", rate=rate_hz)
        pieces = [
            piece.to_ndarray().reshape(-1)
            for frame in container.decode(stream)
            for piece in resampler.resample(frame)
        ]
        pieces += [piece.to_ndarray().reshape(-1) for piece in resampler.resample(None)]
    return (np.concatenate(pieces) if pieces else np.zeros(0, np.int16)), rate_hz
