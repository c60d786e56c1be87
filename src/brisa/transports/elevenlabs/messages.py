"""What a client of the WebSockets says, and what it is told. All of it is JSON text."""

from __future__ import annotations

import base64
from typing import Final, Literal

import msgspec

from brisa.errors import BrisaError, InvalidRequest
from brisa.transports.elevenlabs.alignment import Alignment
from brisa.transports.json_body import read_json

SINGLE: Final = "default"
"""The context of messages that name none."""

POLICY_VIOLATION: Final = 1008
"""RFC 6455, section 7.4.1: what the vendor closes with on an error."""


class VoiceSettings(msgspec.Struct, frozen=True):
    """Of these, ``speed`` has an effect."""

    speed: float | None = None


class Said(msgspec.Struct, frozen=True):
    """A message of a client. Which fields it has says what it means; all may be missing or null.

    The key may come in any of three fields, of which one is spelled with hyphens.
    """

    text: str | None = None
    context_id: str | None = None
    contextId: str | None = None
    voice_settings: VoiceSettings | None = None
    flush: bool | None = None
    close_context: bool | None = None
    close_socket: bool | None = None
    xi_api_key: str | None = None
    hyphened_key: str | None = msgspec.field(name="xi-api-key", default=None)
    authorization: str | None = None

    @property
    def context(self) -> str:
        """The context that is meant."""
        return self.context_id or self.contextId or SINGLE

    @property
    def key(self) -> str | None:
        """The API key, if the message brings one."""
        key = self.xi_api_key or self.hyphened_key or self.authorization
        scheme, _, rest = (key or "").partition(" ")
        return rest.strip() if rest and scheme.lower() in ("bearer", "token") else key


_DECODER: Final = msgspec.json.Decoder(Said)

Spelling = Literal["single", "multi"]


def said(message: str | bytes) -> Said:
    """A client's message. Raises ``InvalidRequest``, which never quotes it."""
    if isinstance(message, bytes):
        raise InvalidRequest("A client sends text messages; this one was binary.")
    return read_json(_DECODER, message)


def audio(data: bytes, alignment: Alignment | None, context: str | None = None) -> str:
    """Audio with its alignment; ``context`` for connections that have many."""
    aligned = None if alignment is None else alignment.as_message()
    fields: dict[str, object] = {
        "audio": base64.b64encode(data).decode("ascii"),
        "isFinal": None,
        "alignment": aligned,
        "normalizedAlignment": aligned,
    }
    return _json(fields | _names(context))


def final(context: str | None = None) -> str:
    """There is no more of a context. Clients read one spelling or the other."""
    fields: dict[str, object] = {"audio": None, "isFinal": True}
    if context is not None:
        fields["is_final"] = True
    return _json(fields | _names(context))


def failure(error: BrisaError, context: str | None = None) -> str:
    """An error; ``message`` is what SDKs look for."""
    fields: dict[str, object] = {
        "message": error.message,
        "error": error.code,
        "code": POLICY_VIOLATION,
    }
    return _json(fields | _names(context))


def _names(context: str | None) -> dict[str, object]:
    return {} if context is None else {"contextId": context, "context_id": context}


def _json(fields: dict[str, object]) -> str:
    return msgspec.json.encode(fields).decode()
