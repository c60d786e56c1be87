"""Ogg pages (RFC 3533), as many as a live stream needs: one packet a page, pages in order.

The serial number is fixed: it separates streams that share a file, and ours are alone in theirs.
"""

from __future__ import annotations

import struct
import zlib

BEGIN_OF_STREAM = 0x02
END_OF_STREAM = 0x04

SERIAL = 0x62726973
_SEGMENT_BYTES = 255
_SEGMENTS_MAX = 255
_CRC_OFFSET = 22

_BITS_REVERSED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


def checksum(page: bytes) -> int:
    """CRC-32 with the polynomial 0x04C11DB7, most significant bit first, no inversion.

    zlib computes the same polynomial with the bits in the other order and both ends inverted:
    reversing the bits of what goes in and out, and undoing the inversions, gives Ogg's.
    """
    reflected = zlib.crc32(page.translate(_BITS_REVERSED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int.from_bytes(reflected.to_bytes(4, "little").translate(_BITS_REVERSED), "big")


class OggPages:
    """Numbers the pages of one logical stream."""

    def __init__(self) -> None:
        self._sequence = 0

    def page(self, packet: bytes, granule_position: int, flags: int = 0) -> bytes:
        """One packet as one page. ``granule_position`` is where the packet ends.

        A packet has fewer than 65,025 bytes.
        """
        full_segments, rest_bytes = divmod(len(packet), _SEGMENT_BYTES)
        if full_segments >= _SEGMENTS_MAX:
            raise RuntimeError("the packet does not fit on one Ogg page")
        lacing = bytes([_SEGMENT_BYTES] * full_segments + [rest_bytes])
        header = struct.pack(
            "<4sBBqIIIB",
            b"OggS",
            0,
            flags,
            granule_position,
            SERIAL,
            self._sequence,
            0,
            len(lacing),
        )
        page = header + lacing + packet
        self._sequence += 1
        crc = checksum(page).to_bytes(4, "little")
        return page[:_CRC_OFFSET] + crc + page[_CRC_OFFSET + 4 :]
