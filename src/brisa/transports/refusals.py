"""What a request that no wire has seen is answered, in the shape of the wire that it was for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from brisa.errors import BrisaError
from brisa.transports.asgi import request_id_of
from brisa.transports.errors import InvalidKey, body_of, headers_of, status_of

Body = dict[str, object]

_PAGES: Final = ("/", "/v1/status", "/metrics")
"""What people open in a browser, which asks them for a key if it is told so."""


def refusal(error: BrisaError, scope: Scope) -> Response:
    """The answer of a request, or of a handshake, to ``scope["path"]``."""
    path = scope["path"]
    headers = headers_of(error)
    if isinstance(error, InvalidKey) and path in _PAGES:
        headers["www-authenticate"] = 'Basic realm="brisa", charset="UTF-8"'
    shape = _shape_of(path, scope)
    if shape is _deepgram:
        headers["dg-error"] = error.message
    return JSONResponse(shape(error, scope), status_of(error), headers)


def _shape_of(path: str, scope: Scope) -> Callable[[BrisaError, Scope], Body]:
    for prefix, shape in _SHAPES:
        if path.startswith(prefix):
            return shape
    # Two vendors have this path; their clients differ by the header they send the key in.
    if path.startswith("/v1/models") and any(name == b"xi-api-key" for name, _ in scope["headers"]):
        return _elevenlabs
    return _openai


def _openai(error: BrisaError, scope: Scope) -> Body:
    return dict(body_of(error))


def _elevenlabs(error: BrisaError, scope: Scope) -> Body:
    return {"detail": {"status": error.code, "message": error.message}}


def _cartesia(error: BrisaError, scope: Scope) -> Body:
    return {
        "error_code": error.code,
        "title": error.title,
        "message": error.message,
        "request_id": request_id_of(scope),
    }


def _coqui(error: BrisaError, scope: Scope) -> Body:
    return {"error": error.message}


def _deepgram(error: BrisaError, scope: Scope) -> Body:
    code = "INVALID_AUTH" if isinstance(error, InvalidKey) else "TOO_MANY_REQUESTS"
    return {"err_code": code, "err_msg": error.message, "request_id": request_id_of(scope)}


_SHAPES: Final = (
    ("/v1/text-to-speech/", _elevenlabs),
    ("/v1/text-to-dialogue", _elevenlabs),
    ("/v1/voices", _elevenlabs),
    ("/v2/voices", _elevenlabs),
    ("/v1/user", _elevenlabs),
    ("/v1/speak", _deepgram),
    ("/v2/speak", _deepgram),
    ("/tts/", _cartesia),
    ("/api/tts", _coqui),
)
