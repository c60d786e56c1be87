"""What is refused before anything is synthesised; each check raises the error a caller sees."""

from __future__ import annotations

import math
from collections.abc import Iterable

from brisa.engines.base import Engine
from brisa.errors import EmptyText, InvalidText, OutOfRange, TextTooLong, UnsupportedOption
from brisa.service.options import (
    SAMPLE_RATE_MAX_HZ,
    SAMPLE_RATE_MIN_HZ,
    SPEED_MAX,
    SPEED_MIN,
)
from brisa.types import SpeechSettings


def check_text(text: str) -> None:
    """Raise ``InvalidText`` for text that is not valid Unicode or holds NUL."""
    if "\0" in text:
        raise InvalidText("The text holds a NUL character; remove it.", param="input")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"The text is not valid Unicode: a lone surrogate at character {error.start}."
        raise InvalidText(message, param="input") from None


def check_source(source: object) -> None:
    """Raise ``TypeError`` for what cannot be pieces of text: a mistake of the calling code."""
    if isinstance(source, bytes | bytearray) or not isinstance(source, Iterable):
        raise TypeError("text must be a string or an iterable of strings")


def check_whole_text(text: str, max_text_chars: int, *, strict: bool = False) -> None:
    """Raise for a text that cannot be spoken as a whole.

    Marks alone are an error under ``strict``; otherwise they become a short silence.
    """
    check_text(text)
    if len(text) > max_text_chars:
        raise TextTooLong(max_text_chars, param="input")
    if not text.strip():
        raise EmptyText("There is nothing to speak: the text is empty.", param="input")
    if strict and not any(character.isalnum() for character in text):
        message = "There is nothing to speak: the text has no letter and no digit."
        raise EmptyText(message, param="input")


def check_settings(settings: SpeechSettings) -> None:
    """Raise ``OutOfRange`` for a setting outside its range."""
    speed = settings.speed
    if not (math.isfinite(speed) and SPEED_MIN <= speed <= SPEED_MAX):
        raise OutOfRange(f"speed must be between {SPEED_MIN} and {SPEED_MAX:g}.", param="speed")
    rate_hz = settings.sample_rate_hz
    if rate_hz is not None and not SAMPLE_RATE_MIN_HZ <= rate_hz <= SAMPLE_RATE_MAX_HZ:
        message = f"sample_rate must be between {SAMPLE_RATE_MIN_HZ} and {SAMPLE_RATE_MAX_HZ}."
        raise OutOfRange(message, param="sample_rate")
    if not 0 <= settings.seed < 1 << 64:
        raise OutOfRange("seed must be between 0 and 2**64 - 1.", param="seed")


def check_language(settings: SpeechSettings, engine: Engine) -> None:
    """Raise ``UnsupportedOption`` if the voice does not speak the wanted language."""
    wanted, known = settings.language, engine.capabilities.languages
    if wanted in (None, "auto"):
        return
    if not any(same_language(str(wanted), item) for item in known):
        message = f"The voice {settings.voice!r} speaks: {', '.join(known)}."
        raise UnsupportedOption(message, param="language")


def check_sounds(settings: SpeechSettings, engine: Engine) -> None:
    """Raise ``UnsupportedOption`` if sounds are wanted of a voice that does not time its own."""
    if settings.sounds and not engine.capabilities.sound_timestamps:
        message = f"The voice {settings.voice!r} does not say when its sounds are heard."
        raise UnsupportedOption(message, param="visemes")


def same_language(wanted: str, spoken: str) -> bool:
    """Equal as far as both are specific: ``en`` goes with ``en-US``."""
    pairs = zip(wanted.lower().split("-"), spoken.lower().split("-"), strict=False)
    return all(left == right for left, right in pairs)
