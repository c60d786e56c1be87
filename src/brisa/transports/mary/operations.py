"""MaryTTS's routes as OpenAPI has them: with queries. A form does as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brisa.transports.mary.routes import PREFIX
from brisa.transports.openapi import Answer, Operation

_TAG: Final = "MaryTTS"
_TEXT: Final = "text/plain"


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.mary.routes` that has no shorter address."""
    audio = dict.fromkeys(("audio/wav", "audio/mpeg", "audio/ogg"))
    return (
        Operation(
            "GET",
            "/process",
            "Speak a text",
            {
                200: Answer("Audio, as it is made.", audio),
                400: Answer("The request is refused, in words.", {_TEXT: None}),
            },
            tag=_TAG,
            query={
                "INPUT_TEXT": "What to speak.",
                "INPUT_TYPE": "TEXT or SSML.",
                "OUTPUT_TYPE": "AUDIO.",
                "AUDIO": "WAVE_FILE, MP3_FILE or OGG_FILE.",
                "VOICE": "A voice.",
                "LOCALE": "A language, if VOICE is none of the voices.",
            },
        ),
        _listing("/locales", "The languages"),
        _listing(f"{PREFIX}/voices", "The voices"),
    )


def _listing(path: str, summary: str) -> Operation:
    return Operation("GET", path, summary, {200: Answer("A line each.", {_TEXT: None})}, tag=_TAG)
