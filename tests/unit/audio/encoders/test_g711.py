import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.g711 import (
    AlawEncoder,
    MulawEncoder,
    alaw_levels,
    alaw_table,
    mulaw_levels,
    mulaw_table,
)
from support.decoding import decode

pytestmark = pytest.mark.unit

EVERY_SAMPLE = np.arange(-32768, 32768, dtype=np.int64).astype(np.int16)
LAWS = pytest.mark.parametrize(
    ("name", "encoder", "levels"),
    [
        ("mulaw", MulawEncoder, mulaw_levels()),
        ("alaw", AlawEncoder, alaw_levels()),
    ],
    ids=["mulaw", "alaw"],
)


@LAWS
def test_expansion_is_that_of_another_decoder(name, encoder, levels):
    """Each of the 256 codes, expanded by libavcodec."""
    decoded = decode(bytes(range(256)), name, 8_000)
    np.testing.assert_array_equal(np.round(decoded.pcm_t * 32768), levels)


@LAWS
def test_every_sample_becomes_the_nearest_level(name, encoder, levels):
    codes = np.frombuffer(encoder(8_000, EncoderOptions()).encode(EVERY_SAMPLE), np.uint8)
    chosen = np.abs(levels[codes] - EVERY_SAMPLE)
    ascending = np.sort(levels)
    right = np.clip(np.searchsorted(ascending, EVERY_SAMPLE), 1, 255)
    below, above = ascending[right - 1], ascending[right]
    best = np.minimum(np.abs(below - EVERY_SAMPLE), np.abs(above - EVERY_SAMPLE))
    np.testing.assert_array_equal(chosen, best)


@LAWS
def test_levels_encode_to_their_own_code(name, encoder, levels):
    codes = encoder(8_000, EncoderOptions()).encode(levels.astype(np.int16))
    differing = {code for code in range(256) if codes[code] != code}
    assert differing == ({0x7F} if name == "mulaw" else set())


@pytest.mark.parametrize(
    ("table", "sample", "code"),
    [
        (mulaw_table, 0, 0xFF),
        (mulaw_table, 32767, 0x80),
        (mulaw_table, -32768, 0x00),
        (mulaw_table, 32124, 0x80),
        (alaw_table, 0, 0xD5),
        (alaw_table, -1, 0x55),
        (alaw_table, 32767, 0xAA),
        (alaw_table, -32768, 0x2A),
    ],
)
def test_known_codes(table, sample, code):
    assert table()[np.array([sample], np.int16).view(np.uint16)] == [code]
