"""What a stream buffer is: 16-bit samples in from one writer, out to one reader, in order.

A buffer stands between the engine that produces and the encoder or device that consumes. It has a
size in milliseconds of audio, a low mark below which the stream is urgent and a high mark above
which production is slowed, and an answer to being full. :mod:`brisa.audio.ring` and
:mod:`brisa.audio.double_buffer` implement it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from brisa.errors import ConfigError
from brisa.types import PcmInt16

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


@dataclass(frozen=True, slots=True)
class BufferCounters:
    """What went through, in samples since the start.

    ``written = read + dropped + stretched + fill`` holds whenever neither end is at work.
    ``stretched_samples`` are those that speeding up took away.
    """

    written_samples: int
    read_samples: int
    dropped_samples: int
    stretched_samples: int


class AudioBuffer(Protocol):
    """A bounded stream of mono ``int16`` samples with one writer and one reader.

    Unless an implementation says more, both ends are used from one thread.

    Reading is without copies: :meth:`views` shows the oldest unread samples as at most two
    read-only arrays, the second following on the first, and :meth:`consume` gives their room back.
    Views are valid until the next :meth:`consume`; under ``DROP_OLDEST`` and ``SPEED_UP`` also only
    until the next :meth:`write`, which may move unread audio.
    """

    @property
    def options(self) -> BufferOptions:
        """Size, marks and policy."""

    @property
    def sample_rate_hz(self) -> int:
        """The rate of the samples, which makes them milliseconds."""

    @property
    def capacity_samples(self) -> int:
        """The most it holds."""

    @property
    def fill_samples(self) -> int:
        """Unread samples."""

    @property
    def free_samples(self) -> int:
        """What a write takes for certain; may be less than capacity minus fill."""

    @property
    def level(self) -> Level:
        """Fill against the marks."""

    @property
    def counters(self) -> BufferCounters:
        """What went through."""

    @property
    def finished(self) -> bool:
        """The writer has written its last sample."""

    @property
    def drained(self) -> bool:
        """Finished, and everything is read."""

    @property
    def closed(self) -> bool:
        """The reader has left; writing on is pointless."""

    def write(self, pcm_t: PcmInt16) -> int:
        """Take samples, return how many; the writer keeps the rest and offers it again.

        ``pcm_t`` is copied. Under ``DROP_OLDEST`` all are taken. After :meth:`close` none are.
        Raises ``ValueError`` after :meth:`finish`.
        """

    def finish(self) -> None:
        """The writer's end mark; what is unread stays readable."""

    def views(self, limit_samples: int | None = None) -> tuple[PcmInt16, ...]:
        """The oldest unread samples, up to a limit, as none, one or two read-only arrays.

        May show less than :attr:`fill_samples`, but never nothing while there is something.
        """

    def consume(self, samples: int) -> None:
        """Give back the room of the oldest samples.

        Raises ``ValueError`` for more than :meth:`views` shows, or for a negative count.
        """

    def close(self) -> None:
        """The reader leaves; what is unread is forgotten with the buffer."""


def fill_ms(buffer: AudioBuffer) -> float:
    """Unread audio in milliseconds."""
    return buffer.fill_samples * 1000.0 / buffer.sample_rate_hz


def take(buffer: AudioBuffer, limit_samples: int) -> PcmInt16:
    """Read a copy of up to ``limit_samples`` and give their room back; empty if there is nothing.

    Fewer come back only when the buffer holds fewer.
    """
    parts: list[PcmInt16] = []
    while limit_samples > 0 and (views := buffer.views(limit_samples)):
        seen = 0
        for view in views:
            parts.append(view.copy())
            seen += len(view)
        buffer.consume(seen)
        limit_samples -= seen
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int16)
