"""What a client asks for, and what it becomes: the fields that all ways of asking share.

Unknown fields are ignored and every field may be null. Any model name is taken, since clients
hard-code theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from brisa.audio.encoders.table import (
    FormatSpec,
    find_format,
    nearest_rate_hz,
    require_bitrate,
    require_rate,
)
from brisa.errors import UnknownFormat
from brisa.transports.voices import VoiceNames
from brisa.types import SpeechSettings, TextOptions

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_RAW: Final = {
    "pcm_s16le": "pcm",
    "pcm_f32le": "f32",
    "pcm_mulaw": "mulaw",
    "pcm_alaw": "alaw",
}
_CONTAINERS: Final = ("raw", "wav", "mp3")
_MP3_BITRATE_BPS: Final = 128_000
_RATE_HZ: Final = 44_100
_SPEEDS: Final = {"slow": 0.8, "normal": 1.0, "fast": 1.25}


class _VendorIds:
    """Names that Cartesia's own voices have: UUIDs."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _UUID.fullmatch(name) is not None


VENDOR_IDS: Final = _VendorIds()


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a request that leaves something out gets."""

    voices: VoiceNames
    text: TextOptions = TextOptions()


class VoiceSpecifier(msgspec.Struct):
    """A voice by its id. One without, such as an embedding, is the default voice."""

    id: str | None = None


class OutputFormat(msgspec.Struct):
    """``sample_rate`` in Hz, ``bit_rate`` in bits per second."""

    container: str | None = None
    encoding: str | None = None
    sample_rate: int | None = None
    bit_rate: int | None = None


class GenerationConfig(msgspec.Struct):
    """``volume`` and ``emotion`` are taken and have no effect."""

    speed: float | str | None = None


class SpeechFields(msgspec.Struct, kw_only=True):
    """How to speak."""

    voice: VoiceSpecifier | str | None = None
    output_format: OutputFormat | None = None
    language: str | None = None
    locale: str | None = None
    normalization: str | None = None
    generation_config: GenerationConfig | None = None
    speed: float | str | None = None
    add_timestamps: bool | None = None
    use_normalized_timestamps: bool | None = None


class GenerationBody(SpeechFields, kw_only=True):
    """The body of ``/tts/bytes`` and ``/tts/sse``."""

    transcript: str
    context_id: str | None = None


@dataclass(frozen=True, slots=True)
class Spoken:
    """How it will be spoken. ``settings.sample_rate_hz`` is set; ``bitrate_bps`` ``None`` is the
    format's own default."""

    settings: SpeechSettings
    format: FormatSpec
    sample_rate_hz: int
    bitrate_bps: int | None = None


def spoken_as(fields: SpeechFields, defaults: Defaults, *, raw_only: bool = False) -> Spoken:
    """Raises ``UnknownFormat``, ``OutOfRange``, ``UnsupportedOption``, ``UnknownVoice``."""
    wanted = fields.output_format or OutputFormat()
    spec, rate_hz, bitrate_bps = _format_of(wanted, raw_only=raw_only)
    voice = fields.voice.id if isinstance(fields.voice, VoiceSpecifier) else fields.voice
    text = defaults.text
    if fields.normalization == "off":
        text = replace(text, normalize=False)
    settings = SpeechSettings(
        voice=defaults.voices.resolve(voice or None, VENDOR_IDS),
        speed=_speed_of(fields),
        language=fields.language or fields.locale or None,
        sample_rate_hz=rate_hz,
        text=text,
    )
    return Spoken(settings, spec, rate_hz, bitrate_bps)


def _format_of(wanted: OutputFormat, *, raw_only: bool) -> tuple[FormatSpec, int, int | None]:
    container = wanted.container or "raw"
    known = _CONTAINERS[:1] if raw_only else _CONTAINERS
    if container not in known:
        message = f"output_format.container is one of: {', '.join(known)}."
        raise UnknownFormat(message, param="output_format")
    rate_hz = _RATE_HZ if wanted.sample_rate is None else wanted.sample_rate
    if container == "raw":
        name = _RAW.get(wanted.encoding or "pcm_s16le")
        if name is None:
            message = f"output_format.encoding is one of: {', '.join(_RAW)}."
            raise UnknownFormat(message, param="output_format")
        spec = find_format(name)
        require_rate(spec, rate_hz)
        return spec, rate_hz, None
    # What is in a container says its own rate, so that the nearest one is as good.
    spec = find_format(container)
    rate_hz = nearest_rate_hz(spec, rate_hz)
    if container == "wav":
        return spec, rate_hz, None
    bitrate_bps = _MP3_BITRATE_BPS if wanted.bit_rate is None else wanted.bit_rate
    require_bitrate(spec, bitrate_bps)
    return spec, rate_hz, bitrate_bps


def _speed_of(fields: SpeechFields) -> float:
    given = fields.generation_config.speed if fields.generation_config else None
    speed = fields.speed if given is None else given
    if isinstance(speed, str):
        return _SPEEDS.get(speed, 1.0)
    return 1.0 if speed is None else speed
