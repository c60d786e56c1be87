"""How far ahead of the ear a stream is produced, and how that moves.

The look-ahead is the size of the stream's buffer times a factor. What the listener holds, as a
share of that size, moves the factor: below the low mark it grows by a fifth, above the high mark it
shrinks by a fifth, within 0.5 and 2.0 and no more often than every 100 ms. So a stream that came
close to a gap is produced further ahead for a while, and one that is comfortable costs little if
its listener leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.errors import ConfigError

NS_PER_MS: Final = 1_000_000  # of its own: this package imports nothing that reads a clock


@dataclass(frozen=True, slots=True)
class LookAheadOptions:
    """``low_watermark`` and ``high_watermark`` are shares of ``size_ms``.

    ``min_ms`` and ``max_ms`` bound the look-ahead whatever the factor is; without ``enabled``
    it is ``min_ms``. Raises :class:`~brisa.errors.ConfigError` for values that contradict one
    another.
    """

    size_ms: int = 500
    low_watermark: float = 0.3
    high_watermark: float = 0.8
    grow: float = 1.2
    shrink: float = 0.8
    most: float = 2.0
    least: float = 0.5
    min_ms: int = 100
    max_ms: int = 1000
    settle_ms: int = 100
    enabled: bool = True

    def __post_init__(self) -> None:
        if self.size_ms < 1:
            raise ConfigError("A look-ahead is of at least 1 ms.", param="buffer.size_ms")
        if not 0.0 <= self.low_watermark < self.high_watermark <= 1.0:
            raise ConfigError(
                "The marks must be shares of the buffer, the low one below the high one.",
                param="buffer.low_watermark",
            )
        if not 0 < self.shrink < 1 < self.grow or not 0 < self.least <= 1 <= self.most:
            raise ConfigError("Growing is by more than 1, shrinking by less.", param="buffer")
        if not 1 <= self.min_ms <= self.max_ms:
            raise ConfigError(
                "min_buffer_ms is at least 1 and at most max_lookahead_ms.",
                param="latency_control.prefetch.min_buffer_ms",
            )


class LookAhead:
    """One stream's look-ahead."""

    def __init__(self, options: LookAheadOptions) -> None:
        self._options = options
        self._factor = 1.0
        self._moved_ns: int | None = None

    @property
    def factor(self) -> float:
        """How the look-ahead stands to the buffer's size, before ``min_ms`` and ``max_ms``."""
        return self._factor

    @property
    def low_ns(self) -> int:
        """A listener who holds less is urgent."""
        return round(self._options.low_watermark * self._options.size_ms * NS_PER_MS)

    @property
    def target_ns(self) -> int:
        """A listener who holds this much is not produced for."""
        options = self._options
        if not options.enabled:
            return options.min_ms * NS_PER_MS
        wanted_ms = options.size_ms * self._factor
        return round(min(max(wanted_ms, options.min_ms), options.max_ms) * NS_PER_MS)

    @property
    def max_ns(self) -> int:
        """The most that is ever produced ahead."""
        options = self._options
        return (options.max_ms if options.enabled else options.min_ms) * NS_PER_MS

    def observe(self, held_ns: int, now_ns: int) -> None:
        """The listener holds ``held_ns`` of audio, sent or not."""
        options = self._options
        if self._moved_ns is not None and now_ns - self._moved_ns < options.settle_ms * NS_PER_MS:
            return
        share = held_ns / (options.size_ms * NS_PER_MS)
        if share < options.low_watermark:
            self._factor = min(self._factor * options.grow, options.most)
        elif share > options.high_watermark:
            self._factor = max(self._factor * options.shrink, options.least)
        else:
            return
        self._moved_ns = now_ns
