"""Discontinuous transmission for Opus: long silence costs one byte a packet.

libavcodec has no switch for the encoder's own. This does what the encoder's does: every frame is
coded, and in silence all but the table-of-contents byte is thrown away, which decoders take for "no
data" and fill with comfort noise (RFC 6716, sections 2.1.9 and 3.2.1). A whole packet goes out
from time to time, so that a listener who joins or lost packets hears the true noise floor. Sound
should fade in after silence: at a hard onset the speech coder's decoder needs some 40 ms to follow.
"""

from __future__ import annotations

from collections import deque

from brisa.types import PcmInt16

SILENCE_PEAK = 10
"""Samples up to here are silence: -70 dB of full scale."""

HANGOVER_PACKETS = 10
REFRESH_PACKETS = 20
"""libopus waits 200 ms before it falls silent and says so anew every 400 ms; so does this."""

_FRAME_COUNT_BITS = 0x03


class DiscontinuousTransmission:
    """Sees each frame before it is coded and each packet after, one packet to a frame."""

    def __init__(self) -> None:
        self._silent: deque[bool] = deque()
        self._run_packets = 0

    def observe(self, frame_t: PcmInt16) -> None:
        """The samples of the next packet."""
        loudest = max(int(frame_t.max()), -int(frame_t.min()))
        self._silent.append(loudest <= SILENCE_PEAK)

    def thin(self, payload: bytes) -> bytes:
        """The packet of the frame observed longest ago, or its first byte.

        A packet without a frame, of what the codec held back at the end, stays whole.
        """
        silent = self._silent.popleft() if self._silent else False
        self._run_packets = self._run_packets + 1 if silent else 0
        past_hangover = self._run_packets - HANGOVER_PACKETS
        if past_hangover <= 0 or past_hangover % (REFRESH_PACKETS + 1) == 0:
            return payload
        # The two low bits count frames; none set is one frame, here of no bytes.
        return bytes([payload[0] & ~_FRAME_COUNT_BITS])
