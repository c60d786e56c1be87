"""One request of every HTTP route that speaks or reads a text, with a voice of the caller's choice.

A line for each; what a wire answers for a voice that there is not differs: some refuse it, some
speak with the default voice, as their originals do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

TEXT = "Words."

Fields = dict[str, Any]


@dataclass(frozen=True)
class SpokenRequest:
    """``arguments`` are those of ``httpx.request`` for a voice: path, query, JSON."""

    name: str
    method: str
    path: Callable[[str], str]
    body: Callable[[str], Fields] | None = None
    params: Callable[[str], Fields] | None = None

    def arguments(self, voice: str) -> Fields:
        found: Fields = {"method": self.method, "url": self.path(voice)}
        if self.body is not None:
            found["json"] = self.body(voice)
        if self.params is not None:
            found["params"] = self.params(voice)
        return found


def at(path: str) -> Callable[[str], str]:
    """The path, with the voice quoted where it has ``{voice}``."""
    return lambda voice: path.replace("{voice}", quote(voice, safe="", errors="replace"))


def _cartesia(voice: str) -> Fields:
    return {
        "model_id": "sonic-3",
        "transcript": TEXT,
        "voice": {"mode": "id", "id": voice},
        "output_format": {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000},
    }


def _openai(voice: str) -> Fields:
    return {"input": TEXT, "voice": voice, "response_format": "pcm"}


SPOKEN_REQUESTS = (
    SpokenRequest("openai", "POST", at("/v1/audio/speech"), _openai),
    SpokenRequest(
        "openai's voice object",
        "POST",
        at("/v1/audio/speech"),
        lambda voice: _openai(voice) | {"voice": {"id": voice}},
    ),
    SpokenRequest("reading", "POST", at("/v1/text"), lambda voice: {"input": TEXT, "voice": voice}),
    SpokenRequest("cartesia", "POST", at("/tts/bytes"), _cartesia),
    SpokenRequest("cartesia's events", "POST", at("/tts/sse"), _cartesia),
    SpokenRequest("cartesia's voice", "GET", at("/voices/{voice}")),
    SpokenRequest("piper", "POST", at("/synthesize"), lambda voice: {"text": TEXT, "voice": voice}),
    SpokenRequest("piper's root", "POST", at("/"), lambda voice: {"text": TEXT, "voice": voice}),
    SpokenRequest(
        "coqui", "GET", at("/api/tts"), params=lambda voice: {"text": TEXT, "speaker_id": voice}
    ),
    SpokenRequest(
        "mary", "GET", at("/process"), params=lambda voice: {"INPUT_TEXT": TEXT, "VOICE": voice}
    ),
)
