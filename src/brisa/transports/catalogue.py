"""The voices there are, for protocols that list them or take any name."""

from __future__ import annotations

import asyncio

from brisa.engines.base import Voice
from brisa.service.synthesizer import Synthesizer
from brisa.transports.voices import VoiceNames


class Catalogue:
    """Read anew each time: voices are added while a server runs."""

    def __init__(self, synthesizer: Synthesizer, names: VoiceNames) -> None:
        self._synthesizer = synthesizer
        self.names = names

    @property
    def default(self) -> str:
        """The voice that speaks where none is named."""
        return self.names.default

    async def voices(self) -> list[Voice]:
        """The default voice first, which is what a list that shows one name should show; the others
        by name."""
        # The catalogue reads a file for each voice that was added.
        voices = await asyncio.to_thread(self._synthesizer.voices)
        return sorted(voices, key=lambda voice: (voice.name != self.default, voice.name))

    async def voice_or_default(self, name: str | None) -> str:
        """The voice of that name or alias, else the default one: some clients send names of voices
        that only another server has, and expect to hear something."""
        if not name:
            return self.default
        meant = self.names.resolve(name)
        if any(voice.name == meant for voice in await self.voices()):
            return meant
        return self.default
