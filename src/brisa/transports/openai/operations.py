"""OpenAI's routes as OpenAPI has them."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import msgspec

from brisa.audio.encoders.table import FORMATS
from brisa.transports.openai.events import MEDIA_TYPE
from brisa.transports.openai.schema import SpeechBody
from brisa.transports.openapi import JSON, Answer, Operation

_TAG = "OpenAI"


class VoiceOfModel(msgspec.Struct):
    """A voice as models list it."""

    name: str
    language: str | None


class Model(msgspec.Struct):
    """A model; any other name may be sent, too."""

    id: str
    object: str
    created: int
    owned_by: str
    task: str
    sample_rate: int
    voices: list[VoiceOfModel]


class ModelList(msgspec.Struct):
    """What ``/v1/models`` answers."""

    object: str
    data: list[Model]


class ModelName(msgspec.Struct):
    """A model by its name."""

    id: str


class AudioModelList(msgspec.Struct):
    """What ``/v1/audio/models`` answers."""

    models: list[ModelName]


class VoiceItem(msgspec.Struct):
    """A voice; ``language`` is a BCP 47 tag."""

    id: str
    name: str
    language: str
    description: str
    gender: str | None
    engine: str
    licence: str | None


class VoiceList(msgspec.Struct):
    """What ``/v1/audio/voices`` answers."""

    voices: list[VoiceItem]


class ProbeAnswer(msgspec.Struct):
    """What clients look for before they list voices."""

    status: str


def operations() -> Sequence[Operation]:
    """Everything of :mod:`brisa.transports.openai.routes`."""
    audio = dict.fromkeys(sorted({spec.media_type for spec in FORMATS.values()}))
    spoken = Answer("Audio, as it is made.", {**audio, MEDIA_TYPE: None})
    return (
        Operation(
            "POST",
            "/v1/audio/speech",
            "Speak a text",
            MappingProxyType({200: spoken}),
            body=SpeechBody,
            description="Unknown fields and nulls are accepted. A failure after the first audio "
            "breaks the connection.",
            tag=_TAG,
        ),
        _listing("/v1/audio/voices", "The voices", VoiceList),
        _listing("/v1/audio/models", "Names of models", AudioModelList),
        _listing("/v1/models", "The models", ModelList),
        _listing("/v1/models/{model:path}", "One model", Model),
        _listing("/v1/test", "A probe of wyoming-openai", ProbeAnswer),
    )


def _listing(path: str, summary: str, kind: type[msgspec.Struct]) -> Operation:
    return Operation("GET", path, summary, {200: Answer(summary, {JSON: kind})}, tag=_TAG)
