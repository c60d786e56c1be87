import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.mp3 import Mp3Encoder

pytestmark = pytest.mark.unit

# Bit rates in kbit/s by the four bits of the header (ISO/IEC 11172-3 and 13818-3, layer III).
MPEG1_KBPS = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
MPEG2_KBPS = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
RATES_HZ = {0b11: (44_100, 48_000, 32_000), 0b10: (22_050, 24_000, 16_000)}


def frames(out: bytes) -> list[tuple[int, int, bytes]]:
    """Rate, bit rate and bytes of each frame; fails on a byte that is in none."""
    found = []
    while out:
        header = int.from_bytes(out[:4], "big")
        assert header >> 21 == 0x7FF, "no sync word"
        version = header >> 19 & 3
        assert header >> 17 & 3 == 1, "not layer III"
        assert header >> 6 & 3 == 3, "not mono"
        kbps = (MPEG1_KBPS if version == 0b11 else MPEG2_KBPS)[header >> 12 & 15]
        rate_hz = RATES_HZ[version][header >> 10 & 3]
        size = (144_000 if version == 0b11 else 72_000) * kbps // rate_hz + (header >> 9 & 1)
        assert len(out) >= size, "the last frame is cut"
        found.append((rate_hz, kbps * 1000, out[:size]))
        out = out[size:]
    return found


def encoded(rate_hz: int, bitrate_bps: int, samples: int) -> bytes:
    encoder = Mp3Encoder(rate_hz, EncoderOptions(), bitrate_bps)
    pcm_t = np.random.default_rng(3).integers(-9_000, 9_000, samples).astype(np.int16)
    return encoder.encode(pcm_t) + encoder.flush()


@pytest.mark.parametrize("rate_hz", [22_050, 24_000, 44_100, 48_000])
@pytest.mark.parametrize("bitrate_bps", [32_000, 64_000, 128_000])
def test_the_stream_is_frames_of_one_kind_from_the_first_byte_to_the_last(rate_hz, bitrate_bps):
    found = frames(encoded(rate_hz, bitrate_bps, rate_hz))
    assert {frame[:2] for frame in found} == {(rate_hz, bitrate_bps)}


def test_there_is_no_frame_of_tags():
    out = encoded(24_000, 64_000, 24_000)
    for tag in (b"ID3", b"TAG", b"Xing", b"Info", b"LAME3"):
        assert tag not in frames(out)[0][2]
        assert not out.startswith(tag)


def test_no_frame_borrows_from_the_one_before():
    """main_data_begin, the first 8 (MPEG-2) bits after the header, counts borrowed bytes."""
    assert all(frame[4] == 0 for _, _, frame in frames(encoded(24_000, 64_000, 24_000)))


def test_there_is_no_more_padding_than_it_takes():
    """Frames of 576 samples, the first 1,105 samples early, up to the end of the audio."""
    for samples in (576 * 7 - 1_105, 576 * 7 - 1_104):
        assert len(frames(encoded(24_000, 64_000, samples))) == -(-(samples + 1_105) // 576)


def test_no_samples_are_whole_frames_of_silence():
    assert len(frames(encoded(24_000, 64_000, 0))) == 3
    assert len(frames(encoded(48_000, 64_000, 0))) == 2
