"""The error tree on HTTP: status, headers, and OpenAI's JSON shape.

::

    {"error": {"message": "...", "type": "...", "param": "voice" | null, "code": "unknown_voice"}}

This is the only translation. A class that is not in the table takes the entry of its nearest
ancestor; the tests require an entry of its own for every class of :mod:`brisa.errors`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

from starlette.responses import JSONResponse

from brisa import errors
from brisa.errors import BrisaError, InvalidRequest

INVALID_REQUEST = "invalid_request_error"
SERVER_ERROR = "server_error"
RATE_LIMIT_ERROR = "rate_limit_error"

STATUS: Mapping[type[BrisaError], int] = {
    errors.BrisaError: 500,
    errors.InvalidRequest: 400,
    errors.EmptyText: 400,
    errors.TextTooLong: 400,
    errors.InvalidText: 400,
    errors.UnknownVoice: 400,
    errors.UnknownModel: 404,
    errors.UnknownFormat: 400,
    errors.OutOfRange: 400,
    errors.UnsupportedOption: 400,
    # Clients repeat what was answered with 500 and above; this one fails until somebody installs.
    errors.MissingExtra: 400,
    errors.Unavailable: 503,
    errors.Overloaded: 503,
    errors.LimitReached: 429,
    errors.ShuttingDown: 503,
    errors.EngineFailed: 500,
    errors.EngineTimeout: 500,
    errors.ConfigError: 500,
    errors.VoiceFileError: 500,
    errors.OutputError: 500,
}


class HttpRefusal(InvalidRequest):
    """A request that HTTP itself refuses, before any part of brisa sees it."""

    status: ClassVar[int] = 400


class BodyTooLarge(HttpRefusal):
    """The body is over the limit of bytes."""

    code = "body_too_large"
    status = 413

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(
            f"The body is larger than {limit_bytes} bytes. "
            "Send the text in parts, or raise server.max_body_bytes."
        )


class BodyTooSlow(HttpRefusal):
    """The body did not arrive in time."""

    code = "body_too_slow"
    status = 408


class OriginNotAllowed(HttpRefusal):
    """A web page of another origin, which the server has not been told to trust."""

    code = "origin_not_allowed"
    status = 403


class InvalidKey(HttpRefusal):
    """No API key came, or none that is anybody's. Never says which was tried."""

    code = "invalid_api_key"
    status = 401

    def __init__(self) -> None:
        super().__init__("This server asks for an API key, and no valid one came with the request.")


class NotFound(HttpRefusal):
    """No such address."""

    code = "not_found"
    status = 404


class MethodNotAllowed(HttpRefusal):
    """The address does not take this method."""

    code = "method_not_allowed"
    status = 405


class StreamBroken(Exception):
    """A stream ended early after its headers were sent; the server must cut the connection.

    Not part of the error tree: nothing can be answered any more. Any ASGI server that sees an
    exception after the start of a response closes the connection without the final chunk.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def status_of(error: BrisaError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, HttpRefusal):
        return error.status
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def body_of(error: BrisaError) -> dict[str, dict[str, str | None]]:
    """The JSON body of an error."""
    kind = INVALID_REQUEST if status_of(error) < 500 else SERVER_ERROR
    if isinstance(error, errors.LimitReached):
        kind = RATE_LIMIT_ERROR
    return {
        "error": {
            "message": error.message,
            "type": kind,
            "param": error.param,
            "code": error.code,
        }
    }


def headers_of(error: BrisaError) -> dict[str, str]:
    """When to come back, and whether that can help.

    ``x-should-retry`` and ``retry-after-ms`` are read by the OpenAI clients, which otherwise
    repeat every answer of 500 and above.
    """
    headers = {"cache-control": "no-store"}
    if isinstance(error, InvalidKey):
        headers["www-authenticate"] = "Bearer"
    if isinstance(error, errors.Unavailable):
        headers["retry-after"] = str(max(1, math.ceil(error.retry_after_s)))
        headers["retry-after-ms"] = str(max(1, round(error.retry_after_s * 1000)))
    elif status_of(error) >= 500:
        headers["x-should-retry"] = "true" if error.retryable else "false"
    if isinstance(error, BodyTooLarge | BodyTooSlow | errors.ShuttingDown):
        headers["connection"] = "close"
    return headers


def error_response(error: BrisaError) -> JSONResponse:
    """The whole answer."""
    return JSONResponse(body_of(error), status_of(error), headers_of(error))


def internal_error() -> BrisaError:
    """What the client is told of a bug."""
    return BrisaError("The server made a mistake; its log has the details.")
