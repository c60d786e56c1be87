"""The menu of a running server, read beside the event loop."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from brisa.clock import NS_PER_S, Clock
from brisa.service.synthesizer import Synthesizer
from brisa.telemetry.bugs import log_bug
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.menu import Menu, Program, make_menu

logger = logging.getLogger(__name__)

_FRESH_NS: Final = NS_PER_S
_WAIT_S: Final = 0.25
"""A client that asks what there is gives up after a second."""


class MenuKeeper:
    """:attr:`current` is always there: reading the catalogue opens a file for each voice."""

    def __init__(
        self, program: Program, synthesizer: Synthesizer, clock: Clock, names: VoiceNames
    ) -> None:
        self._program = program
        self._synthesizer = synthesizer
        self._clock = clock
        self._names = names
        self._group: asyncio.TaskGroup | None = None
        self._reading: asyncio.Task[None] | None = None
        self._read_ns = 0
        self.current: Menu = make_menu(program, [], names)

    async def start(self, group: asyncio.TaskGroup) -> None:
        """Read what there is; ``group`` owns the reading that comes later."""
        self._group = group
        await self._read()

    async def freshen(self) -> None:
        """Read again what is no longer fresh, and wait for it for a moment, not longer."""
        if self._group is None or self._clock.now_ns() - self._read_ns < _FRESH_NS:
            return
        if self._reading is None or self._reading.done():
            self._reading = self._group.create_task(self._read())
        await asyncio.wait((self._reading,), timeout=_WAIT_S)

    async def _read(self) -> None:
        self._read_ns = self._clock.now_ns()
        try:
            voices = await asyncio.to_thread(self._synthesizer.voices)
        except Exception as error:  # noqa: BLE001 - what was known is still told
            log_bug(logger, "the voices could not be read", error)
        else:
            self.current = make_menu(self._program, voices, self._names)
