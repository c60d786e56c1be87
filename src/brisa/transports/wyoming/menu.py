"""What a client is told there is, and which voice it means. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from brisa.artifacts.embedded import EMBEDDED_VOICE
from brisa.engines.base import Voice
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.events import event_bytes

PROJECT_URL: Final = "https://github.com/brisa-tts/brisa"

_UNKNOWN: Final = {"name": "unknown", "url": ""}
_MAKERS: Final = {
    EMBEDDED_VOICE: {"name": "hibari-tts", "url": "https://pypi.org/project/hibari-tts/"},
}
"""A voice's record does not say who made it."""


@dataclass(frozen=True, slots=True)
class Program:
    """What the server is called by its clients; ``version`` is its own."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Menu:
    """The voices at a moment. ``info`` is the event that tells them, made once; ``languages`` has
    each voice's BCP 47 tag by name, the default voice first."""

    info: bytes
    names: VoiceNames
    languages: dict[str, str]

    def voice_for(self, name: str | None, speaker: str | None, language: str | None) -> str:
        """The voice that is meant; the default one where there is none of that name or language.

        A ``speaker`` is one of a voice's, which has but one here, so that it can only be the name
        of a voice.
        """
        for wanted in (name, speaker):
            if wanted is not None:
                meant = self.names.aliases.get(wanted.lower(), wanted)
                if meant in self.languages:
                    return meant
        if language:
            for voice, spoken in self.languages.items():
                if _same_language(language, spoken):
                    return voice
        return self.names.default


def make_menu(program: Program, voices: Sequence[Voice], names: VoiceNames) -> Menu:
    """The menu of ``voices``. The default one comes first: some clients take the first."""
    ordered = sorted(voices, key=lambda voice: voice.name != names.default)
    described = {
        "name": program.name,
        "attribution": {"name": "brisa", "url": PROJECT_URL},
        "installed": True,
        "description": "Text to speech that streams, on ordinary CPUs",
        "version": program.version,
        "voices": [_described(voice) for voice in ordered],
        "supports_synthesize_streaming": True,
    }
    nothing: dict[str, Any] = dict.fromkeys(("asr", "handle", "intent", "wake", "mic", "snd"), [])
    info = event_bytes("info", {**nothing, "tts": [described]})
    return Menu(info, names, {voice.name: voice.language for voice in ordered})


def _described(voice: Voice) -> dict[str, Any]:
    """``description`` is the label that people choose by; a voice without a language would not be
    shown at all."""
    return {
        "name": voice.name,
        "attribution": _MAKERS.get(voice.name, _UNKNOWN),
        "installed": True,
        "description": f"{voice.name}: {voice.description}" if voice.description else voice.name,
        "version": None,
        "languages": [voice.language or "und"],
        "speakers": None,
    }


def _same_language(wanted: str, spoken: str) -> bool:
    """Equal as far as both are specific; ``en_US`` is ``en-US`` to some."""
    pairs = zip(
        wanted.lower().replace("_", "-").split("-"), spoken.lower().split("-"), strict=False
    )
    return all(left == right for left, right in pairs)
