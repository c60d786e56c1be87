"""The body of ``POST /v1/audio/speech`` and what it becomes.

Unknown fields are ignored and every optional field may be null: real clients send both. Any model
name is taken, since clients hard-code theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec

from brisa.audio.encoders.table import (
    FormatSpec,
    find_format,
    require_bitrate,
    require_rate,
)
from brisa.errors import InvalidRequest, UnsupportedOption
from brisa.transports.text_fields import TextFields, text_options
from brisa.transports.voices import VoiceNames
from brisa.types import SpeechSettings, TextOptions

DEFAULT_FORMAT = "mp3"

_JSON_PATH = re.compile(r"\$\.([a-z_]+)")


@dataclass(frozen=True, slots=True)
class SpeechDefaults:
    """What a request that leaves something out gets; ``models`` are those that are listed."""

    voices: VoiceNames
    models: tuple[str, ...]
    text: TextOptions = TextOptions()


class VoiceObject(msgspec.Struct):
    """A voice given by its id."""

    id: str


class SpeechBody(msgspec.Struct):
    """The fields that are read; ``instructions`` is taken and has no effect.

    ``bitrate`` is in bits per second, ``sample_rate`` in Hz, ``lang`` a BCP 47 tag or ``auto``;
    ``bulk`` says that a file is wanted, which nobody hears while it is made. They, ``seed`` and
    ``text`` are brisa's own.
    """

    input: str
    model: str | None = None
    voice: str | VoiceObject | None = None
    response_format: str | None = None
    speed: float | None = None
    instructions: str | None = None
    stream_format: str | None = None
    seed: int | None = None
    sample_rate: int | None = None
    bitrate: int | None = None
    lang: str | None = None
    bulk: bool | None = None
    text: TextFields | None = None

    @property
    def voice_name(self) -> str | None:
        return self.voice.id if isinstance(self.voice, VoiceObject) else self.voice


_DECODER = msgspec.json.Decoder(SpeechBody)


def parse_speech(body: bytes) -> SpeechBody:
    """Read a request's body. Raises ``InvalidRequest``, which never quotes the body."""
    if not body:
        raise InvalidRequest("The body is empty; send a JSON object with the field 'input'.")
    try:
        return _DECODER.decode(body)
    except msgspec.ValidationError as error:
        found = _JSON_PATH.search(str(error))
        param = found.group(1) if found else _missing_field(str(error))
        raise InvalidRequest(_explain(str(error), param), param=param) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        message = "The body is not valid JSON in UTF-8."
        raise InvalidRequest(message) from None
    except RecursionError:
        raise InvalidRequest("The body is nested too deeply.") from None


def _missing_field(problem: str) -> str | None:
    return "input" if "missing required field `input`" in problem else None


def _explain(problem: str, param: str | None) -> str:
    """msgspec names types and places, never values; its words are kept for the wrong type."""
    if param is None:
        return "The body is not a JSON object with the field 'input'."
    if "missing required field" in problem:
        return f"The field {param!r} is missing."
    return f"The field {param!r} has the wrong type. {problem.partition(' - at')[0]}."


def order_settings(body: SpeechBody, defaults: SpeechDefaults) -> tuple[FormatSpec, SpeechSettings]:
    """The format and the settings, with the sample rate decided and the bit rate checked.

    Raises ``UnknownFormat``, ``OutOfRange``, ``UnsupportedOption``, ``UnknownVoice``.
    """
    spec = find_format(body.response_format or DEFAULT_FORMAT)
    rate_hz = spec.default_sample_rate_hz if body.sample_rate is None else body.sample_rate
    require_rate(spec, rate_hz)
    if body.bitrate is not None:
        require_bitrate(spec, body.bitrate)
    settings = SpeechSettings(
        voice=defaults.voices.resolve(body.voice_name),
        speed=1.0 if body.speed is None else body.speed,
        seed=0 if body.seed is None else body.seed,
        language=body.lang,
        sample_rate_hz=rate_hz,
        text=text_options(body.text, defaults.text),
    )
    return spec, settings


def wants_events(body: SpeechBody) -> bool:
    """True for server-sent events instead of bare audio. Raises ``UnsupportedOption``."""
    if body.stream_format in (None, "audio"):
        return False
    if body.stream_format == "sse":
        return True
    raise UnsupportedOption("stream_format is 'audio' or 'sse'.", param="stream_format")
