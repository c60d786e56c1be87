"""Server-sent events as OpenAI's clients read them."""

from __future__ import annotations

import base64
import json

import pytest

from brisa.transports.openai.events import delta, event_framing
from brisa.transports.sound import Sound

pytestmark = pytest.mark.unit


def payload(raw: bytes) -> dict[str, object]:
    assert raw.startswith(b"data: {")
    assert raw.endswith(b"}\n\n")
    assert raw.count(b"\n") == 2
    parsed: dict[str, object] = json.loads(raw[6:])
    return parsed


def test_a_piece() -> None:
    parsed = payload(delta(Sound(b"\x00\xff\n", 0, 1, 24_000)))
    assert parsed["type"] == "speech.audio.delta"
    assert base64.b64decode(str(parsed["audio"])) == b"\x00\xff\n"


def test_what_a_codec_keeps_is_no_event() -> None:
    assert delta(Sound(b"", 0, 4800, 24_000)) == b""


def test_the_end_counts() -> None:
    framing = event_framing(text_chars=40)
    assert framing.media_type == "text/event-stream"
    parsed = payload(framing.end(2.5))
    assert parsed["type"] == "speech.audio.done"
    assert parsed["usage"] == {"input_tokens": 10, "output_tokens": 50, "total_tokens": 60}


def test_the_shortest_text_is_a_token() -> None:
    assert payload(event_framing(1).end(0.0))["usage"] == {
        "input_tokens": 1,
        "output_tokens": 0,
        "total_tokens": 1,
    }
