"""The route of Vapi's custom voice."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from brisa.audio.encoders.table import find_format, require_rate
from brisa.transports.catalogue import Catalogue
from brisa.transports.delivery import Delivery
from brisa.transports.errors import error_response
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.response import Framing, Order
from brisa.transports.vapi.request import read_voice_request
from brisa.types import SpeechSettings, TextOptions

_FORMAT = find_format("pcm")
_BARE = Framing("application/octet-stream")
"""Samples and nothing else: a header would be heard."""


class Orders:
    """Reads bodies; a voice that there is not is the default one, since somebody is on the line."""

    def __init__(self, catalogue: Catalogue, text: TextOptions) -> None:
        self._catalogue = catalogue
        self._text = text

    async def of(self, asked: Asked) -> Order:
        wanted = read_voice_request(asked.body)
        require_rate(_FORMAT, wanted.sample_rate_hz)
        settings = SpeechSettings(
            voice=await self._catalogue.voice_or_default(wanted.voice),
            sample_rate_hz=wanted.sample_rate_hz,
            text=self._text,
        )
        return Order(
            wanted.text,
            settings,
            _FORMAT,
            wanted.sample_rate_hz,
            framing=_BARE,
            rate_asked=True,
        )


def speaking(
    delivery: Delivery, limits: BodyLimits, catalogue: Catalogue, text: TextOptions
) -> ASGIApp:
    """What answers the webhook, whatever its address."""
    return OrderEndpoint(
        delivery, limits, Orders(catalogue, text).of, lambda error, _: error_response(error)
    )


def routes(endpoint: ASGIApp) -> list[BaseRoute]:
    """Its own address."""
    return [Route("/vapi", endpoint, methods=["POST"])]
