"""The body of the webhook.

::

    {"message": {"type": "voice-request", "text": "...", "sampleRate": 24000, ...}}

The vendor's reference spells ``message`` with three s in places, so both are taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from brisa.audio.encoders.table import DEFAULT_SAMPLE_RATE_HZ
from brisa.errors import InvalidRequest, UnsupportedOption
from brisa.transports.json_body import read_json

TYPE: Final = "voice-request"


class VapiVoice(msgspec.Struct):
    """A voice's configuration."""

    voice_id: str | None = msgspec.field(default=None, name="voiceId")


class VapiAssistant(msgspec.Struct):
    """Who speaks."""

    voice: VapiVoice | None = None


class VapiCall(msgspec.Struct):
    """What is spoken in."""

    assistant: VapiAssistant | None = None


class VapiMessage(msgspec.Struct):
    """What is asked."""

    type: str | None = None
    text: str | None = None
    sample_rate: int | None = msgspec.field(default=None, name="sampleRate")
    voice: VapiVoice | None = None
    assistant: VapiAssistant | None = None
    call: VapiCall | None = None


class VapiBody(msgspec.Struct):
    """The whole; one of the two spellings."""

    message: VapiMessage | None = None
    messsage: VapiMessage | None = None


class _Kind(msgspec.Struct):
    type: object = None


class _Kinds(msgspec.Struct):
    message: _Kind | None = None
    messsage: _Kind | None = None


_DECODER: Final = msgspec.json.Decoder(VapiBody)
_KINDS: Final = msgspec.json.Decoder(_Kinds)


@dataclass(frozen=True, slots=True)
class VoiceRequest:
    """``voice`` is the name in the voice's configuration, if there is one."""

    text: str
    sample_rate_hz: int
    voice: str | None


def is_voice_request(body: bytes) -> bool:
    """Whether a body is one of Vapi's, at an address where it may be somebody else's."""
    try:
        kinds = _KINDS.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return any(kind is not None and kind.type == TYPE for kind in (kinds.message, kinds.messsage))


def read_voice_request(body: bytes) -> VoiceRequest:
    """Raises ``InvalidRequest``, which never quotes the body."""
    read = read_json(_DECODER, body)
    message = read.message or read.messsage
    if message is None:
        raise InvalidRequest("The field 'message' is missing.", param="message")
    if message.type != TYPE:
        raise UnsupportedOption(f"message.type is to be {TYPE!r}.", param="message.type")
    if message.text is None:
        raise InvalidRequest("The field 'message.text' is missing.", param="message.text")
    rate_hz = DEFAULT_SAMPLE_RATE_HZ if message.sample_rate is None else message.sample_rate
    return VoiceRequest(message.text, rate_hz, _voice_of(message))


def _voice_of(message: VapiMessage) -> str | None:
    assistants = (message.assistant, message.call.assistant if message.call else None)
    voices = (message.voice, *(one.voice for one in assistants if one is not None))
    return next((voice.voice_id for voice in voices if voice and voice.voice_id), None)
