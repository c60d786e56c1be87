"""Cartesia's speech API."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Scope

from brisa.app.wires.headed import headed
from brisa.app.wires.shared import Shared
from brisa.transports.cartesia import routes as cartesia
from brisa.transports.cartesia.protocol import CartesiaProtocol
from brisa.transports.cartesia.request import Defaults
from brisa.transports.catalogue import Catalogue
from brisa.transports.errors import status_of
from brisa.transports.ordering import BodyLimits
from brisa.transports.talk.endpoint import TalkEndpoint

VERSION_HEADER = "cartesia-version"
"""All of its clients send it; Piper has the same address for its voices."""


def routes(shared: Shared) -> list[BaseRoute]:
    """``/tts/...``, and ``/voices`` for requests with its header."""
    options = shared.options
    defaults = Defaults(shared.voices, options.text)
    max_text_chars = shared.synthesizer.options.max_text_chars

    def protocol(scope: Scope) -> CartesiaProtocol:
        return CartesiaProtocol(defaults, max_text_chars, status_of)

    talk = TalkEndpoint(protocol, shared.talk(), shared.talk_limits(), refusal=cartesia.refusal)
    limits = BodyLimits(options.max_body_bytes, options.body_timeout_s)
    voices = cartesia.Voices(Catalogue(shared.synthesizer, shared.voices))
    return [
        WebSocketRoute("/tts/websocket", talk),
        *cartesia.routes(shared.delivery("cartesia"), limits, defaults),
        headed(Route("/voices", voices.page), VERSION_HEADER),
        Route("/voices/{voice}", voices.one),
    ]
