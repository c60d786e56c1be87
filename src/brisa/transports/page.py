"""The page at ``/`` and the client for pages of others: static files of :mod:`brisa.web`, read
once, nothing from elsewhere."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page runs its own files and talks to its own server; nothing else, and in no frame."""

_FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/player.js": ("player.js", "text/javascript; charset=utf-8"),
    "/status.js": ("status.js", "text/javascript; charset=utf-8"),
    "/brisa-client.js": ("brisa-client.js", "text/javascript; charset=utf-8"),
    "/playout-worklet.js": ("playout-worklet.js", "text/javascript; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
}

PATHS = frozenset(_FILES)


class PageFile:
    """One file, with an entity tag so that a browser asks again but does not fetch again."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self._body = body
        digest = hashlib.sha256(body).hexdigest()[:32]
        self._headers = {
            "content-type": media_type,
            "etag": f'"{digest}"',
            "cache-control": "no-cache",
            "content-security-policy": CONTENT_SECURITY_POLICY,
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
        }

    async def respond(self, request: Request) -> Response:
        if request.headers.get("if-none-match") == self._headers["etag"]:
            return Response(status_code=304, headers=self._headers)
        return Response(self._body, headers=self._headers)


def routes() -> list[BaseRoute]:
    """The page and its parts."""
    folder = files("brisa") / "web"
    return [
        Route(path, PageFile((folder / name).read_bytes(), media_type).respond)
        for path, (name, media_type) in _FILES.items()
    ]
