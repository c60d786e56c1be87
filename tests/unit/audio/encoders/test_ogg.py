import struct

import pytest

from brisa.audio.encoders.ogg import BEGIN_OF_STREAM, SERIAL, OggPages, checksum

pytestmark = pytest.mark.unit


def slow_checksum(data: bytes) -> int:
    """Bit by bit, as RFC 3533 describes it."""
    register = 0
    for byte in data:
        register ^= byte << 24
        for _ in range(8):
            register = (register << 1) ^ (0x04C11DB7 if register & 0x80000000 else 0)
            register &= 0xFFFFFFFF
    return register


@pytest.mark.parametrize("data", [b"", b"\x00", b"a", b"OggS", bytes(range(256)) * 3])
def test_the_checksum_is_that_of_the_definition(data):
    assert checksum(data) == slow_checksum(data)


def test_the_fields_of_a_page():
    pages = OggPages()
    pages.page(b"first", 0)
    page = pages.page(b"second packet", 960, BEGIN_OF_STREAM)
    fields = struct.unpack_from("<4sBBqIIIB", page)
    assert fields[:6] == (b"OggS", 0, BEGIN_OF_STREAM, 960, SERIAL, 1)
    assert fields[6] == slow_checksum(page[:22] + bytes(4) + page[26:])
    assert page[26:] == b"\x01\x0dsecond packet"


@pytest.mark.parametrize("size", [0, 1, 254, 255, 256, 510, 65_024])
def test_the_lacing_values_add_up_to_the_packet(size):
    page = OggPages().page(bytes(size), 0)
    lacing = page[27 : 27 + page[26]]
    assert sum(lacing) == size
    assert lacing[-1] < 255
    assert len(page) == 27 + len(lacing) + size


def test_a_packet_too_large_for_a_page_is_a_fault():
    with pytest.raises(RuntimeError, match="one Ogg page"):
        OggPages().page(bytes(65_025), 0)
