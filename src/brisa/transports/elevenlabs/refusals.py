"""Errors as ElevenLabs' clients read them: ``{"detail": {"status": ..., "message": ...}}``."""

from __future__ import annotations

from typing import Final

from starlette.responses import JSONResponse, Response

from brisa.errors import BrisaError, InvalidRequest, UnknownVoice
from brisa.transports.errors import headers_of, status_of

_STATUS: Final = {400: 422}
"""What is wrong with a field is a 422 there."""

VOICE_NOT_FOUND: Final = "voice_not_found"


def refusal(error: BrisaError, request_id: str = "") -> Response:
    """The answer for ``error``."""
    status, code = status_of(error), error.code
    if isinstance(error, UnknownVoice):
        status, code = 404, VOICE_NOT_FOUND
    elif isinstance(error, InvalidRequest):
        status = _STATUS.get(status, status)
    detail = {"status": code, "message": error.message, "request_id": request_id}
    return JSONResponse({"detail": detail}, status, headers_of(error))
