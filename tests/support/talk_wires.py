"""Every protocol of talking connections, as a fuzzer needs to know it: a line for each.

``whole`` are the messages of one whole utterance, which are also what is mutated; ``more`` are
further messages that a client may send. ``audio`` and ``over`` tell what an answer is: some audio,
and the end of the utterance.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TEXT = "Words that are heard. "

Message = str | bytes
Fields = dict[str, Any]


@dataclass(frozen=True)
class TalkWire:
    """A WebSocket at ``path``, or Wyoming's port where there is none. ``context`` is the field that
    names a stream within it."""

    name: str
    path: str | None
    whole: tuple[Fields, ...]
    audio: Callable[[Message], bool]
    over: Callable[[Message], bool]
    more: tuple[Fields, ...] = ()
    context: str | None = None

    @property
    def seeds(self) -> tuple[Fields, ...]:
        """Every valid message."""
        return self.whole + self.more


def binary(message: Message) -> bool:
    """Audio that travels as it is."""
    return isinstance(message, bytes) and len(message) > 0


def says(**fields: Any) -> Callable[[Message], bool]:
    """Whether a message is JSON with these fields."""

    def matches(message: Message) -> bool:
        if isinstance(message, bytes):
            return False
        found = json.loads(message)
        return all(found.get(name) == value for name, value in fields.items())

    return matches


def carries(name: str) -> Callable[[Message], bool]:
    """Whether a message is JSON whose field ``name`` has something in it."""

    def matches(message: Message) -> bool:
        return isinstance(message, str) and bool(json.loads(message).get(name))

    return matches


def holds(mark: bytes) -> Callable[[Message], bool]:
    """Whether bytes of a byte stream have this in them."""
    return lambda message: isinstance(message, bytes) and mark in message


STREAM = TalkWire(
    "stream",
    "/v1/stream",
    whole=(
        {"type": "start", "voice": "scripted", "speed": 1.0, "sample_rate": 24000, "words": True},
        {"type": "text", "text": TEXT},
        {"type": "flush"},
        {"type": "end"},
    ),
    audio=binary,
    over=says(type="finished"),
    more=(
        {"type": "cancel", "utterance": 1, "sample": 100},
        {"type": "playhead", "utterance": 1, "sample": 5, "paused": True},
        {"type": "ping", "id": 7},
        {"type": "text", "text": TEXT, "utterance": 1},
        {"type": "start", "text": {"lexicon": [{"written": "a", "spoken": "b"}], "clean": True}},
    ),
    context="utterance",
)

WYOMING = TalkWire(
    "wyoming",
    None,
    whole=(
        {"type": "synthesize-start", "data": {"voice": {"name": "scripted"}}},
        {"type": "synthesize-chunk", "data": {"text": TEXT}},
        {"type": "synthesize-stop", "data": {}},
    ),
    audio=holds(b'"audio-chunk"'),
    over=holds(b'"synthesize-stopped"'),
    more=(
        {"type": "describe", "version": "1.10.2", "data_length": 0, "payload_length": 0},
        {"type": "synthesize", "data": {"text": TEXT, "voice": {"language": "en"}}},
        {"type": "ping", "data": {"text": TEXT}},
        {"type": "select-program", "data": {"name": "brisa"}},
    ),
)

_CARTESIA: Fields = {
    "context_id": "c1",
    "model_id": "sonic-3",
    "voice": {"mode": "id", "id": "scripted"},
    "output_format": {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000},
    "language": "en",
    "add_timestamps": True,
}

CARTESIA = TalkWire(
    "cartesia",
    "/tts/websocket?cartesia_version=2025-04-16",
    whole=(
        _CARTESIA | {"transcript": TEXT, "continue": True},
        _CARTESIA | {"transcript": "", "continue": False},
    ),
    audio=carries("data"),
    over=says(type="done"),
    more=(
        {"context_id": "c1", "cancel": True},
        _CARTESIA | {"transcript": TEXT, "continue": True, "flush": True, "max_buffer_delay_ms": 0},
    ),
    context="context_id",
)

_ELEVENLABS = "/v1/text-to-speech/scripted"

ELEVENLABS = TalkWire(
    "elevenlabs",
    f"{_ELEVENLABS}/stream-input?output_format=pcm_24000",
    whole=(
        {"text": " ", "voice_settings": {"speed": 1.0, "stability": 0.5}, "xi_api_key": "k"},
        {"text": TEXT, "try_trigger_generation": True},
        {"text": ""},
    ),
    audio=carries("audio"),
    over=says(isFinal=True),
    more=({"text": TEXT, "flush": True}, {"flush": True}),
)

ELEVENLABS_CONTEXTS = TalkWire(
    "elevenlabs-contexts",
    f"{_ELEVENLABS}/multi-stream-input?output_format=pcm_24000",
    whole=(
        {"text": " ", "context_id": "c1", "voice_settings": {}},
        {"text": TEXT, "context_id": "c1"},
        {"context_id": "c1", "flush": True},
        {"context_id": "c1", "close_context": True},
    ),
    audio=carries("audio"),
    over=says(isFinal=True),
    more=(
        {"text": ""},
        {"text": TEXT, "contextId": "c1", "flush": True},
        {"close_socket": True},
    ),
    context="context_id",
)

TALK_WIRES = (STREAM, WYOMING, CARTESIA, ELEVENLABS, ELEVENLABS_CONTEXTS)
