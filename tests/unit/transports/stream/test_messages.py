"""Bytes and JSON of ``/v1/stream``."""

from __future__ import annotations

import json

import numpy as np
import pytest

from brisa.transports.stream.messages import audio, event, read_audio, word_fields
from brisa.types import WordMark

pytestmark = pytest.mark.unit


def test_the_layout_of_audio() -> None:
    message = audio(0x01020304, 2**32 + 5, 0x1122334455667788, [np.array([1, -2], np.int16)])
    assert message.hex() == "01010000040302010500000088776655443322110100feff"
    utterance, seq, start, pcm_t = read_audio(message)
    assert (utterance, seq, start) == (0x01020304, 5, 0x1122334455667788)
    assert pcm_t.tolist() == [1, -2]


def test_pieces_follow_one_another() -> None:
    pieces = [np.arange(3, dtype=np.int16), np.zeros(0, np.int16), np.arange(3, 9, dtype=np.int16)]
    assert read_audio(audio(1, 0, 7, pieces))[3].tolist() == list(range(9))


@pytest.mark.parametrize(
    "message", [b"", bytes(19), bytes(20), b"\x02\x01" + bytes(18), b"\x01\x01" + bytes(19)]
)
def test_what_is_no_audio(message: bytes) -> None:
    with pytest.raises(ValueError, match="message"):
        read_audio(message)


def test_an_event() -> None:
    words = word_fields([WordMark("olá", 0, 3, 10, 20, "olá")])
    found = json.loads(event("words", 4, {"utterance": 1, "words": words}))
    assert found == {
        "type": "words",
        "seq": 4,
        "utterance": 1,
        "words": [
            {"text": "olá", "start_char": 0, "end_char": 3, "start_sample": 10, "end_sample": 20}
        ],
    }
