"""``wav``: one 44-byte RIFF header, then 16-bit mono samples.

The header travels in the same bytes as the first audio. Of a live stream the length is not known,
so both size fields hold 0xFFFFFFFF, which players read as "until the end"; with
``EncoderOptions.total_samples`` they are exact. Layout: Multimedia Programming Interface and Data
Specifications 1.0 (IBM, Microsoft, 1991), RIFF WAVE, format tag 1.
"""

from __future__ import annotations

import struct

from brisa.audio.encoders.raw import to_s16le
from brisa.audio.encoders.single_use import SingleUseEncoder
from brisa.types import PcmInt16

HEADER_BYTES = 44
UNKNOWN_SIZE = 0xFFFFFFFF

_BYTES_PER_SAMPLE = 2
_FORMAT_PCM = 1
_CHANNELS = 1
# The RIFF size counts everything after its own eight bytes.
_RIFF_OVERHEAD_BYTES = HEADER_BYTES - 8


def wav_header(sample_rate_hz: int, total_samples: int | None) -> bytes:
    """The 44 bytes before the samples.

    ``total_samples`` ``None`` is a live stream; so is a length that 32 bits cannot hold.
    """
    data_bytes = riff_bytes = UNKNOWN_SIZE
    if total_samples is not None:
        exact_bytes = total_samples * _BYTES_PER_SAMPLE
        if exact_bytes + _RIFF_OVERHEAD_BYTES < UNKNOWN_SIZE:
            data_bytes, riff_bytes = exact_bytes, exact_bytes + _RIFF_OVERHEAD_BYTES
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        riff_bytes,
        b"WAVE",
        b"fmt ",
        16,
        _FORMAT_PCM,
        _CHANNELS,
        sample_rate_hz,
        sample_rate_hz * _BYTES_PER_SAMPLE,
        _BYTES_PER_SAMPLE,
        8 * _BYTES_PER_SAMPLE,
        b"data",
        data_bytes,
    )


class WavEncoder(SingleUseEncoder):
    """One header, then samples. A stream without samples is a valid file of length zero."""

    media_type = "audio/wav"
    _header_sent = False

    def _encode(self, pcm_t: PcmInt16) -> bytes:
        return self._header_once(self._options.total_samples) + to_s16le(pcm_t)

    def _flush(self) -> bytes:
        return self._header_once(total_samples=0)

    def _header_once(self, total_samples: int | None) -> bytes:
        if self._header_sent:
            return b""
        self._header_sent = True
        return wav_header(self.sample_rate_hz, total_samples)
