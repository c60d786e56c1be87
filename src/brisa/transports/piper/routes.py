"""The routes of Piper's HTTP server."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from brisa.audio.encoders.table import find_format
from brisa.engines.base import Voice
from brisa.transports.catalogue import Catalogue
from brisa.transports.delivery import Delivery
from brisa.transports.errors import error_response
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.piper.request import read_piper
from brisa.transports.response import Order
from brisa.types import SpeechSettings, TextOptions

_FORMAT = find_format("wav")


class Orders:
    """Reads bodies; a voice that there is not is the default one."""

    def __init__(self, catalogue: Catalogue, text: TextOptions) -> None:
        self._catalogue = catalogue
        self._text = text

    async def of(self, asked: Asked) -> Order:
        body = read_piper(asked.body, asked.headers.get("content-type", ""))
        rate_hz = _FORMAT.default_sample_rate_hz
        settings = SpeechSettings(
            voice=await self._catalogue.voice_or_default(body.voice),
            speed=body.speed,
            sample_rate_hz=rate_hz,
            text=self._text,
        )
        return Order(body.text, settings, _FORMAT, rate_hz)


class Listings:
    """What there is to speak with, as configurations of Piper's voices."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def voices(self, request: Request) -> Response:
        voices = await self._catalogue.voices()
        return JSONResponse({voice.name: _config(voice) for voice in voices})

    async def info(self, request: Request) -> Response:
        """``last`` is what was said last, which is nobody's business."""
        voices = await self._catalogue.voices()
        found = next((one for one in voices if one.name == self._catalogue.default), None)
        language = found.language.lower() if found else ""
        voice = {"name": self._catalogue.default, "language": language, "num_speakers": 1}
        return JSONResponse({"voice": voice, "last": None})


def _config(voice: Voice) -> dict[str, object]:
    family, _, region = voice.language.partition("-")
    return {
        "dataset": voice.name,
        "audio": {"sample_rate": _FORMAT.default_sample_rate_hz, "quality": voice.engine},
        "espeak": {"voice": voice.language.lower()},
        "language": {
            "code": voice.language.replace("-", "_"),
            "family": family,
            "region": region,
        },
        "num_speakers": 1,
        "speaker_id_map": {},
    }


def speaking(
    delivery: Delivery, limits: BodyLimits, catalogue: Catalogue, text: TextOptions
) -> ASGIApp:
    """What answers ``POST /synthesize``, and ``POST /`` as older servers have it."""
    return OrderEndpoint(
        delivery, limits, Orders(catalogue, text).of, lambda error, _: error_response(error)
    )


def routes(endpoint: ASGIApp, catalogue: Catalogue) -> list[BaseRoute]:
    """Everything here but ``POST /``."""
    listings = Listings(catalogue)
    return [
        Route("/synthesize", endpoint, methods=["POST"]),
        Route("/voices", listings.voices),
        Route("/info", listings.info),
    ]
