"""What a ``start`` orders."""

from __future__ import annotations

from dataclasses import dataclass

from brisa.audio.encoders.table import find_format, require_rate
from brisa.errors import OutOfRange, UnknownFormat
from brisa.scheduler.job import DEFAULT_PRIORITY, MAX_PRIORITY
from brisa.service.listener import Listener
from brisa.transports.stream.messages import PCM_S16LE, Start
from brisa.transports.text_fields import text_options
from brisa.transports.voices import VoiceNames
from brisa.types import SpeechSettings, TextOptions


@dataclass(frozen=True, slots=True)
class StartDefaults:
    """What a ``start`` that leaves something out gets."""

    voices: VoiceNames
    text: TextOptions = TextOptions()


@dataclass(frozen=True, slots=True)
class Order:
    """An utterance to be spoken."""

    settings: SpeechSettings
    listener: Listener
    words: bool


def order_of(start: Start, defaults: StartDefaults) -> Order:
    """Raises ``UnknownFormat``, ``OutOfRange``, ``UnknownVoice`` and ``InvalidRequest``.

    Without ``sample_rate`` the rate is the voice's own.
    """
    if start.format not in (None, PCM_S16LE):
        message = f"There is no such format on this wire. Formats: {PCM_S16LE}."
        raise UnknownFormat(message, param="format")
    if start.sample_rate is not None:
        require_rate(find_format("pcm"), start.sample_rate)
    priority = DEFAULT_PRIORITY if start.priority is None else start.priority
    if not 0 <= priority <= MAX_PRIORITY:
        raise OutOfRange(f"A priority is from 0 to {MAX_PRIORITY}.", param="priority")
    settings = SpeechSettings(
        voice=defaults.voices.resolve(start.voice),
        speed=1.0 if start.speed is None else start.speed,
        seed=0 if start.seed is None else start.seed,
        language=start.language,
        sample_rate_hz=start.sample_rate,
        text=text_options(start.text, defaults.text),
    )
    listener = Listener(priority=priority, paced=start.paced is not False, reports=True)
    return Order(settings, listener, start.words is not False)
