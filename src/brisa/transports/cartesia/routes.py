"""The routes of Cartesia's speech API that are HTTP, and the answers of its errors."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.errors import BrisaError
from brisa.transports.asgi import request_id_of
from brisa.transports.cartesia.events import event_framing
from brisa.transports.cartesia.request import Defaults, GenerationBody, spoken_as
from brisa.transports.cartesia.voices import item_of, page_of
from brisa.transports.catalogue import Catalogue
from brisa.transports.delivery import Delivery
from brisa.transports.errors import NotFound, headers_of, status_of
from brisa.transports.json_body import read_json
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.response import RAW, Order

_DECODER: Final = msgspec.json.Decoder(GenerationBody)


def refusal(error: BrisaError, request_id: str = "") -> Response:
    """An error as Cartesia's clients read it."""
    body = {
        "error_code": error.code,
        "title": error.title,
        "message": error.message,
        "request_id": request_id,
    }
    return JSONResponse(body, status_of(error), headers_of(error))


class Orders:
    """Reads bodies. Both kinds of answer have the same."""

    def __init__(self, defaults: Defaults) -> None:
        self._defaults = defaults

    async def as_bytes(self, asked: Asked) -> Order:
        return self._order(asked, events=False)

    async def as_events(self, asked: Asked) -> Order:
        return self._order(asked, events=True)

    def _order(self, asked: Asked, *, events: bool) -> Order:
        body = read_json(_DECODER, asked.body)
        spoken = spoken_as(body, self._defaults, raw_only=events)
        return Order(
            body.transcript,
            spoken.settings,
            spoken.format,
            spoken.sample_rate_hz,
            spoken.bitrate_bps,
            event_framing(body) if events else RAW,
            rate_asked=body.output_format is not None
            and body.output_format.sample_rate is not None,
        )


class Voices:
    """What there is to speak with."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def page(self, request: Request) -> Response:
        try:
            return JSONResponse(page_of(await self._catalogue.voices(), request.query_params))
        except BrisaError as error:
            return refusal(error, request_id_of(request.scope))

    async def one(self, request: Request) -> Response:
        name = request.path_params["voice"]
        for voice in await self._catalogue.voices():
            if voice.name == name:
                return JSONResponse(item_of(voice))
        error = NotFound("There is no such voice.", param="voice")
        return refusal(error, request_id_of(request.scope))


def routes(delivery: Delivery, limits: BodyLimits, defaults: Defaults) -> list[BaseRoute]:
    """What is spoken over HTTP."""
    orders = Orders(defaults)
    whole = OrderEndpoint(delivery, limits, orders.as_bytes, refusal)
    events = OrderEndpoint(delivery, limits, orders.as_events, refusal)
    return [
        Route("/tts/bytes", whole, methods=["POST"]),
        Route("/tts/sse", events, methods=["POST"]),
    ]
