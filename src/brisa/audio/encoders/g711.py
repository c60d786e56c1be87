"""``mulaw`` and ``alaw``: telephone companding, one byte a sample, no header.

The expansion is that of ITU-T G.711 (11/88), scaled to 16 bits. Compression is the nearest
expanded level, looked up in a table of all 65,536 sample values; of two levels equally near the
upper is taken.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from brisa.audio.encoders.single_use import SingleUseEncoder
from brisa.types import PcmInt16

ByteTable = npt.NDArray[np.uint8]
LevelTable = npt.NDArray[np.int32]

_MULAW_BIAS = 0x84
_MULAW_NEGATIVE_ZERO = 0x7F


def mulaw_levels() -> LevelTable:
    """The 16-bit level of each of the 256 codes; axis is the code."""
    inverted = ~np.arange(256) & 0xFF
    exponent, mantissa = (inverted >> 4) & 0x07, inverted & 0x0F
    magnitude = (((mantissa << 3) + _MULAW_BIAS) << exponent) - _MULAW_BIAS
    return np.where(inverted & 0x80, -magnitude, magnitude).astype(np.int32)


def alaw_levels() -> LevelTable:
    """The 16-bit level of each of the 256 codes; axis is the code."""
    # Every second bit is inverted on the line so that silence does not look like a dead circuit.
    code = np.arange(256) ^ 0x55
    exponent, mantissa = (code >> 4) & 0x07, code & 0x0F
    linear = (mantissa << 4) + 8
    magnitude = np.where(exponent == 0, linear, (linear + 0x100) << np.maximum(exponent - 1, 0))
    return np.where(code & 0x80, magnitude, -magnitude).astype(np.int32)


def _nearest_code(levels: LevelTable, codes: ByteTable) -> ByteTable:
    """Code of the nearest level for every int16, indexed by the sample's bits as uint16."""
    order = np.argsort(levels[codes], kind="stable")
    ascending = levels[codes][order]
    midpoints = (ascending[1:] + ascending[:-1]) / 2
    # Index 0..32767 are the positive samples, 32768..65535 the negative ones (two's complement).
    samples = np.arange(65536, dtype=np.uint16).view(np.int16)
    return codes[order][np.searchsorted(midpoints, samples, side="right")]


@cache
def mulaw_table() -> ByteTable:
    """Code of each sample; zero is sent as 0xFF, never as negative zero."""
    codes = np.delete(np.arange(256, dtype=np.uint8), _MULAW_NEGATIVE_ZERO)
    return _nearest_code(mulaw_levels(), codes)


@cache
def alaw_table() -> ByteTable:
    """Code of each sample; A-law has no level zero, silence is the smallest positive one."""
    return _nearest_code(alaw_levels(), np.arange(256, dtype=np.uint8))


class MulawEncoder(SingleUseEncoder):
    """G.711 µ-law."""

    media_type = "audio/PCMU"

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return mulaw_table()[pcm_t.view(np.uint16)].tobytes()

    def _flush(self) -> bytes:
        return b""


class AlawEncoder(SingleUseEncoder):
    """G.711 A-law."""

    media_type = "audio/PCMA"

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return alaw_table()[pcm_t.view(np.uint16)].tobytes()

    def _flush(self) -> bytes:
        return b""
