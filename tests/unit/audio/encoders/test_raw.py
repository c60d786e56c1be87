import numpy as np
import pytest

from brisa.audio.encoders.base import EncoderOptions
from brisa.audio.encoders.raw import FloatEncoder, PcmEncoder, to_f32le, to_s16le

pytestmark = pytest.mark.unit


def test_samples_are_two_bytes_low_byte_first():
    assert to_s16le(np.array([1, -2, 0x1234], np.int16)) == b"\x01\x00\xfe\xff\x34\x12"
    assert to_s16le(np.array([0x1234], ">i2")) == b"\x34\x12"


def test_every_answer_is_whole_samples_and_the_end_adds_nothing():
    encoder = PcmEncoder(24_000, EncoderOptions())
    assert [len(encoder.encode(np.zeros(n, np.int16))) for n in (1, 0, 7)] == [2, 0, 14]
    assert encoder.flush() == b""


def test_floats_are_the_samples_over_full_scale_and_give_them_back():
    assert to_f32le(np.array([-32_768, 16_384], np.int16)) == b"\x00\x00\x80\xbf\x00\x00\x00\x3f"
    every_t = np.arange(-32_768, 32_768).astype(np.int16)
    floats_t = np.frombuffer(to_f32le(every_t), "<f4")
    assert np.array_equal(np.round(floats_t * 32_768), every_t)
    assert -1 <= floats_t.min() <= floats_t.max() < 1


def test_floats_are_whole_samples_too():
    encoder = FloatEncoder(24_000, EncoderOptions())
    assert [len(encoder.encode(np.zeros(n, np.int16))) for n in (1, 0, 7)] == [4, 0, 28]
    assert encoder.flush() == b""
