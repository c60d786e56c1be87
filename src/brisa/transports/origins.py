"""Which web pages may call: those of this server, and origins it was told to trust.

Programs send no ``Origin`` and are not concerned. A browser sends one with every cross-site POST,
also with those that need no preflight, and with every WebSocket, so refusing them here keeps a web
page somewhere from using a server that listens on its visitor's machine.

A page is this server's own if its origin is the ``Host`` of the request. That alone would let in a
page whose name its owner has pointed at 127.0.0.1 after it was loaded (DNS rebinding), for which
both are that name; so over loopback only names that mean this machine count.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from brisa.transports.errors import OriginNotAllowed, error_response

EXPOSED_HEADERS = (
    *("x-request-id", "request-id", "x-sample-rate", "x-channels", "x-brisa-degraded"),
    *("server-timing", "retry-after", "retry-after-ms", "dg-error"),
)
"""What a page may read of an answer besides what browsers show by themselves."""

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Origins:
    """CORS answers for ``allowed`` origins (``"*"`` for all), 403 for the others' requests."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self._allowed = frozenset(origin.rstrip("/") for origin in allowed)
        self._plain = app
        self._app: ASGIApp = app
        if self._allowed:
            self._app = CORSMiddleware(
                app,
                allow_origins=sorted(self._allowed),
                allow_methods=["GET", "POST", "OPTIONS"],
                allow_headers=["*"],
                expose_headers=EXPOSED_HEADERS,
                max_age=600,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._plain(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if (
            origin is not None
            # A page may open a WebSocket anywhere, unasked, and speak and hear through it.
            and scope.get("method") not in _SAFE_METHODS
            and not self._trusts(origin, headers.get("host", "").lower(), _is_local(scope))
        ):
            message = "This web origin may not call; add it to server.cors_origins."
            await _refuse(OriginNotAllowed(message), scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _trusts(self, origin: str, host: str, local: bool) -> bool:
        if "*" in self._allowed or origin in self._allowed:
            return True
        try:
            own = bool(host) and urlsplit(origin).netloc.lower() == host
            return own and (not local or _is_loopback(urlsplit(f"//{host}").hostname or ""))
        except ValueError:  # half an address in brackets
            return False


async def _refuse(error: OriginNotAllowed, scope: Scope, receive: Receive, send: Send) -> None:
    """Raises ``error`` where that is answered; a WebSocket that was not accepted is told here."""
    if scope["type"] == "http":
        raise error
    await error_response(error)(scope, receive, send)


def _is_local(scope: Scope) -> bool:
    """The request came over loopback."""
    address = (scope.get("server") or ("", None))[0]
    return _is_loopback(address)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
        # A socket for both families gives IPv4 addresses inside IPv6 ones.
        return (getattr(address, "ipv4_mapped", None) or address).is_loopback
    except ValueError:
        return False
