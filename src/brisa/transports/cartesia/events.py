"""``/tts/sse``: the messages of the WebSocket as server-sent events, named by their type."""

from __future__ import annotations

import msgspec

from brisa.transports.cartesia import messages
from brisa.transports.cartesia.messages import Payload
from brisa.transports.cartesia.request import GenerationBody
from brisa.transports.cartesia.words import WrittenWords
from brisa.transports.response import Framing
from brisa.transports.sound import Sound

MEDIA_TYPE = "text/event-stream"

_ONLY = 1
"""The text of a request is one piece."""


def event(payload: Payload) -> bytes:
    """One event."""
    kind = str(payload["type"]).encode()
    return b"event: " + kind + b"\ndata: " + msgspec.json.encode(payload) + b"\n\n"


def event_framing(body: GenerationBody) -> Framing:
    """The framing of one response, which has its place in the text."""
    words = WrittenWords(normalized=body.use_normalized_timestamps is True)
    words.push(body.transcript)

    def piece(sound: Sound) -> bytes:
        payloads = list(messages.chunks(body.context_id, _ONLY, sound.data))
        if body.add_timestamps and sound.words:
            timed = words.timed(sound.words, sound.sample_rate_hz)
            if timed:
                payloads.insert(0, messages.timestamps(body.context_id, _ONLY, timed))
        return b"".join(event(payload) for payload in payloads)

    return Framing(MEDIA_TYPE, piece, lambda audio_s: event(messages.done(body.context_id)))
