"""``opus``: Opus packets of 20 ms, each on a page of its own in an Ogg stream (RFC 7845).

The header's pre-skip and the granule position of the last page tell the decoder what to drop at
either end, so exactly the samples that went in come out.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.dtx import DiscontinuousTransmission
from brisa.audio.encoders.libav import Codec, LibavEncoder, Packet
from brisa.audio.encoders.ogg import BEGIN_OF_STREAM, END_OF_STREAM, OggPages
from brisa.errors import OutOfRange

GRANULE_RATE_HZ = 48_000
"""Ogg counts Opus in samples of 48 kHz, whatever rate went in."""

PACKET_MS = 20
PACKET_GRANULES = GRANULE_RATE_HZ * PACKET_MS // 1000

_VENDOR = b"brisa"
_CHANNELS = 1
_EFFORT = 5
_SPEECH_BELOW_BPS = 24_000
_LOSS_PERCENT_WITH_FEC = 10


def opus_codec(options: EncoderOptions, bitrate_bps: int) -> Codec:
    """The settings of the encoder.

    The transform coder alone is cheapest and delays least. Error correction exists only in the
    speech coder, which is also the better one at low bit rates. FEC without a stated loss is
    dimensioned for 10 %: for none, libopus would leave it out. Raises ``OutOfRange`` for a loss
    outside 0 to 100 %.
    """
    if not 0 <= options.packet_loss_percent <= 100:
        raise OutOfRange("The packet loss is from 0 to 100 percent.", param="packet_loss")
    speech = options.fec or bitrate_bps < _SPEECH_BELOW_BPS
    loss_percent = options.packet_loss_percent
    if options.fec and not loss_percent:
        loss_percent = _LOSS_PERCENT_WITH_FEC
    settings = {
        "application": "voip" if speech else "lowdelay",
        "frame_duration": str(PACKET_MS),
        "compression_level": str(_EFFORT),
        "fec": str(int(options.fec)),
        "packet_loss": str(loss_percent),
    }
    return Codec("libopus", "s16", settings, bitrate_bps)


def identification_header(pre_skip_granules: int, input_rate_hz: int) -> bytes:
    """``OpusHead``, version 1, mono, no gain (RFC 7845, section 5.1)."""
    return struct.pack(
        "<8sBBHIhB", b"OpusHead", 1, _CHANNELS, pre_skip_granules, input_rate_hz, 0, 0
    )


def comment_header() -> bytes:
    """``OpusTags`` with a vendor and no comments (RFC 7845, section 5.2)."""
    return struct.pack("<8sI", b"OpusTags", len(_VENDOR)) + _VENDOR + struct.pack("<I", 0)


class OpusEncoder(LibavEncoder):
    """A stream without samples is one packet of silence that the decoder drops whole.

    ``delay_samples`` is 0: the codec's own delay is in the header, and decoders remove it.
    """

    media_type = "audio/ogg"
    shortest_samples = 1

    def __init__(self, sample_rate_hz: int, options: EncoderOptions, bitrate_bps: int) -> None:
        self._dtx = DiscontinuousTransmission() if options.dtx else None
        super().__init__(
            sample_rate_hz,
            options,
            opus_codec(options, bitrate_bps),
            self._dtx.observe if self._dtx else None,
        )
        # The encoder states its delay in the OpusHead that it leaves for muxers.
        (self._pre_skip_granules,) = struct.unpack_from("<H", self._packets.extradata, 10)
        self._pages = OggPages()
        self._granule = 0

    def _framed(self, packets: Sequence[Packet]) -> bytes:
        return b"".join(self._audio_page(packet) for packet in packets)

    def _ending(self, packets: Sequence[Packet]) -> bytes:
        *body, last = packets
        end_granule = (
            self._pre_skip_granules + self._encoded_samples * GRANULE_RATE_HZ // self.sample_rate_hz
        )
        return self._framed(body) + self._audio_page(last, end_granule)

    def _audio_page(self, packet: Packet, end_granule: int | None = None) -> bytes:
        """``end_granule`` marks the last page and cuts it to length."""
        headers = b"" if self._granule else self._headers()
        self._granule += PACKET_GRANULES
        payload = self._dtx.thin(packet.payload) if self._dtx else packet.payload
        if end_granule is None:
            return headers + self._pages.page(payload, self._granule)
        return headers + self._pages.page(payload, end_granule, END_OF_STREAM)

    def _headers(self) -> bytes:
        head = identification_header(self._pre_skip_granules, self.sample_rate_hz)
        return self._pages.page(head, 0, BEGIN_OF_STREAM) + self._pages.page(comment_header(), 0)
