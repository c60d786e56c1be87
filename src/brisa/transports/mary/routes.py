"""The routes of MaryTTS. All of them are under ``/mary`` too, where no other protocol has the
addresses."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.engines.base import Voice
from brisa.errors import BrisaError
from brisa.transports.catalogue import Catalogue
from brisa.transports.delivery import Delivery
from brisa.transports.errors import headers_of, status_of
from brisa.transports.fields import fields_of
from brisa.transports.mary.request import Process, read_process, voice_for
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.response import Order
from brisa.types import SpeechSettings, TextOptions

PREFIX: Final = "/mary"


def refusal(error: BrisaError, request_id: str = "") -> Response:
    """An error in words."""
    return PlainTextResponse(error.message + "\n", status_of(error), headers_of(error))


class Orders:
    """Reads queries and forms.

    Clients send names of voices that only a MaryTTS has, and a locale beside them. Such a name is
    the first voice that speaks the locale, or the default one.
    """

    def __init__(self, catalogue: Catalogue, text: TextOptions) -> None:
        self._catalogue = catalogue
        self._text = text

    async def of(self, asked: Asked) -> Order:
        process = read_process(fields_of(asked))
        rate_hz = process.format.default_sample_rate_hz
        settings = SpeechSettings(
            voice=await self._voice_of(process), sample_rate_hz=rate_hz, text=self._text
        )
        return Order(process.text, settings, process.format, rate_hz)

    async def _voice_of(self, process: Process) -> str:
        voices = await self._catalogue.voices()
        if process.voice:
            meant = self._catalogue.names.resolve(process.voice)
            if any(voice.name == meant for voice in voices):
                return meant
        return voice_for(process.locale, voices, self._catalogue.default)


class Listings:
    """What there is, a line each."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def voices(self, request: Request) -> Response:
        voices = await self._catalogue.voices()
        lines = (f"{one.name} {_locale(one)} {one.gender or 'unknown'} hmm" for one in voices)
        return PlainTextResponse("".join(f"{line}\n" for line in lines))

    async def locales(self, request: Request) -> Response:
        locales = dict.fromkeys(_locale(voice) for voice in await self._catalogue.voices())
        return PlainTextResponse("".join(f"{locale}\n" for locale in locales))


def _locale(voice: Voice) -> str:
    return voice.language.replace("-", "_")


def routes(
    delivery: Delivery, limits: BodyLimits, catalogue: Catalogue, text: TextOptions
) -> list[BaseRoute]:
    """Everything here."""
    process = OrderEndpoint(delivery, limits, Orders(catalogue, text).of, refusal)
    listings = Listings(catalogue)
    both = ["GET", "POST"]
    return [
        Route("/process", process, methods=both),
        Route("/locales", listings.locales),
        Route(f"{PREFIX}/process", process, methods=both),
        Route(f"{PREFIX}/locales", listings.locales),
        Route(f"{PREFIX}/voices", listings.voices),
    ]
