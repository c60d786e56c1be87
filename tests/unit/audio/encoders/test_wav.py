import io
import struct
import wave

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.wav import HEADER_BYTES, UNKNOWN_SIZE, WavEncoder, wav_header

pytestmark = pytest.mark.unit

PCM_T = np.array([0, 1, -1, 32767, -32768], np.int16)


def sizes(out: bytes) -> tuple[int, int]:
    return struct.unpack_from("<I", out, 4)[0], struct.unpack_from("<I", out, 40)[0]


def test_the_header_is_44_bytes_in_front_of_the_first_audio():
    encoder = WavEncoder(24_000, EncoderOptions())
    assert encoder.encode(PCM_T[:0]) == b""
    first = encoder.encode(PCM_T[:2])
    assert len(first) == 44 + 4
    assert first[:4] + first[8:16] + first[36:40] == b"RIFFWAVEfmt data"
    assert first[44:] == b"\x00\x00\x01\x00"
    assert encoder.encode(PCM_T[2:]) == b"\xff\xff\xff\x7f\x00\x80"
    assert encoder.flush() == b""


def test_a_live_stream_has_unknown_sizes():
    assert sizes(wav_header(24_000, None)) == (UNKNOWN_SIZE, UNKNOWN_SIZE)


@pytest.mark.parametrize("rate_hz", [8_000, 22_050, 48_000])
def test_a_stream_of_known_length_is_an_exact_file(rate_hz):
    encoder = WavEncoder(rate_hz, EncoderOptions(total_samples=5))
    out = encoder.encode(PCM_T) + encoder.flush()
    assert sizes(out) == (len(out) - 8, 10)
    with wave.open(io.BytesIO(out)) as file:
        assert file.getparams()[:4] == (1, 2, rate_hz, 5)
        assert file.readframes(5) == PCM_T.astype("<i2").tobytes()


@pytest.mark.parametrize("options", [EncoderOptions(), EncoderOptions(total_samples=0)])
def test_no_samples_are_a_valid_file_of_length_zero(options):
    out = WavEncoder(24_000, options).flush()
    assert len(out) == HEADER_BYTES
    assert sizes(out) == (36, 0)
    with wave.open(io.BytesIO(out)) as file:
        assert file.getnframes() == 0


def test_a_length_that_32_bits_cannot_hold_is_left_open():
    longest = (UNKNOWN_SIZE - 37) // 2
    assert sizes(wav_header(24_000, longest)) == (longest * 2 + 36, longest * 2)
    assert sizes(wav_header(24_000, longest + 1)) == (UNKNOWN_SIZE, UNKNOWN_SIZE)
