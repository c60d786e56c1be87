"""A progress line for work that takes over a second, on a terminal only."""

from __future__ import annotations

import sys
from typing import TextIO

from brisa.clock import NS_PER_MS, NS_PER_S

_SHOW_AFTER_NS = NS_PER_S
_REDRAW_NS = 100 * NS_PER_MS
_BAR_CELLS = 24


class Progress:
    """Redraws one line of ``stream``; silent if that is not a terminal. ``clear`` it at the end.

    ``now_ns`` is any monotonic time, the same at every call.
    """

    def __init__(self, now_ns: int, stream: TextIO | None = None, *, wanted: bool = True) -> None:
        self._stream = stream or sys.stderr
        self._active = wanted and self._stream.isatty()
        self._next_ns = now_ns + _SHOW_AFTER_NS
        self._drawn = False

    def update(self, now_ns: int, share: float | None, label: str) -> None:
        """``share`` of the work is done, from 0 to 1, or ``None`` where the whole is not known."""
        if not self._active or now_ns < self._next_ns:
            return
        self._next_ns = now_ns + _REDRAW_NS
        self._drawn = True
        self._stream.write(f"\r\x1b[K{bar(share)}{label}")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away, so that what follows begins on a clean one."""
        if self._drawn:
            self._drawn = False
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def bar(share: float | None) -> str:
    """``[######------]  50 %``, or nothing."""
    if share is None:
        return ""
    share = min(max(share, 0.0), 1.0)
    full = int(share * _BAR_CELLS)
    return f"[{'#' * full}{'-' * (_BAR_CELLS - full)}] {share:4.0%}  "
