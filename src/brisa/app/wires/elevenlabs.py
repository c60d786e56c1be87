"""ElevenLabs' speech API."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import QueryParams
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from brisa.app.wires.headed import headed
from brisa.app.wires.shared import Shared
from brisa.transports.catalogue import Catalogue
from brisa.transports.clients import Authorize, authorizer_of
from brisa.transports.elevenlabs.listings import Listings
from brisa.transports.elevenlabs.multi import MultiProtocol
from brisa.transports.elevenlabs.orders import Defaults, idle_timeout_s, manner_of
from brisa.transports.elevenlabs.refusals import refusal
from brisa.transports.elevenlabs.routes import listing_routes, socket_routes, speech_routes
from brisa.transports.elevenlabs.single import SingleProtocol
from brisa.transports.elevenlabs.spoken import Manner
from brisa.transports.ordering import BodyLimits
from brisa.transports.talk.endpoint import TalkEndpoint
from brisa.transports.talk.protocol import TalkProtocol

KEY_HEADER = "xi-api-key"
"""All of its clients send it."""

_Make = Callable[[Manner, float, Authorize | None], TalkProtocol]


def routes(shared: Shared) -> list[BaseRoute]:
    """``/v1/text-to-speech/...`` and the voices."""
    options = shared.options
    defaults = Defaults(shared.voices, options.text)
    limits = BodyLimits(options.max_body_bytes, options.body_timeout_s)
    listings = Listings(Catalogue(shared.synthesizer, shared.voices))
    return [
        # OpenAI has this address, too, and its clients send their key in another header.
        headed(Route("/v1/models", listings.models), KEY_HEADER),
        *speech_routes(shared.delivery("elevenlabs"), limits, defaults),
        *socket_routes(
            _socket(shared, defaults, SingleProtocol), _socket(shared, defaults, MultiProtocol)
        ),
        *listing_routes(listings),
    ]


def _socket(shared: Shared, defaults: Defaults, make: _Make) -> TalkEndpoint:
    def protocol_of(scope: Scope) -> TalkProtocol:
        query = QueryParams(scope["query_string"])
        manner = manner_of(scope["path_params"]["voice_id"], query, defaults)
        return make(manner, idle_timeout_s(query), authorizer_of(scope))

    return TalkEndpoint(protocol_of, shared.talk(), shared.talk_limits(), refusal=refusal)
