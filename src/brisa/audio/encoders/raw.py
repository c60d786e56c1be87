"""``pcm`` and ``f32``: bare little-endian samples, no header."""

from __future__ import annotations

from typing import Final

import numpy as np

from brisa.audio.encoders.single_use import SingleUseEncoder
from brisa.types import PcmInt16

_FULL_SCALE: Final = np.float32(32_768)


def to_s16le(pcm_t: PcmInt16) -> bytes:
    """The samples as bytes, two each, low byte first on every machine."""
    return pcm_t.astype("<i2", copy=False).tobytes()


def to_f32le(pcm_t: PcmInt16) -> bytes:
    """The samples in [-1, 1) as IEEE 754 singles, four bytes each; every int16 has one of its own,
    so nothing is lost."""
    return (pcm_t / _FULL_SCALE).astype("<f4", copy=False).tobytes()


class PcmEncoder(SingleUseEncoder):
    """Whole samples in every answer, so that a chunk never ends inside one."""

    media_type = "audio/pcm"

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return to_s16le(pcm_t)

    def _flush(self) -> bytes:
        return b""


class FloatEncoder(SingleUseEncoder):
    """As :class:`PcmEncoder`, in floats."""

    media_type = "audio/x-float-array"

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return to_f32le(pcm_t)

    def _flush(self) -> bytes:
        return b""
