import numpy as np
import pytest

from brisa.audio.encoders.aac import AacEncoder, adts_header
from brisa.audio.encoders.base import EncoderOptions

pytestmark = pytest.mark.unit


def encoded(samples: int, rate_hz: int = 24_000, bitrate_bps: int = 64_000) -> bytes:
    encoder = AacEncoder(rate_hz, EncoderOptions(), bitrate_bps)
    pcm_t = np.random.default_rng(3).integers(-9_000, 9_000, samples).astype(np.int16)
    return encoder.encode(pcm_t) + encoder.flush()


def frames(out: bytes) -> list[bytes]:
    found = []
    while out:
        size = int.from_bytes(out[3:6], "big") >> 5 & 0x1FFF
        assert len(out) >= size > 7
        assert out[:7] == adts_header(24_000, size - 7)
        found.append(out[:size])
        out = out[size:]
    return found


def test_the_header_bit_by_bit():
    header = int.from_bytes(adts_header(24_000, 0x1234 - 7), "big")
    bits = f"{header:056b}"
    assert bits == (
        "111111111111" "0" "00" "1"  # sync, MPEG-4, layer, no checksum
        "01" "0110" "0" "001"  # LC, 24 kHz, private, mono
        "0" "0" "0" "0"
        "1001000110100"  # 0x1234 bytes in all
        "11111111111" "00"
    )  # fmt: skip


@pytest.mark.parametrize(("rate_hz", "index"), [(48_000, 3), (44_100, 4), (22_050, 7), (8_000, 11)])
def test_the_rate_is_sent_by_its_number(rate_hz, index):
    assert adts_header(rate_hz, 10)[2] >> 2 & 15 == index


@pytest.mark.parametrize("samples", [1_024, 1_025, 20_000])
def test_the_stream_is_frames_from_the_first_byte_to_the_last(samples):
    """One frame of priming, then as many as hold the samples."""
    assert len(frames(encoded(samples))) == 1 + -(-samples // 1_024)


def test_no_samples_are_a_frame_of_silence():
    assert len(frames(encoded(0))) == 2


def test_the_bit_rate_reaches_the_encoder():
    assert len(encoded(24_000, bitrate_bps=96_000)) > 1.5 * len(encoded(24_000, bitrate_bps=32_000))
