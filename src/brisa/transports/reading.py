"""``POST /v1/text``: what a text would be spoken as. Nothing is synthesised."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from brisa.errors import InvalidRequest
from brisa.service.synthesizer import Synthesizer
from brisa.transports.asgi import read_body
from brisa.transports.text_fields import TextFields, text_options
from brisa.types import SpeechSettings, TextOptions

AT_ONCE = 2
"""Readings at the same moment: they take processor time from whoever is being spoken to."""

_FIELD = re.compile(r"\$\.([a-z_.]+)")


class TextBody(msgspec.Struct):
    """The fields that are read; unknown ones are ignored, as on the speech routes."""

    input: str
    voice: str | None = None
    lang: str | None = None
    text: TextFields | None = None


_DECODER = msgspec.json.Decoder(TextBody)


class TextEndpoint:
    """Shows how text is read with a voice: its segments, spoken forms, pauses and places."""

    def __init__(
        self,
        synthesizer: Synthesizer,
        *,
        resolve_voice: Callable[[str | None], str],
        defaults: TextOptions,
        max_body_bytes: int,
        body_timeout_s: float,
    ) -> None:
        self._synthesizer = synthesizer
        self._resolve_voice = resolve_voice
        self._defaults = defaults
        self._max_body_bytes = max_body_bytes
        self._body_timeout_s = body_timeout_s
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def read(self, request: Request) -> Response:
        """200 with the segments. Raises what a request to speak the text would raise."""
        raw = await read_body(
            request.receive, request.headers, self._max_body_bytes, self._body_timeout_s
        )
        body = parse_text(raw)
        settings = SpeechSettings(
            voice=self._resolve_voice(body.voice),
            language=body.lang,
            text=text_options(body.text, self._defaults),
        )
        async with self._turns:
            # The answer for a long text takes a while to write, too.
            return await asyncio.to_thread(self._answer, body.input, settings)

    def _answer(self, text: str, settings: SpeechSettings) -> Response:
        views = self._synthesizer.view_text(text, settings)
        content = {
            "segments": [view.as_object() for view in views],
            "dropped_chars": sum(view.dropped_chars for view in views),
        }
        return JSONResponse(content, headers={"cache-control": "no-store"})


def parse_text(body: bytes) -> TextBody:
    """Read a request's body. Raises ``InvalidRequest``, which never quotes the body."""
    try:
        return _DECODER.decode(body)
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        param = found.group(1) if found else "input"
        problem = str(error).partition(" - at")[0]
        raise InvalidRequest(f"The field {param!r}: {problem}.", param=param) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        message = "The body is not a JSON object with the field 'input'."
        raise InvalidRequest(message) from None


def routes(endpoint: TextEndpoint) -> list[BaseRoute]:
    """Everything here."""
    return [Route("/v1/text", endpoint.read, methods=["POST"])]
