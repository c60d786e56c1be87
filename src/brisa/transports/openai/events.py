"""``stream_format: sse``: audio as server-sent events, one JSON object a ``data:`` line.

The audio key is ``audio``; all three integers of ``usage`` are required by OpenAI's schema. Tokens
are estimated, since brisa has none: four characters each on the way in, and 20 a second on the way
out.
"""

from __future__ import annotations

import base64

import msgspec

from brisa.transports.response import Framing
from brisa.transports.sound import Sound

MEDIA_TYPE = "text/event-stream"

_CHARS_PER_TOKEN = 4
_TOKENS_PER_S = 20


def event(payload: dict[str, object]) -> bytes:
    """One event, as clients expect it: exactly one space after the colon."""
    return b"data: " + msgspec.json.encode(payload) + b"\n\n"


def delta(sound: Sound) -> bytes:
    """Audio, if there is some."""
    if not sound.data:
        return b""
    audio = base64.b64encode(sound.data).decode("ascii")
    return event({"type": "speech.audio.delta", "audio": audio})


def event_framing(text_chars: int) -> Framing:
    """The framing of a stream that speaks ``text_chars`` characters."""
    input_tokens = max(1, round(text_chars / _CHARS_PER_TOKEN))

    def done(audio_s: float) -> bytes:
        output_tokens = round(audio_s * _TOKENS_PER_S)
        usage = {
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
            "total_tokens": input_tokens + output_tokens,
        }
        return event({"type": "speech.audio.done", "usage": usage})

    return Framing(MEDIA_TYPE, delta, done)
