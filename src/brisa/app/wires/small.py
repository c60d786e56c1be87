"""The small protocols that are one request: Piper, Vapi, Coqui, MaryTTS.

``POST /`` is Piper's and Vapi's, which its body tells apart.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brisa.app.wires.shared import Shared
from brisa.transports.asgi import read_body
from brisa.transports.catalogue import Catalogue
from brisa.transports.coqui import routes as coqui
from brisa.transports.mary import routes as mary
from brisa.transports.ordering import BodyLimits
from brisa.transports.piper import routes as piper
from brisa.transports.vapi import routes as vapi
from brisa.transports.vapi.request import is_voice_request


class Root:
    """``POST /``: Vapi's webhook if the body is of it, else Piper's older address."""

    def __init__(self, piper: ASGIApp, vapi: ASGIApp, limits: BodyLimits) -> None:
        self._piper = piper
        self._vapi = vapi
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = self._limits
        body = await read_body(receive, Headers(scope=scope), limits.max_bytes, limits.timeout_s)
        unread = [body]

        async def receive_again() -> Message:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            return await receive()

        endpoint = self._vapi if is_voice_request(body) else self._piper
        await endpoint(scope, receive_again, send)


def routes(shared: Shared) -> list[BaseRoute]:
    """``/synthesize``, ``/voices``, ``/info``, ``/vapi``, ``/api/tts``, ``/process``, ``/locales``,
    ``/mary/...`` and ``POST /``."""
    options, text = shared.options, shared.options.text
    limits = BodyLimits(options.max_body_bytes, options.body_timeout_s)
    catalogue = Catalogue(shared.synthesizer, shared.voices)
    as_piper = piper.speaking(shared.delivery("piper"), limits, catalogue, text)
    as_vapi = vapi.speaking(shared.delivery("vapi"), limits, catalogue, text)
    return [
        *piper.routes(as_piper, catalogue),
        *vapi.routes(as_vapi),
        Route("/", Root(as_piper, as_vapi, limits), methods=["POST"]),
        *coqui.routes(shared.delivery("coqui"), limits, shared.voices, text),
        *mary.routes(shared.delivery("mary"), limits, catalogue, text),
    ]
