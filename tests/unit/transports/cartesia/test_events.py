"""Events of ``/tts/sse``."""

from __future__ import annotations

import base64
import json

import pytest

from brisa.transports.cartesia.events import MEDIA_TYPE, event_framing
from brisa.transports.cartesia.request import GenerationBody
from brisa.transports.sound import Sound
from brisa.types import WordMark

pytestmark = pytest.mark.unit


def parsed(raw: bytes) -> list[dict[str, object]]:
    events = []
    for block in raw.decode().split("\n\n")[:-1]:
        name, data = block.split("\n")
        payload = json.loads(data.removeprefix("data: "))
        assert name == f"event: {payload['type']}"
        events.append(payload)
    return events


def test_words_come_before_their_audio_and_done_is_an_event_of_its_own() -> None:
    body = GenerationBody(transcript="Hello, you.", context_id="c", add_timestamps=True)
    framing = event_framing(body)
    assert framing.media_type == MEDIA_TYPE
    words = (WordMark("Hello", 0, 5, 0, 100), WordMark("you", 7, 10, 100, 200))
    times, chunk = parsed(framing.piece(Sound(b"abcd", 0, 2, 1000, words)))
    assert times["word_timestamps"] == {
        "words": ["Hello,", "you."],
        "start": [0.0, 0.1],
        "end": [0.1, 0.2],
    }
    assert base64.b64decode(str(chunk["data"])) == b"abcd"
    (done,) = parsed(framing.end(1.0))
    assert (done["type"], done["context_id"], "data" in done) == ("done", "c", False)


def test_nothing_is_sent_for_nothing_and_no_times_unasked() -> None:
    framing = event_framing(GenerationBody(transcript="Hello"))
    assert framing.piece(Sound(b"", 0, 0, 1000)) == b""
    (chunk,) = parsed(framing.piece(Sound(b"ab", 0, 1, 1000, (WordMark("Hello", 0, 5, 0, 1),))))
    assert (chunk["type"], chunk["context_id"]) == ("chunk", None)
