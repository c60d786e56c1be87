"""Voices that are loaded because somebody asked for one."""

from __future__ import annotations

import asyncio
from functools import partial

from brisa.service.synthesizer import Synthesizer


class VoiceLoads:
    """Loads beside the event loop; everybody who waits for a voice waits for the same load.

    A load goes on when nobody waits any more: the next listener has use for it.
    """

    def __init__(self, synthesizer: Synthesizer) -> None:
        self._synthesizer = synthesizer
        self._running: dict[str, asyncio.Future[object]] = {}

    def start(self, voice: str) -> asyncio.Future[object]:
        """Done when ``voice`` is loaded, with what that raises. Not to be cancelled."""
        running = self._running.get(voice)
        if running is None:
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(None, self._synthesizer.load, voice)
            self._running[voice] = running
            running.add_done_callback(partial(self._ended, voice))
        return running

    def _ended(self, voice: str, load: asyncio.Future[object]) -> None:
        del self._running[voice]
        if not load.cancelled():
            load.exception()  # seen, also if nobody waits
