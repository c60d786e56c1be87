"""Messages of ``/tts/websocket`` as they are on the wire; events of ``/tts/sse`` have the same.

``context_id`` is in each of them, null where there is none: clients look it up unasked.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

import msgspec

from brisa.errors import BrisaError
from brisa.transports.cartesia.request import SpeechFields
from brisa.transports.cartesia.words import TimedWord
from brisa.transports.json_body import read_json

Payload = dict[str, object]

DATA_BYTES: Final = 48_000
"""The most audio of one message, which makes it less than 64 KiB; whole samples of every
encoding."""

_OK: Final = 200
_PARTIAL: Final = 206


class ClientMessage(SpeechFields, kw_only=True):
    """A request to speak, or with ``cancel`` to stop. ``continue_`` says that more text follows,
    ``max_buffer_delay_ms`` 0 that each text is spoken at once."""

    context_id: str | None = None
    transcript: str | None = None
    continue_: bool | None = msgspec.field(default=None, name="continue")
    flush: bool | None = None
    cancel: bool | None = None
    max_buffer_delay_ms: float | None = None


class _Addressed(msgspec.Struct):
    context_id: str | None = None


_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_ADDRESS: Final = msgspec.json.Decoder(_Addressed)


def read_message(message: str) -> ClientMessage:
    """Raises ``InvalidRequest``, which never quotes the message."""
    return read_json(_DECODER, message)


def address_of(message: str) -> str | None:
    """The context that a message is about which cannot be read otherwise, if that can be told."""
    try:
        return _ADDRESS.decode(message).context_id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def chunks(context_id: str | None, flush_id: int, data: bytes) -> Iterator[Payload]:
    """Audio. ``step_time`` is always 0: what is sent together was not made in one step."""
    for start in range(0, len(data), DATA_BYTES):
        piece = base64.b64encode(data[start : start + DATA_BYTES]).decode("ascii")
        yield {
            "type": "chunk",
            "context_id": context_id,
            "data": piece,
            "done": False,
            "status_code": _PARTIAL,
            "step_time": 0.0,
            "flush_id": flush_id,
        }


def timestamps(context_id: str | None, flush_id: int, words: list[TimedWord]) -> Payload:
    """When words are heard, in seconds from the start of the context's audio."""
    return {
        "type": "timestamps",
        "context_id": context_id,
        "done": False,
        "status_code": _PARTIAL,
        "flush_id": flush_id,
        "word_timestamps": {
            "words": [word.text for word in words],
            "start": [word.start_s for word in words],
            "end": [word.end_s for word in words],
        },
    }


def flush_done(context_id: str, flush_id: int) -> Payload:
    """All audio of the text before a flush was sent."""
    return {
        "type": "flush_done",
        "context_id": context_id,
        "done": False,
        "status_code": _PARTIAL,
        "flush_done": True,
        "flush_id": flush_id,
    }


def done(context_id: str | None) -> Payload:
    """A message of its own, without audio: clients that see audio look no further."""
    return {"type": "done", "context_id": context_id, "done": True, "status_code": _OK}


def failure(context_id: str | None, error: BrisaError, status_code: int) -> Payload:
    """The context is over, and this is why; without one, a message was not understood."""
    return {
        "type": "error",
        "context_id": context_id,
        "done": True,
        "status_code": status_code,
        "error_code": error.code,
        "title": error.title,
        "message": error.message,
        "error": f"{error.title}: {error.message}",
    }


def encoded(payload: Payload) -> str:
    """As it is sent."""
    return msgspec.json.encode(payload).decode()
