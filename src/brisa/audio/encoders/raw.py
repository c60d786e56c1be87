"""``pcm``: bare signed 16-bit little-endian samples, no header."""

from __future__ import annotations

from brisa.audio.encoders.single_use import SingleUseEncoder
from brisa.types import PcmInt16


def to_s16le(pcm_t: PcmInt16) -> bytes:
    """The samples as bytes, two each, low byte first on every machine."""
    return pcm_t.astype("<i2", copy=False).tobytes()


class PcmEncoder(SingleUseEncoder):
    """Whole samples in every answer, so that a chunk never ends inside one."""

    media_type = "audio/pcm"

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return to_s16le(pcm_t)

    def _flush(self) -> bytes:
        return b""
