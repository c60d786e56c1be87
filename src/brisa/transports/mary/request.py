"""The fields of ``/process``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from brisa.audio.encoders.table import FormatSpec, find_format
from brisa.engines.base import Voice
from brisa.errors import InvalidRequest, UnknownFormat, UnsupportedOption

_AUDIO: Final = {"wave": "wav", "mp3": "mp3", "ogg": "opus"}
_INPUT: Final = ("TEXT", "SSML")


@dataclass(frozen=True, slots=True)
class Process:
    """``voice`` and ``locale`` (as ``en_US``) may be any; empty is not given."""

    text: str
    format: FormatSpec
    voice: str
    locale: str


def read_process(fields: Mapping[str, str]) -> Process:
    """Raises ``InvalidRequest``, ``UnknownFormat`` and ``UnsupportedOption``."""
    if fields.get("INPUT_TYPE", "TEXT").upper() not in _INPUT:
        message = f"INPUT_TYPE is one of: {', '.join(_INPUT)}."
        raise UnsupportedOption(message, param="INPUT_TYPE")
    if fields.get("OUTPUT_TYPE", "AUDIO").upper() != "AUDIO":
        raise UnsupportedOption("OUTPUT_TYPE is AUDIO.", param="OUTPUT_TYPE")
    if "INPUT_TEXT" not in fields:
        raise InvalidRequest("The field INPUT_TEXT is missing.", param="INPUT_TEXT")
    return Process(
        fields["INPUT_TEXT"],
        _format_of(fields.get("AUDIO") or "WAVE_FILE"),
        fields.get("VOICE", ""),
        fields.get("LOCALE", ""),
    )


def voice_for(locale: str, voices: Sequence[Voice], default: str) -> str:
    """The name of a voice that speaks ``locale``: of those that fit best the default one, else the
    first; the default one if none does."""
    wanted = locale.replace("_", "-").lower()
    family = wanted.partition("-")[0]
    exact = [voice.name for voice in voices if voice.language.lower() == wanted]
    near = [voice.name for voice in voices if voice.language.lower().partition("-")[0] == family]
    found = exact or near
    return default if default in found or not found else found[0]


def _format_of(audio: str) -> FormatSpec:
    kind, _, container = audio.lower().partition("_")
    if kind not in _AUDIO or container not in ("", "file", "stream"):
        known = ", ".join(f"{kind.upper()}_FILE" for kind in _AUDIO)
        raise UnknownFormat(f"AUDIO is one of: {known}.", param="AUDIO")
    return find_format(_AUDIO[kind])
