"""The routes of MaryTTS. All of them are under ``/mary`` too, where no other protocol has the
addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.audio.encoders.table import FormatSpec, find_format
from brisa.engines.base import Voice
from brisa.errors import BrisaError, InvalidRequest, UnknownFormat, UnsupportedOption
from brisa.transports.catalogue import Catalogue
from brisa.transports.delivery import Delivery
from brisa.transports.errors import headers_of, status_of
from brisa.transports.fields import fields_of
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.response import Order
from brisa.types import SpeechSettings, TextOptions

PREFIX: Final = "/mary"

_AUDIO: Final = {"wave": "wav", "mp3": "mp3", "ogg": "opus"}
_INPUT: Final = ("TEXT", "SSML")


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
        fields = fields_of(asked)
        _require_known(fields)
        text = fields.get("INPUT_TEXT")
        if text is None:
            raise InvalidRequest("The field INPUT_TEXT is missing.", param="INPUT_TEXT")
        spec = _format_of(fields.get("AUDIO") or "WAVE_FILE")
        rate_hz = spec.default_sample_rate_hz
        settings = SpeechSettings(
            voice=await self._voice_of(fields), sample_rate_hz=rate_hz, text=self._text
        )
        return Order(text, settings, spec, rate_hz)

    async def _voice_of(self, fields: Mapping[str, str]) -> str:
        voices = await self._catalogue.voices()
        if given := fields.get("VOICE"):
            meant = self._catalogue.names.resolve(given)
            if any(voice.name == meant for voice in voices):
                return meant
        locale = fields.get("LOCALE", "").replace("_", "-").lower()
        family = locale.partition("-")[0]
        speaking = [voice for voice in voices if voice.language.lower().split("-")[0] == family]
        exact = [voice for voice in speaking if voice.language.lower() == locale]
        found = [*exact, *speaking]
        if not found or any(voice.name == self._catalogue.default for voice in exact or speaking):
            return self._catalogue.default
        return found[0].name


def _require_known(fields: Mapping[str, str]) -> None:
    if fields.get("INPUT_TYPE", "TEXT").upper() not in _INPUT:
        message = f"INPUT_TYPE is one of: {', '.join(_INPUT)}."
        raise UnsupportedOption(message, param="INPUT_TYPE")
    if fields.get("OUTPUT_TYPE", "AUDIO").upper() != "AUDIO":
        raise UnsupportedOption("OUTPUT_TYPE is AUDIO.", param="OUTPUT_TYPE")


def _format_of(audio: str) -> FormatSpec:
    kind, _, container = audio.lower().partition("_")
    if kind not in _AUDIO or container not in ("", "file", "stream"):
        known = ", ".join(f"{kind.upper()}_FILE" for kind in _AUDIO)
        raise UnknownFormat(f"AUDIO is one of: {known}.", param="AUDIO")
    return find_format(_AUDIO[kind])


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
