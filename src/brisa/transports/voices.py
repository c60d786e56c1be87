"""Names that clients know voices by, and the voices that are meant."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from brisa.errors import UnknownVoice

OPENAI_VOICES: Final = (
    "alloy",
    "ash",
    "ballad",
    "cedar",
    "coral",
    "echo",
    "fable",
    "marin",
    "nova",
    "onyx",
    "sage",
    "shimmer",
    "verse",
)
"""The names OpenAI has; some clients refuse to send any other."""


@dataclass(frozen=True, slots=True)
class VoiceNames:
    """``default`` speaks where no voice is named; ``aliases`` maps names in lower case that clients
    are bound to onto voices there are."""

    default: str
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def resolve(self, name: str | None, theirs: Container[str] = OPENAI_VOICES) -> str:
        """The voice that is meant by ``name``.

        One of ``theirs`` (in lower case: the names a vendor has) means the default voice unless it
        is an alias. Raises ``UnknownVoice`` for an empty name; whether there is such a voice is
        found out where it is loaded.
        """
        if name is None:
            return self.default
        lowered = name.lower()
        if lowered in self.aliases:
            return self.aliases[lowered]
        if not name:
            raise UnknownVoice("The voice's name is empty.", param="voice")
        return self.default if lowered in theirs else name
