"""Lets in who has a key, where the server has keys, and says who calls in any case.

The layer stands inside that of web origins, so that browsers are told the same of a refusal as of
any answer, and ask before a call (which carries no key) as they must.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from brisa.clock import Clock, SystemClock
from brisa.errors import BrisaError
from brisa.transports.clients import AUTHORIZE_KEY, Client, calling
from brisa.transports.errors import InvalidKey
from brisa.transports.keyring import KeyRing
from brisa.transports.keys import MAX_OFFERED, offered_keys
from brisa.transports.refusals import refusal

PROBES: Final = frozenset({"/health", "/ready"})
"""Open to everybody: a balancer has no key, and they tell nothing of anybody."""

_KEY_IN_MESSAGE: Final = ("/stream-input", "/multi-stream-input")
"""Ends of the paths of WebSockets whose first message may bring the key."""


class Guard:
    """Without a ``ring`` everybody is let in, and is who their address says.

    ``open_paths`` need no key. On WebSockets that may bring it in a message the scope has a
    function that takes it (:func:`brisa.transports.clients.authorizer_of`); no stream begins
    before that.
    """

    def __init__(
        self,
        app: ASGIApp,
        ring: KeyRing | None,
        open_paths: Container[str] = PROBES,
        clock: Clock | None = None,
    ) -> None:
        self._app = app
        self._ring = ring
        self._open_paths = open_paths
        self._clock = clock or SystemClock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                client = self._client(scope)
                calling(client)
                client.request(self._clock.now_ns())
            except BrisaError as error:
                await refusal(error, scope)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _client(self, scope: Scope) -> Client:
        """Raises ``InvalidKey``."""
        if self._ring is None or scope["path"] in self._open_paths:
            address = scope.get("client")
            return Client(address[0] if address else None)
        talks = scope["type"] == "websocket"
        offered = offered_keys(scope["headers"], scope.get("query_string", b""))
        if not offered and talks and scope["path"].endswith(_KEY_IN_MESSAGE):
            return _awaited(scope, self._ring)
        client = self._ring.client(offered, talks=talks)
        if client is None:
            raise InvalidKey()
        return client


def _awaited(scope: Scope, ring: KeyRing) -> Client:
    """A client whose key is still to come; it may try as many as a request may."""
    client, tries = Client(None, talks=True, admitted=False), MAX_OFFERED

    def authorize(key: str) -> bool:
        nonlocal tries
        tries -= 1
        found = ring.client((key,), talks=True) if tries >= 0 else None
        if found is not None:
            client.become(found)
        return found is not None

    scope[AUTHORIZE_KEY] = authorize
    return client
