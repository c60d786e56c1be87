"""Piper's routes as OpenAPI has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from brisa.transports.openapi import JSON, Answer, Operation
from brisa.transports.piper.request import PiperBody

_TAG: Final = "Piper"


class PiperAudio(msgspec.Struct):
    """``sample_rate`` in Hz."""

    sample_rate: int
    quality: str


class PiperEspeak(msgspec.Struct):
    """A language as espeak names it."""

    voice: str


class PiperLanguage(msgspec.Struct):
    """``code`` is ``en_US``, of which ``family`` is ``en``."""

    code: str
    family: str
    region: str


class PiperConfig(msgspec.Struct):
    """A voice."""

    dataset: str
    audio: PiperAudio
    espeak: PiperEspeak
    language: PiperLanguage
    num_speakers: int
    speaker_id_map: dict[str, int]


class PiperVoice(msgspec.Struct):
    """The default voice."""

    name: str
    language: str
    num_speakers: int


class PiperInfo(msgspec.Struct):
    """``last`` is always null."""

    voice: PiperVoice
    last: None


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.piper.routes`."""
    spoken = Answer("Audio, as it is made.", {"audio/wav": None})
    voices = Answer("Voices by their names.", {JSON: dict[str, PiperConfig]})
    info = Answer("The default voice.", {JSON: PiperInfo})
    return (
        Operation("POST", "/synthesize", "Speak a text", {200: spoken}, body=PiperBody, tag=_TAG),
        Operation("GET", "/voices", "The voices", {200: voices}, tag=_TAG),
        Operation("GET", "/info", "The default voice", {200: info}, tag=_TAG),
    )
