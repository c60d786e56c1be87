"""Cartesia's routes as OpenAPI has them, but for ``/voices``, which Piper has too."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from brisa.transports.cartesia.events import MEDIA_TYPE
from brisa.transports.cartesia.request import GenerationBody
from brisa.transports.openapi import JSON, Answer, Operation

_TAG: Final = "Cartesia"
_AUDIO: Final = (
    *("audio/pcm", "audio/x-float-array", "audio/PCMU", "audio/PCMA"),
    *("audio/wav", "audio/mpeg"),
)


class CartesiaError(msgspec.Struct):
    """A refusal; ``error_code`` stands for its kind."""

    error_code: str
    title: str
    message: str
    request_id: str


class CartesiaLocale(msgspec.Struct):
    """A BCP 47 tag."""

    locale: str
    is_native: bool


class CartesiaVoice(msgspec.Struct):
    """A voice. ``created_at`` says nothing; ``gender`` is ``feminine`` or ``masculine``."""

    id: str
    name: str
    description: str
    tagline: str
    language: str
    locales: list[CartesiaLocale]
    country: str | None
    gender: str | None
    access: str
    visibility: str
    is_owner: bool
    is_public: bool
    created_at: str


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.cartesia.routes` that has its address alone."""
    audio = Answer("Audio, as it is made.", dict.fromkeys(_AUDIO))
    events = Answer("Events, as they are made.", {MEDIA_TYPE: None})
    refused = Answer("The request is refused.", {JSON: CartesiaError})
    return (
        _speech("/tts/bytes", "Speak a text", audio, refused),
        _speech("/tts/sse", "Speak a text, as events", events, refused),
        Operation(
            "GET",
            "/voices/{voice}",
            "One voice",
            {
                200: Answer("The voice.", {JSON: CartesiaVoice}),
                404: Answer("There is none.", {JSON: CartesiaError}),
            },
            tag=_TAG,
        ),
    )


def _speech(path: str, summary: str, spoken: Answer, refused: Answer) -> Operation:
    answers = MappingProxyType({200: spoken, 400: refused})
    return Operation("POST", path, summary, answers, body=GenerationBody, tag=_TAG)
