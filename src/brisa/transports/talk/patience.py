"""How long a client may take nothing, and how long it may say nothing, by one timer a connection.

A timer for each message would cost more than the message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

STALLED: Final = "client_stalled"
IDLE: Final = "idle"


class Patience:
    """Calls ``on_out`` with :data:`STALLED` when a write has waited for ``stall_timeout_s``, and
    with :data:`IDLE` when for ``idle_timeout_s`` the client has said nothing while not ``busy``.

    Nothing is watched before :meth:`start` and after :meth:`stop`; it calls once.
    """

    def __init__(
        self,
        stall_timeout_s: float,
        idle_timeout_s: float,
        busy: Callable[[], bool],
        on_out: Callable[[str], None],
    ) -> None:
        self._stall_timeout_s = stall_timeout_s
        self._idle_timeout_s = idle_timeout_s
        self._busy = busy
        self._on_out = on_out
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._spoken_s = 0.0
        self._sending_s: float | None = None

    def start(self) -> None:
        """From here on, by the running loop's clock."""
        self._loop = asyncio.get_running_loop()
        self._spoken_s = self._loop.time()
        self._look()

    def stop(self) -> None:
        """Watch no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop = None

    def spoke(self) -> None:
        """The client said something."""
        if self._loop is not None:
            self._spoken_s = self._loop.time()

    def sending(self) -> None:
        """A write begins."""
        if self._loop is not None:
            self._sending_s = self._loop.time()

    def sent(self) -> None:
        """The write is done, or was given up."""
        self._sending_s = None

    def _look(self) -> None:
        loop = self._loop
        if loop is None:
            return
        now_s = loop.time()
        if self._busy():
            self._spoken_s = now_s
        idle_left_s = self._spoken_s + self._idle_timeout_s - now_s
        since_s = now_s if self._sending_s is None else self._sending_s
        stall_left_s = since_s + self._stall_timeout_s - now_s
        if stall_left_s <= 0 or idle_left_s <= 0:
            self.stop()
            self._on_out(STALLED if stall_left_s <= 0 else IDLE)
        else:
            self._timer = loop.call_later(min(stall_left_s, idle_left_s), self._look)
