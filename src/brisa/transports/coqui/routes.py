"""The route of Coqui's server: fields as query, form or headers."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.audio.encoders.table import find_format
from brisa.errors import BrisaError, InvalidRequest
from brisa.transports.delivery import Delivery
from brisa.transports.errors import headers_of, status_of
from brisa.transports.fields import fields_of
from brisa.transports.ordering import Asked, BodyLimits, OrderEndpoint
from brisa.transports.response import Order
from brisa.transports.voices import VoiceNames
from brisa.types import SpeechSettings, TextOptions

_FORMAT = find_format("wav")


def refusal(error: BrisaError, request_id: str = "") -> Response:
    """An error as the server's clients read it."""
    return JSONResponse({"error": error.message}, status_of(error), headers_of(error))


class Orders:
    """``text``, ``speaker_id`` and ``language_id`` have effect; a style or a speaker's recording
    is taken and has none. An empty field is one that is not there."""

    def __init__(self, voices: VoiceNames, text: TextOptions) -> None:
        self._voices = voices
        self._text = text

    async def of(self, asked: Asked) -> Order:
        fields, headers = fields_of(asked), asked.headers
        text = _field("text", fields, headers)
        if text is None:
            raise InvalidRequest("The field 'text' is missing.", param="text")
        rate_hz = _FORMAT.default_sample_rate_hz
        settings = SpeechSettings(
            voice=self._voices.resolve(_field("speaker_id", fields, headers)),
            language=_field("language_id", fields, headers),
            sample_rate_hz=rate_hz,
            text=self._text,
        )
        return Order(text, settings, _FORMAT, rate_hz)


def _field(name: str, fields: Mapping[str, str], headers: Headers) -> str | None:
    """A header is bytes of Latin-1 to HTTP; clients that have more to say send UTF-8."""
    if given := fields.get(name):
        return given
    header = headers.get(name.replace("_", "-")) or headers.get(name)
    if not header:
        return None
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return header


def routes(
    delivery: Delivery, limits: BodyLimits, voices: VoiceNames, text: TextOptions
) -> list[BaseRoute]:
    """Everything here."""
    endpoint = OrderEndpoint(delivery, limits, Orders(voices, text).of, refusal)
    return [Route("/api/tts", endpoint, methods=["GET", "POST"])]
