"""Takes the keys from their file again whenever it has changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from brisa.app.keys_file import FileState, read_keys, state_of
from brisa.app.options import KeyOptions
from brisa.errors import ConfigError
from brisa.telemetry.bugs import log_bug
from brisa.transports.keyring import KeyRing

logger = logging.getLogger(__name__)

LOOK_S: Final = 1.0
"""A key that was added or removed counts a second later."""


class KeysWatch:
    """One server's. A file that is gone or damaged changes nothing: who has a key keeps it, which
    the log says once."""

    def __init__(self, options: KeyOptions, look_s: float = LOOK_S) -> None:
        self._options = options
        self._look_s = look_s
        self._state: FileState | None = state_of(options.file)
        self.ring = KeyRing(read_keys(options.file, options.limits))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch while the block lasts."""
        task = asyncio.get_running_loop().create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def look(self) -> None:
        """Take the keys if the file has changed."""
        # A file may lie on a disk that is far away, and a long one takes a while to parse.
        state = await asyncio.to_thread(state_of, self._options.file)
        if state == self._state:
            return
        self._state = state
        try:
            records = await asyncio.to_thread(read_keys, self._options.file, self._options.limits)
        except ConfigError:
            logger.error("the keys file cannot be used; the keys stay as they were")
            return
        self.ring.replace(records)
        logger.info("the keys were read again", extra={"count": len(records)})

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._look_s)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - a bug is logged, and the next look is due
                log_bug(logger, "a look at the keys file raised", error)
