"""The routes of OpenAI's speech API."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from brisa.audio.encoders.table import DEFAULT_SAMPLE_RATE_HZ
from brisa.errors import UnknownModel
from brisa.service.listener import Listener
from brisa.service.synthesizer import Synthesizer
from brisa.transports.asgi import read_body
from brisa.transports.delivery import Delivery
from brisa.transports.openai.events import event_framing
from brisa.transports.openai.schema import (
    SpeechDefaults,
    order_settings,
    parse_speech,
    wants_events,
)
from brisa.transports.response import RAW, Order

VoiceItem = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """How large a body may be and how long it may take to arrive."""

    max_bytes: int
    timeout_s: float


class SpeechEndpoint:
    """``POST /audio/speech``: an ASGI application, since it writes its response as it is made."""

    def __init__(self, delivery: Delivery, defaults: SpeechDefaults, limits: BodyLimits) -> None:
        self._delivery = delivery
        self._defaults = defaults
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits, headers = self._limits, Headers(scope=scope)
        with self._delivery.recording() as record:
            raw = await read_body(receive, headers, limits.max_bytes, limits.timeout_s)
            await self._delivery.deliver(self._order(raw), record, receive, send)

    def _order(self, raw: bytes) -> Order:
        body = parse_speech(raw)
        events = wants_events(body)
        spec, settings = order_settings(body, self._defaults)
        rate_hz = settings.sample_rate_hz or spec.default_sample_rate_hz
        framing = event_framing(len(body.input)) if events else RAW
        rate_asked = body.sample_rate is not None
        listener = Listener(bulk=body.bulk is True)
        return Order(
            body.input, settings, spec, rate_hz, body.bitrate, framing, rate_asked, listener
        )


class Listings:
    """What there is: models and voices, in the shapes that clients read."""

    def __init__(self, synthesizer: Synthesizer, defaults: SpeechDefaults) -> None:
        self._synthesizer = synthesizer
        self._defaults = defaults

    async def models(self, request: Request) -> Response:
        voices = await self._voices()
        data = [_model(name, voices) for name in self._defaults.models]
        return JSONResponse({"object": "list", "data": data})

    async def model(self, request: Request) -> Response:
        name = request.path_params["model"]
        if name not in self._defaults.models:
            known = ", ".join(self._defaults.models)
            raise UnknownModel(f"There is no such model. Models: {known}.", param="model")
        return JSONResponse(_model(name, await self._voices()))

    async def audio_models(self, request: Request) -> Response:
        return JSONResponse({"models": [{"id": name} for name in self._defaults.models]})

    async def voices(self, request: Request) -> Response:
        return JSONResponse({"voices": await self._voices()})

    async def _voices(self) -> list[VoiceItem]:
        # The catalogue reads a file for each voice that was added.
        voices = await asyncio.to_thread(self._synthesizer.voices)
        # The default voice first: it is what a list that shows one name should show.
        voices.sort(key=lambda voice: voice.name != self._defaults.voices.default)
        return [
            {
                "id": voice.name,
                "name": voice.name,
                "language": voice.language,
                "description": voice.description,
                "gender": voice.gender,
                "engine": voice.engine,
                "licence": voice.licence,
            }
            for voice in voices
        ]


def _model(name: str, voices: list[VoiceItem]) -> dict[str, object]:
    return {
        "id": name,
        "object": "model",
        "created": 0,
        "owned_by": "brisa",
        "task": "text-to-speech",
        "sample_rate": DEFAULT_SAMPLE_RATE_HZ,
        "voices": [{"name": voice["id"], "language": voice["language"]} for voice in voices],
    }


async def kokoro_probe(request: Request) -> Response:
    """wyoming-openai asks this to learn that it may list the voices."""
    return JSONResponse({"status": "ok"})


def routes(speech: SpeechEndpoint, listings: Listings) -> list[BaseRoute]:
    """Everything here."""
    return [
        Route("/v1/audio/speech", speech, methods=["POST"]),
        Route("/v1/audio/voices", listings.voices),
        Route("/v1/audio/models", listings.audio_models),
        Route("/v1/models", listings.models),
        Route("/v1/models/{model:path}", listings.model),
        Route("/v1/test", kokoro_probe),
    ]
