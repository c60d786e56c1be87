"""Double buffer: one half is filled while the other is drained.

::

    writer → [ back ███████░░░ ]     [ front ░░░░█████ ] → reader
                        swapped when the front is empty

The reader always sees one contiguous view. The halves are swapped when the reader looks and its
half is empty, or when the writer's half is full and the reader's is empty. A front that is partly
drained gives no room back, so a writer that pauses has between one half and all of the capacity.
"""

from __future__ import annotations

import numpy as np

from brisa.audio.buffer import BufferCounters
from brisa.audio.buffer_options import BufferOptions, Level, Overflow
from brisa.audio.speed_up import SpeedUp
from brisa.types import PcmInt16


class DoubleBuffer:
    """:class:`~brisa.audio.buffer.AudioBuffer` of two halves; at most one view.

    Both ends are used from one thread. Under ``DROP_OLDEST`` and ``SPEED_UP`` a write that finds no
    room first closes the gap in the front, so that the whole capacity counts.
    """

    def __init__(self, options: BufferOptions, sample_rate_hz: int) -> None:
        self.options = options
        self.sample_rate_hz = sample_rate_hz
        self._half = (options.capacity_samples(sample_rate_hz) + 1) // 2
        self.capacity_samples = 2 * self._half
        self._front_t: PcmInt16 = np.zeros(self._half, dtype=np.int16)
        self._back_t: PcmInt16 = np.zeros(self._half, dtype=np.int16)
        self._front_at = self._front_end = self._back_end = 0
        self._written = self._read = self._dropped = self._stretched = 0
        self._speed_up = SpeedUp(options.max_speed_up, sample_rate_hz)
        self._finished = self._closed = False

    @property
    def _front_fill(self) -> int:
        return self._front_end - self._front_at

    @property
    def fill_samples(self) -> int:
        return self._front_fill + self._back_end

    @property
    def free_samples(self) -> int:
        other_half = 0 if self._front_fill else self._half
        return self._half - self._back_end + other_half

    @property
    def level(self) -> Level:
        return self.options.level(self.fill_samples, self.capacity_samples)

    @property
    def counters(self) -> BufferCounters:
        return BufferCounters(self._written, self._read, self._dropped, self._stretched)

    @property
    def finished(self) -> bool:
        return self._finished

    @property
    def drained(self) -> bool:
        return self._finished and self.fill_samples == 0

    @property
    def closed(self) -> bool:
        return self._closed

    def write(self, pcm_t: PcmInt16) -> int:
        if self._finished:
            raise ValueError("nothing may be written after the end mark")
        if self._closed:
            return 0
        wanted = len(pcm_t)
        if wanted > self.free_samples:
            self._make_room(wanted)
        if self.options.overflow is not Overflow.DROP_OLDEST:
            return self._append(pcm_t)
        too_many = max(0, wanted - self.capacity_samples)
        self._dropped += too_many
        self._written += too_many
        self._append(pcm_t[too_many:])
        return wanted

    def _append(self, pcm_t: PcmInt16) -> int:
        taken = self._fill(pcm_t)
        self._written += taken
        return taken

    def _fill(self, pcm_t: PcmInt16) -> int:
        """Copy what fits, changing halves once if the reader's is empty."""
        done = 0
        while done < len(pcm_t):
            if self._back_end == self._half:
                if self._front_fill:
                    break
                self._swap()
            part_t = pcm_t[done : done + self._half - self._back_end]
            self._back_t[self._back_end : self._back_end + len(part_t)] = part_t
            self._back_end += len(part_t)
            done += len(part_t)
        return done

    def _swap(self) -> None:
        self._front_t, self._back_t = self._back_t, self._front_t
        self._front_at, self._front_end = 0, self._back_end
        self._back_end = 0

    def _make_room(self, wanted_samples: int) -> None:
        if self.options.overflow is Overflow.PAUSE:
            return
        unread_t = np.concatenate(
            (self._front_t[self._front_at : self._front_end], self._back_t[: self._back_end])
        )
        surplus = max(0, len(unread_t) + wanted_samples - self.capacity_samples)
        kept_t = unread_t
        if self.options.overflow is Overflow.DROP_OLDEST:
            kept_t = unread_t[surplus:]
            self._dropped += len(unread_t) - len(kept_t)
        elif surplus:
            kept_t = self._speed_up.shorten(unread_t, self._written, surplus)
            self._stretched += len(unread_t) - len(kept_t)
        self._front_at = self._front_end = self._back_end = 0
        self._fill(kept_t)

    def finish(self) -> None:
        self._finished = True

    def views(self, limit_samples: int | None = None) -> tuple[PcmInt16, ...]:
        if not self._front_fill:
            self._swap()
        samples = self._front_fill
        if limit_samples is not None:
            samples = max(0, min(samples, limit_samples))
        if not samples:
            return ()
        view_t = self._front_t[self._front_at : self._front_at + samples]
        view_t.flags.writeable = False
        return (view_t,)

    def consume(self, samples: int) -> None:
        if not 0 <= samples <= self._front_fill:
            raise ValueError("only samples that a view showed can be consumed")
        self._front_at += samples
        self._read += samples

    def close(self) -> None:
        self._closed = True
