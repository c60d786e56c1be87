"""The routes of ElevenLabs' speech API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from starlette.routing import BaseRoute, Route, WebSocketRoute

from brisa.transports.delivery import Delivery
from brisa.transports.elevenlabs.formats import output_format
from brisa.transports.elevenlabs.framing import line_framing, object_framing
from brisa.transports.elevenlabs.listings import Listings
from brisa.transports.elevenlabs.orders import Defaults, SpeechBody
from brisa.transports.elevenlabs.refusals import refusal
from brisa.transports.json_body import read_json
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint, OrderOf
from brisa.transports.response import RAW, Framing, Order
from brisa.transports.talk.endpoint import TalkEndpoint

_SPEECH: Final = "/v1/text-to-speech/{voice_id}"
_DECODER: Final = msgspec.json.Decoder(SpeechBody)


def order_reader(defaults: Defaults, framing_of: Callable[[str], Framing]) -> OrderOf:
    """Reads requests whose answer is framed by what ``framing_of`` gives for their text."""

    async def order_of(asked: Asked) -> Order:
        form = output_format(asked.query.get("output_format"))
        body = read_json(_DECODER, asked.body)
        return Order(
            body.text,
            body.settings(asked.path["voice_id"], form, defaults),
            form.spec,
            form.sample_rate_hz,
            form.bitrate_bps,
            framing_of(body.text),
            rate_asked=True,
            headers={"request-id": asked.request_id, "x-trace-id": asked.request_id},
        )

    return order_of


def speech_routes(delivery: Delivery, limits: BodyLimits, defaults: Defaults) -> list[BaseRoute]:
    """Speech over HTTP. The whole is streamed like the rest: clients that want it read to its
    end."""
    framings: dict[str, Callable[[str], Framing]] = {
        "": lambda text: RAW,
        "/stream": lambda text: RAW,
        "/with-timestamps": object_framing,
        "/stream/with-timestamps": line_framing,
    }
    return [
        Route(
            _SPEECH + path,
            OrderEndpoint(delivery, limits, order_reader(defaults, framing_of), refusal),
            methods=["POST"],
        )
        for path, framing_of in framings.items()
    ]


def socket_routes(single: TalkEndpoint, multi: TalkEndpoint) -> list[BaseRoute]:
    """The two WebSockets."""
    return [
        WebSocketRoute(_SPEECH + "/stream-input", single),
        WebSocketRoute(_SPEECH + "/multi-stream-input", multi),
    ]


def listing_routes(listings: Listings) -> list[BaseRoute]:
    """Voices. ``/v1/models`` belongs to two vendors, and whoever builds the server decides."""
    return [
        Route("/v1/voices", listings.voices),
        Route("/v2/voices", listings.page),
        Route("/v1/voices/{voice_id}", listings.voice),
    ]
