"""The only reader of time.

Everything that decides takes ``now_ns`` as an argument (integer nanoseconds of a monotonic clock
whose origin means nothing). Shells hold a :class:`Clock` and pass its value down; tests hold a
:class:`ManualClock` and never sleep.
"""

from __future__ import annotations

import time
from typing import Protocol

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000


class Clock(Protocol):
    """A source of monotonic time."""

    def now_ns(self) -> int:
        """Nanoseconds since an arbitrary origin; never decreases."""


class SystemClock:
    """The machine's monotonic clock; steps of the wall clock do not move it."""

    def now_ns(self) -> int:
        return time.monotonic_ns()


class ManualClock:
    """A clock that moves only when told, for tests and simulation."""

    def __init__(self, start_ns: int = 0) -> None:
        self._now_ns = start_ns

    def now_ns(self) -> int:
        return self._now_ns

    def advance_ns(self, span_ns: int) -> None:
        """Move forward. Raises ``ValueError`` for a negative span: time does not run back."""
        if span_ns < 0:
            raise ValueError("a monotonic clock cannot go back")
        self._now_ns += span_ns


def process_time_ns() -> int:
    """CPU time this process has used, all threads, in nanoseconds."""
    return time.process_time_ns()


def unix_offset_ns() -> int:
    """What to add to :meth:`SystemClock.now_ns` for nanoseconds since 1970, as the machine has it
    at the moment: to be asked each time, as the wall clock may be set."""
    return time.time_ns() - time.monotonic_ns()
