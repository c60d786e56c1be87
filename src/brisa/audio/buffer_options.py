"""How a stream buffer is: its size, its marks, and its answer to being full."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from brisa.errors import ConfigError

PRESET_SIZE_MS = {"low_latency": 200, "balanced": 500, "stable": 1000}
"""Sizes by name."""


class Overflow(StrEnum):
    """What happens to a write for which there is no room.

    ``PAUSE``: what fits is taken and the writer waits with the rest; nothing is ever lost.
    ``DROP_OLDEST``: all of it is taken; the oldest unread audio goes, and is counted.
    ``SPEED_UP``: unread audio is played faster at the same pitch until the write fits; what cannot
    be gained within the speed limit waits as under ``PAUSE``.
    """

    PAUSE = "pause"
    DROP_OLDEST = "drop_oldest"
    SPEED_UP = "speed_up"


class Level(StrEnum):
    """Fill against the marks."""

    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class BufferOptions:
    """Size and behaviour of a stream buffer.

    ``low_watermark`` and ``high_watermark`` are shares of the size. ``chunk_ms`` is the audio that
    a consumer takes at a time. ``max_speed_up`` bounds the tempo under ``SPEED_UP``. Raises
    :class:`~brisa.errors.ConfigError` for values that contradict one another.
    """

    size_ms: int = 500
    low_watermark: float = 0.3
    high_watermark: float = 0.8
    overflow: Overflow = Overflow.PAUSE
    chunk_ms: int = 160
    max_speed_up: float = 1.5

    def __post_init__(self) -> None:
        if self.size_ms < 1:
            raise ConfigError("A stream buffer holds at least 1 ms.", param="buffer.size_ms")
        if not 0.0 <= self.low_watermark < self.high_watermark <= 1.0:
            raise ConfigError(
                "The marks must be shares of the buffer, the low one below the high one.",
                param="buffer.low_watermark",
            )
        if not 1 <= self.chunk_ms <= self.size_ms:
            raise ConfigError(
                "A consumer's chunk is at least 1 ms and no longer than the buffer.",
                param="buffer.chunk_size",
            )
        if not 1.0 < self.max_speed_up <= 4.0:
            raise ConfigError(
                "Speeding up is by a factor over 1.0 and up to 4.0.", param="buffer.max_speed_up"
            )

    @classmethod
    def preset(cls, name: str, overflow: Overflow = Overflow.PAUSE) -> BufferOptions:
        """``low_latency`` 200 ms, ``balanced`` 500 ms, ``stable`` 1000 ms."""
        if name not in PRESET_SIZE_MS:
            known = ", ".join(PRESET_SIZE_MS)
            raise ConfigError(
                f"There is no buffer preset of that name; known are {known}.",
                param="buffer.preset",
            )
        return cls(size_ms=PRESET_SIZE_MS[name], overflow=overflow)

    def capacity_samples(self, sample_rate_hz: int) -> int:
        """The size in samples at a rate, at least 2."""
        return max(2, self.size_ms * sample_rate_hz // 1000)

    def level(self, fill_samples: int, capacity_samples: int) -> Level:
        """Where a fill stands: strictly below the low mark, strictly above the high one, or not."""
        if fill_samples < self.low_watermark * capacity_samples:
            return Level.LOW
        if fill_samples > self.high_watermark * capacity_samples:
            return Level.HIGH
        return Level.MIDDLE
