import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.raw import PcmEncoder, to_s16le

pytestmark = pytest.mark.unit


def test_samples_are_two_bytes_low_byte_first():
    assert to_s16le(np.array([1, -2, 0x1234], np.int16)) == b"\x01\x00\xfe\xff\x34\x12"
    assert to_s16le(np.array([0x1234], ">i2")) == b"\x34\x12"


def test_every_answer_is_whole_samples_and_the_end_adds_nothing():
    encoder = PcmEncoder(24_000, EncoderOptions())
    assert [len(encoder.encode(np.zeros(n, np.int16))) for n in (1, 0, 7)] == [2, 0, 14]
    assert encoder.flush() == b""
