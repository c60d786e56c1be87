"""What a stream buffer is: 16-bit samples in from one writer, out to one reader, in order.

A buffer stands between the engine that produces and the encoder or device that consumes. It has a
size in milliseconds of audio, a low mark below which the stream is urgent and a high mark above
which production is slowed, and an answer to being full. :mod:`brisa.audio.ring` and
:mod:`brisa.audio.double_buffer` implement it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from brisa.audio.buffer_options import BufferOptions, Level
from brisa.types import PcmInt16


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
