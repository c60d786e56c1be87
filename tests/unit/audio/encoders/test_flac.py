import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.flac import FlacEncoder, stream_header
from support.decoding import decode

pytestmark = pytest.mark.unit

HEADER_BYTES = 42


def encoded(pcm_t: np.ndarray, rate_hz: int, **wishes) -> bytes:
    encoder = FlacEncoder(rate_hz, EncoderOptions(**wishes))
    return encoder.encode(pcm_t) + encoder.flush()


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 24_000, 48_000])
@pytest.mark.parametrize("samples", [1, 441, 5_000])
def test_the_samples_come_back_exactly(rate_hz, samples):
    pcm_t = np.random.default_rng(samples).integers(-32768, 32768, samples).astype(np.int16)
    decoded = decode(encoded(pcm_t, rate_hz), "flac", rate_hz)
    assert decoded.sample_rate_hz == rate_hz
    np.testing.assert_array_equal(decoded.pcm_t * 32768, pcm_t)


def test_streaminfo_of_a_live_stream():
    header = stream_header(24_000, 480, None)
    assert len(header) == HEADER_BYTES
    assert header[:8] == b"fLaC\x80\x00\x00\x22"
    assert header[8:12] == b"\x01\xe0\x01\xe0"
    assert header[12:18] == bytes(6)
    # 24,000 Hz in 20 bits, one channel, 16 bits, no length, no checksum.
    assert header[18:26] == b"\x05\xdc\x00\xf0\x00\x00\x00\x00"
    assert header[26:] == bytes(16)


def test_streaminfo_of_a_known_length():
    assert stream_header(24_000, 480, 0x123456789)[21:26] == b"\xf1\x23\x45\x67\x89"
    assert stream_header(24_000, 480, 2**36)[21:26] == b"\xf0\x00\x00\x00\x00"
    assert encoded(np.zeros(777, np.int16), 24_000, total_samples=777)[22:26] == b"\x00\x00\x03\x09"


def test_the_header_comes_with_the_first_frame_and_only_once():
    encoder = FlacEncoder(24_000, EncoderOptions())
    assert encoder.encode(np.zeros(479, np.int16)) == b""
    first = encoder.encode(np.zeros(1, np.int16))
    assert first[:4] == b"fLaC"
    assert len(first) > HEADER_BYTES
    assert b"fLaC" not in encoder.encode(np.zeros(480, np.int16)) + encoder.flush()


def test_no_samples_are_the_header_alone():
    assert encoded(np.zeros(0, np.int16), 24_000) == stream_header(24_000, 480, None)
