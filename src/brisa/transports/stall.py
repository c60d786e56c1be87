"""A client that takes nothing: noticed by one timer a stream, since a timer a write costs more than
the write."""

from __future__ import annotations

import asyncio


class StallWatch:
    """Cancels the task that waits in a write for longer than ``limit_s``.

    :meth:`begin` and :meth:`end` stand around each write; whoever is cancelled asks :meth:`claim`
    whether it was for this. Belongs to the task that first begins; :meth:`close` it at the end.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[object] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._since_s: float | None = None
        self._stalled = False

    def begin(self) -> None:
        """A write begins."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.current_task()
            self._timer = self._loop.call_later(self._limit_s, self._look)
        self._since_s = self._loop.time()

    def end(self) -> None:
        """The write is done, or was given up."""
        self._since_s = None

    def claim(self) -> bool:
        """The task was cancelled by this watch, and by nobody else; it may go on."""
        task = self._task
        return self._stalled and task is not None and task.uncancel() == 0

    def close(self) -> None:
        """Nothing is watched any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._loop is None or self._task is None:
            return
        now_s = self._loop.time()
        left_s = self._limit_s if self._since_s is None else self._since_s + self._limit_s - now_s
        if left_s <= 0:
            self._stalled = True
            self._task.cancel()
        else:
            self._timer = self._loop.call_later(left_s, self._look)
