"""How much audio is gathered before a stream's first is handed out.

Little where listeners meet no gaps. A gap makes it a fifth more for the streams that begin after
it, up to a bound; every ten seconds without one it is a fifth less, down to where it began.
"""

from __future__ import annotations

import threading
from typing import Final

GROW: Final = 1.2
SHRINK: Final = 0.8
CALM_NS: Final = 10_000_000_000
SETTLE_NS: Final = 100_000_000
"""Gaps at the same moment have one cause and count as one."""


class PreBuffer:
    """Between ``least_ms`` and ``most_ms``. Any thread may call; time comes in."""

    def __init__(self, least_ms: float, most_ms: float) -> None:
        self._least_ms = least_ms
        self._most_ms = max(most_ms, least_ms)
        self._size_ms = self._least_ms
        self._moved_ns: int | None = None
        self._lock = threading.Lock()

    def size_ms(self, now_ns: int) -> float:
        """What to gather for a stream that begins."""
        with self._lock:
            self._calm_down(now_ns)
            return self._size_ms

    def gap(self, now_ns: int) -> None:
        """A listener met a silence that was the server's fault."""
        with self._lock:
            self._calm_down(now_ns)
            if self._moved_ns is not None and now_ns - self._moved_ns < SETTLE_NS:
                return
            # From nothing no factor leads anywhere.
            self._size_ms = min(max(self._size_ms, 20.0) * GROW, self._most_ms)
            self._moved_ns = now_ns

    def _calm_down(self, now_ns: int) -> None:
        while (
            self._moved_ns is not None
            and self._size_ms > self._least_ms
            and now_ns - self._moved_ns >= CALM_NS
        ):
            self._size_ms = max(self._size_ms * SHRINK, self._least_ms)
            self._moved_ns += CALM_NS
