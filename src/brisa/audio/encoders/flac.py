"""``flac``: lossless, in frames of 20 ms behind one STREAMINFO block.

Of a live stream STREAMINFO gives no length; it never gives frame sizes or a checksum, which are
known only at the end and may be left zero (RFC 9639, section 8.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.libav import Codec, LibavEncoder, Packet

_FRAMES_PER_SECOND = 50
_LAST_BLOCK_STREAMINFO = 0x80
_STREAMINFO_BYTES = 34
_BITS_PER_SAMPLE = 16
_CHANNELS = 1
_TOTAL_SAMPLES_BITS = 36


def stream_header(sample_rate_hz: int, frame_samples: int, total_samples: int | None) -> bytes:
    """The 42 bytes before the first frame; a length of ``None`` is not known."""
    known_samples = total_samples or 0
    if known_samples >> _TOTAL_SAMPLES_BITS:
        known_samples = 0
    # 20 bits of rate, 3 of channels - 1, 5 of sample size - 1, 36 of length.
    shape = sample_rate_hz << 3 | _CHANNELS - 1
    shape = (shape << 5 | _BITS_PER_SAMPLE - 1) << _TOTAL_SAMPLES_BITS | known_samples
    block_samples = frame_samples.to_bytes(2, "big") * 2
    frame_sizes, checksum = bytes(6), bytes(16)
    return (
        b"fLaC"
        + bytes([_LAST_BLOCK_STREAMINFO])
        + _STREAMINFO_BYTES.to_bytes(3, "big")
        + block_samples
        + frame_sizes
        + shape.to_bytes(8, "big")
        + checksum
    )


class FlacEncoder(LibavEncoder):
    """A stream without samples is the header alone, a valid file of length zero."""

    media_type = "audio/flac"

    def __init__(self, sample_rate_hz: int, options: EncoderOptions) -> None:
        settings = {"frame_size": str(sample_rate_hz // _FRAMES_PER_SECOND)}
        super().__init__(sample_rate_hz, options, Codec("flac", "s16", settings))
        self._header = stream_header(
            sample_rate_hz, self._packets.frame_samples, options.total_samples
        )

    def _framed(self, packets: Sequence[Packet]) -> bytes:
        if not packets:
            return b""
        header, self._header = self._header, b""
        return header + b"".join(packet.payload for packet in packets)

    def _ending(self, packets: Sequence[Packet]) -> bytes:
        framed = self._framed(packets)
        header, self._header = self._header, b""
        return framed + header
