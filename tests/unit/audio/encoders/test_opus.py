import itertools
import struct

import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.ogg import BEGIN_OF_STREAM, END_OF_STREAM
from brisa.audio.encoders.opus import OpusEncoder, comment_header
from brisa.errors import OutOfRange
from support.decoding import decode

pytestmark = pytest.mark.unit

RATE_HZ = 24_000
SPEECH_CODER_CONFIGS = range(16)
LOST_FRAME_FLAG = 0x40


def voiced(samples: int, rate_hz: int = RATE_HZ) -> np.ndarray:
    """Something the speech coder takes for a voice."""
    at_s = np.arange(samples) / rate_hz
    pcm_t = sum(np.sin(2 * np.pi * 120 * k * at_s) / k for k in range(1, 20))
    return (pcm_t * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * at_s)) * 6_000).astype(np.int16)


def pages(out: bytes) -> list[tuple[int, int, bytes]]:
    """Flags, granule position and packet of each page."""
    found = []
    while out:
        assert out[:4] == b"OggS"
        flags, granule = struct.unpack_from("<Bq", out, 5)
        lacing = out[27 : 27 + out[26]]
        start = 27 + len(lacing)
        found.append((flags, granule, out[start : start + sum(lacing)]))
        out = out[start + sum(lacing) :]
    return found


def encoded(
    pcm_t: np.ndarray, rate_hz: int = RATE_HZ, bitrate_bps: int = 32_000, **wishes
) -> bytes:
    encoder = OpusEncoder(rate_hz, EncoderOptions(**wishes), bitrate_bps)
    return encoder.encode(pcm_t) + encoder.flush()


def packets(*args, **wishes) -> list[bytes]:
    return [packet for _, _, packet in pages(encoded(*args, **wishes))[2:]]


@pytest.mark.parametrize("rate_hz", [8_000, 12_000, 16_000, 24_000, 48_000])
def test_the_stream_begins_with_the_two_headers(rate_hz):
    first, second = pages(encoded(voiced(rate_hz, rate_hz), rate_hz))[:2]
    assert first[:2] == (BEGIN_OF_STREAM, 0)
    assert second[:2] == (0, 0)
    magic, version, channels, pre_skip, rate, gain, family = struct.unpack("<8sBBHIhB", first[2])
    assert (magic, version, channels, rate, gain, family) == (b"OpusHead", 1, 1, rate_hz, 0, 0)
    assert 0 < pre_skip < 960
    assert second[2] == comment_header() == b"OpusTags\x05\x00\x00\x00brisa\x00\x00\x00\x00"


@pytest.mark.parametrize("samples", [1, 479, 480, 481, 12_000, 24_001])
def test_one_packet_a_page_of_20_ms_and_an_exact_end(samples):
    found = pages(encoded(voiced(samples)))
    (pre_skip,) = struct.unpack_from("<H", found[0][2], 10)
    audio = found[2:]
    granules = [granule for _, granule, _ in audio]
    assert granules[:-1] == [960 * n for n in range(1, len(audio))]
    assert granules[-1] == pre_skip + 2 * samples
    assert 960 * (len(audio) - 1) < granules[-1] <= 960 * len(audio)
    assert [flags for flags, _, _ in audio] == [0] * (len(audio) - 1) + [END_OF_STREAM]


def test_every_packet_lasts_20_ms():
    """Two low bits 0 are one frame; the configurations for 20 ms are every fourth of a row."""
    for packet in packets(voiced(RATE_HZ)) + packets(voiced(RATE_HZ), fec=True):
        assert packet[0] & 0x03 == 0
        config = packet[0] >> 3
        assert config in (1, 5, 9, 13, 15, 19, 23, 27, 31)


def test_the_same_samples_give_the_same_bytes():
    assert encoded(voiced(5_000)) == encoded(voiced(5_000))


def test_the_bit_rate_reaches_the_encoder():
    sizes = [
        len(b"".join(packets(voiced(RATE_HZ), bitrate_bps=b))) for b in (12_000, 32_000, 96_000)
    ]
    for small, large in itertools.pairwise(sizes):
        assert large > 1.5 * small


def with_redundancy(found: list[bytes]) -> int:
    """Packets of the speech coder whose header announces a copy of the frame before."""
    return sum(
        packet[0] >> 3 in SPEECH_CODER_CONFIGS and bool(packet[1] & LOST_FRAME_FLAG)
        for packet in found
    )


@pytest.mark.parametrize("loss_percent", [0, 10, 30])
def test_error_correction_reaches_the_encoder(loss_percent):
    found = packets(voiced(RATE_HZ), fec=True, packet_loss_percent=loss_percent)
    assert with_redundancy(found) > len(found) // 2


def test_there_is_no_redundancy_unless_asked_for():
    assert with_redundancy(packets(voiced(RATE_HZ))) == 0
    assert with_redundancy(packets(voiced(RATE_HZ), bitrate_bps=16_000)) == 0


def test_low_bit_rates_use_the_speech_coder():
    for packet in packets(voiced(RATE_HZ), bitrate_bps=16_000):
        assert packet[0] >> 3 in SPEECH_CODER_CONFIGS


@pytest.mark.parametrize("loss_percent", [-1, 101])
def test_an_impossible_loss_is_refused(loss_percent):
    with pytest.raises(OutOfRange, match="0 to 100"):
        encoded(voiced(10), packet_loss_percent=loss_percent)


@pytest.mark.parametrize(("bitrate_bps", "tolerance"), [(16_000, 0.05), (32_000, 1e-3)])
def test_silence_is_thinned_out_and_the_speech_around_it_unharmed(bitrate_bps, tolerance):
    """The speech coder, below 24 kbit/s, needs a moment to follow; the transform coder none."""
    second = RATE_HZ
    speech_t = voiced(second)
    speech_t[:480] = speech_t[:480] * np.linspace(0, 1, 480)
    pcm_t = np.concatenate((speech_t, np.zeros(2 * second, np.int16), speech_t))
    full = encoded(pcm_t, bitrate_bps=bitrate_bps)
    thin = encoded(pcm_t, bitrate_bps=bitrate_bps, dtx=True)
    short = [len(packet) == 1 for _, _, packet in pages(thin)[2:]]
    assert 80 <= sum(short) <= 90
    assert not any(short[:55]) and not any(short[150:])
    heard, plain = (decode(out, "opus", RATE_HZ).pcm_t for out in (thin, full))
    assert heard.shape == plain.shape == (4 * 48_000,)
    assert np.max(np.abs(heard[62_400:143_000])) < 1e-3
    np.testing.assert_allclose(heard, plain, atol=tolerance)
    np.testing.assert_allclose(heard[150_000:], plain[150_000:], atol=1e-3)
