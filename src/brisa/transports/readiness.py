"""Whether the first request would be as fast as later ones (P9)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import aclosing

from brisa.audio.encoders.table import find_format
from brisa.errors import BrisaError, MissingExtra
from brisa.service.listener import BULK
from brisa.service.synthesizer import Synthesizer
from brisa.transports.encoding import EncodingThreads, encoded
from brisa.types import SpeechSettings

logger = logging.getLogger(__name__)

_WARM_TEXT = "Warming up every path that a request will take, one moment please, and thank you."
"""Long enough for every kind of step; cut where the longest text allowed is shorter."""

_STREAMS_AT_ONCE = 4
"""Work buffers and arenas grow with what runs at the same moment, a pool thread each."""


class Readiness:
    """Set once, to ready or to the error that prevents it."""

    def __init__(self) -> None:
        self._settled = asyncio.Event()
        self.error: BrisaError | None = None

    @property
    def ready(self) -> bool:
        """Voices are loaded, encoders have run."""
        return self._settled.is_set() and self.error is None

    def settle(self, error: BrisaError | None = None) -> None:
        """Ready, or never to be."""
        self.error = error
        self._settled.set()

    async def wait(self) -> None:
        """Return when ready; raises the error that prevents it."""
        await self._settled.wait()
        if self.error is not None:
            raise self.error


class WarmUp:
    """Loads voices and speaks a sentence in each format, through what requests go through."""

    def __init__(
        self,
        synthesizer: Synthesizer,
        encoding: EncodingThreads,
        voices: Sequence[str],
        formats: Sequence[str],
    ) -> None:
        self._synthesizer = synthesizer
        self._encoding = encoding
        self._voices = voices
        self._formats = formats

    async def run(self) -> None:
        """Raises what loading a voice raises; a format whose extra is missing is left cold."""
        for voice in self._voices:
            await asyncio.to_thread(self._synthesizer.load, voice)
            for name in self._formats:
                try:
                    await self._speak_at_once(voice, name)
                except MissingExtra:
                    logger.info("an audio format is not installed", extra={"format": name})

    async def _speak_at_once(self, voice: str, format_name: str) -> None:
        """Some streams side by side; raises what the first that failed raised, after all ended."""
        streams = (self._speak(voice, format_name) for _ in range(_STREAMS_AT_ONCE))
        for result in await asyncio.gather(*streams, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    async def _speak(self, voice: str, format_name: str) -> None:
        spec = find_format(format_name)
        rate_hz = spec.default_sample_rate_hz
        settings = SpeechSettings(voice=voice, sample_rate_hz=rate_hz)
        text = _WARM_TEXT[: self._synthesizer.options.max_text_chars]
        async with (
            self._encoding.encoder(spec, rate_hz) as encoder,
            self._synthesizer.speak(text, settings, listener=BULK) as speech,
            aclosing(encoded(speech, encoder)) as pieces,
        ):
            async for _ in pieces:
                pass
