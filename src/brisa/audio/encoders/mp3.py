"""``mp3``: MPEG audio layer III by LAME, constant bit rate, frames from the first byte on.

No ID3 tag and no Xing frame, whose length would be a guess while streaming. Without the bit
reservoir each frame stands alone, so that one which is lost or cut costs itself only.
"""

from __future__ import annotations

from collections.abc import Sequence

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.libav import Codec, LibavEncoder, Packet

# LAME's scale from 0 (best) to 9: on speech the steps below 7 cost up to nine times as much.
_EFFORT = 7


class Mp3Encoder(LibavEncoder):
    """Decoders play ``delay_samples`` of near silence first: LAME's 576, the decoder's own 529.

    A stream without samples becomes frames of silence: two, as players take no less for MP3.
    """

    media_type = "audio/mpeg"
    delay_samples = 1105
    # The second frame of 1,152 samples begins at 1,152 - 1,105, counted without the delay.
    shortest_samples = 48

    def __init__(self, sample_rate_hz: int, options: EncoderOptions, bitrate_bps: int) -> None:
        settings = {"reservoir": "0", "compression_level": str(_EFFORT)}
        super().__init__(
            sample_rate_hz, options, Codec("libmp3lame", "s16p", settings, bitrate_bps)
        )

    def _framed(self, packets: Sequence[Packet]) -> bytes:
        return b"".join(packet.payload for packet in packets)
