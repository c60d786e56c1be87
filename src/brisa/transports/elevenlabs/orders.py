"""Requests and handshakes as orders: the body's fields, the address's, and what they mean here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from brisa.errors import InvalidRequest, OutOfRange
from brisa.service.listener import Listener
from brisa.transports.elevenlabs.formats import OutputFormat, output_format
from brisa.transports.elevenlabs.messages import VoiceSettings
from brisa.transports.elevenlabs.spoken import Manner
from brisa.transports.elevenlabs.voices import THEIRS
from brisa.transports.talk.protocol import TalkOrder
from brisa.transports.voices import VoiceNames
from brisa.types import SpeechSettings, TextOptions

IDLE_S: Final = 20.0
MAX_IDLE_S: Final = 180.0
"""What a WebSocket may be silent for, by default and at most, as the vendor has it."""

UNPACED: Final = Listener(reports=True)
"""Clients of this wire pace themselves, or write a file, and expect audio as soon as it is made."""

_TRUE: Final = frozenset({"true", "1", "yes"})


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a request that leaves something out gets."""

    voices: VoiceNames
    text: TextOptions = TextOptions()

    def voice(self, voice_id: str) -> str:
        """The voice that is meant."""
        return self.voices.resolve(voice_id, THEIRS)


class SpeechBody(msgspec.Struct, frozen=True):
    """The fields that are read; others are taken and have no effect.

    ``language_code`` is ISO 639-1 or a BCP 47 tag; ``apply_text_normalization`` ``off`` leaves
    numbers to the voice.
    """

    text: str
    model_id: str | None = None
    language_code: str | None = None
    voice_settings: VoiceSettings | None = None
    seed: int | None = None
    apply_text_normalization: str | None = None

    def settings(self, voice_id: str, form: OutputFormat, defaults: Defaults) -> SpeechSettings:
        """As the service has them."""
        speed = None if self.voice_settings is None else self.voice_settings.speed
        return _settings(
            defaults,
            voice_id,
            form,
            speed=speed,
            seed=self.seed,
            language=self.language_code,
            normalization=self.apply_text_normalization,
        )


def manner_of(voice_id: str, query: Mapping[str, str], defaults: Defaults) -> Manner:
    """What the address of a WebSocket asks for.

    Raises ``UnknownFormat``, ``UnknownVoice``, ``InvalidRequest``.
    """
    form = output_format(query.get("output_format"))
    settings = _settings(
        defaults,
        voice_id,
        form,
        seed=_seed(query.get("seed")),
        language=query.get("language_code"),
        normalization=query.get("apply_text_normalization"),
    )
    if query.get("enable_ssml_parsing", "").lower() in _TRUE:
        settings = replace(settings, text=replace(settings.text, markup=True))
    absolute = query.get("sync_alignment", "").lower() in _TRUE
    order = TalkOrder(settings, form.spec, form.bitrate_bps, UNPACED)
    return Manner(order, absolute=absolute)


def idle_timeout_s(query: Mapping[str, str]) -> float:
    """How long the connection may be silent. Raises ``InvalidRequest``."""
    asked = query.get("inactivity_timeout")
    if asked is None:
        return IDLE_S
    if not asked.isdecimal() or not 1 <= int(asked) <= MAX_IDLE_S:
        message = f"inactivity_timeout is a number of seconds from 1 to {MAX_IDLE_S:g}."
        raise OutOfRange(message, param="inactivity_timeout")
    return float(asked)


def _settings(
    defaults: Defaults,
    voice_id: str,
    form: OutputFormat,
    *,
    speed: float | None = None,
    seed: int | None,
    language: str | None,
    normalization: str | None,
) -> SpeechSettings:
    text = defaults.text
    if (normalization or "").lower() == "off":
        text = replace(text, normalize=False)
    return SpeechSettings(
        voice=defaults.voice(voice_id),
        speed=1.0 if speed is None else speed,
        seed=0 if seed is None else seed,
        language=language or None,
        sample_rate_hz=form.sample_rate_hz,
        text=text,
    )


def _seed(asked: str | None) -> int | None:
    if asked is None:
        return None
    if not asked.isdecimal() or len(asked) > 20:
        raise InvalidRequest("seed is a whole number.", param="seed")
    return int(asked)
