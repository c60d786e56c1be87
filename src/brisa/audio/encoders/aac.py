"""``aac``: AAC-LC in ADTS frames, each with its own seven-byte header.

Header layout: ISO/IEC 14496-3, 1.A.2.2 (adts_fixed_header, adts_variable_header).
"""

from __future__ import annotations

from collections.abc import Sequence

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.libav import Codec, LibavEncoder, Packet

HEADER_BYTES = 7

_SAMPLING_FREQUENCIES_HZ = (
    96_000,
    88_200,
    64_000,
    48_000,
    44_100,
    32_000,
    24_000,
    22_050,
    16_000,
    12_000,
    11_025,
    8_000,
    7_350,
)
_SYNC_NO_CRC = 0xFFF1
_PROFILE_LC = 1
_CHANNELS = 1
_FULLNESS_VARIABLE_RATE = 0x7FF


def adts_header(sample_rate_hz: int, payload_bytes: int) -> bytes:
    """The header of one mono AAC-LC frame. ``sample_rate_hz`` is one that the standard numbers."""
    frequency_index = _SAMPLING_FREQUENCIES_HZ.index(sample_rate_hz)
    fields = (
        (_SYNC_NO_CRC, 16),
        (_PROFILE_LC, 2),
        (frequency_index, 4),
        (0, 1),  # private
        (_CHANNELS, 3),
        (0, 4),  # original, home, copyright bit, copyright start
        (HEADER_BYTES + payload_bytes, 13),
        (_FULLNESS_VARIABLE_RATE, 11),
        (0, 2),  # one raw data block, less one
    )
    bits = 0
    for value, width in fields:
        bits = bits << width | value
    return bits.to_bytes(HEADER_BYTES, "big")


class AacEncoder(LibavEncoder):
    """Decoders play ``delay_samples`` of near silence first; ADTS cannot tell them to drop it.

    A stream without samples becomes a frame of silence.
    """

    media_type = "audio/aac"
    delay_samples = 1024
    shortest_samples = 1

    def __init__(self, sample_rate_hz: int, options: EncoderOptions, bitrate_bps: int) -> None:
        # The two-loop search costs three to four times as much.
        super().__init__(
            sample_rate_hz, options, Codec("aac", "fltp", {"aac_coder": "fast"}, bitrate_bps)
        )

    def _framed(self, packets: Sequence[Packet]) -> bytes:
        return b"".join(
            adts_header(self.sample_rate_hz, len(packet.payload)) + packet.payload
            for packet in packets
        )
