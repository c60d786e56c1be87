"""Ring buffer without locks for one writer and one reader, over any writable memory.

The memory is a header of 64-bit words, each on a cache line of its own, then the samples::

    word  0      1         2     3        4       5        6          7         8
          magic  capacity  rate  written  passed  dropped  stretched  finished  closed

``written`` and ``passed`` count samples since the start and only grow; position ``p`` lies at
``p mod capacity``; unread is ``passed … written``. Only the writer stores ``written`` and only the
reader stores ``passed``, so neither end waits for the other, and an outdated view of the other's
count errs to the safe side: the writer sees less room than there is, the reader fewer samples.

**Why this is safe.** The writer stores samples first and ``written`` after them; the reader is done
with samples before it stores ``passed``. Each count is one aligned 64-bit store, which x86-64 and
64-bit ARM perform whole, and x86-64 keeps stores in order. Between threads of one interpreter the
global interpreter lock orders everything. **Where it is not:** 64-bit ARM may show another process
(or a thread of a free-threaded interpreter) the count before the samples, and Python offers no
fence. There the reader must learn of new samples, and the writer of new room, through something
that orders memory (a socket, a pipe, a lock) before it looks. Whole stores also rest on CPython
copying eight aligned bytes with one instruction, which it does on these machines but does not
promise.

The policies that move unread audio store ``passed`` from the writer's side: they need both ends in
one thread and are refused over memory handed in from outside.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from brisa.audio.buffer import BufferCounters
from brisa.audio.buffer_options import BufferOptions, Level, Overflow
from brisa.audio.speed_up import SpeedUp
from brisa.errors import ConfigError
from brisa.types import PcmInt16

MAGIC = int.from_bytes(b"BRING\x01", "little")  # layout version 1
LINE_BYTES = 64
WORDS_PER_LINE = LINE_BYTES // 8


class Word(IntEnum):
    """Places of the header's words, in lines."""

    MAGIC = 0
    CAPACITY = 1
    RATE = 2
    WRITTEN = 3
    PASSED = 4
    DROPPED = 5
    STRETCHED = 6
    FINISHED = 7
    CLOSED = 8


HEADER_BYTES = len(Word) * LINE_BYTES


class RingBuffer:
    """:class:`~brisa.audio.buffer.AudioBuffer` as a ring; two views at a wrap, else one.

    Writer and reader may be different threads, or processes over shared memory, under ``PAUSE``.
    ``memory`` of at least :meth:`memory_bytes` is used as it lies (8-byte aligned, kept alive by
    the caller); without it the ring brings its own. Everything is allocated at the start.
    """

    def __init__(
        self,
        options: BufferOptions,
        sample_rate_hz: int,
        memory: bytearray | memoryview | None = None,
    ) -> None:
        if memory is None:
            memory = bytearray(self.memory_bytes(options, sample_rate_hz))
        elif options.overflow is not Overflow.PAUSE:
            raise ConfigError(
                "Over shared memory a full buffer can only pause its writer.",
                param="buffer.overflow",
            )
        capacity_samples = options.capacity_samples(sample_rate_hz)
        self._bind(options, sample_rate_hz, capacity_samples, memory)
        for word in Word:
            self._set(word, 0)
        self._set(Word.CAPACITY, capacity_samples)
        self._set(Word.RATE, sample_rate_hz)
        self._set(Word.MAGIC, MAGIC)

    @classmethod
    def attach(cls, options: BufferOptions, memory: bytearray | memoryview) -> RingBuffer:
        """The other end of a ring that exists in ``memory``; rate and capacity come from there.

        Raises ``ValueError`` if no ring of this layout lies there.
        """
        words = memoryview(memory).cast("B")[:HEADER_BYTES].cast("q")
        if len(words) * 8 != HEADER_BYTES or words[0] != MAGIC:
            raise ValueError("this memory holds no ring buffer of this layout")
        ring = cls.__new__(cls)
        rate_hz = words[Word.RATE * WORDS_PER_LINE]
        ring._bind(options, rate_hz, words[Word.CAPACITY * WORDS_PER_LINE], memory)
        return ring

    @staticmethod
    def memory_bytes(options: BufferOptions, sample_rate_hz: int) -> int:
        """Memory a ring of these options takes, header and samples."""
        return HEADER_BYTES + 2 * options.capacity_samples(sample_rate_hz)

    def _bind(
        self,
        options: BufferOptions,
        sample_rate_hz: int,
        capacity_samples: int,
        memory: bytearray | memoryview,
    ) -> None:
        data = memoryview(memory).cast("B")
        if len(data) < HEADER_BYTES + 2 * capacity_samples:
            raise ValueError("the memory is too small for a ring of this size")
        self.options = options
        self.sample_rate_hz = sample_rate_hz
        self.capacity_samples = capacity_samples
        self._words = data[:HEADER_BYTES].cast("q")
        self._pcm_t = np.frombuffer(data, np.int16, capacity_samples, HEADER_BYTES)
        self._speed_up = SpeedUp(options.max_speed_up, sample_rate_hz)
        self._readable_t = self._pcm_t.view()
        self._readable_t.flags.writeable = False

    def _get(self, word: Word) -> int:
        return self._words[word * WORDS_PER_LINE]

    def _set(self, word: Word, value: int) -> None:
        self._words[word * WORDS_PER_LINE] = value

    @property
    def fill_samples(self) -> int:
        passed = self._get(Word.PASSED)  # first: what is added meanwhile cannot make it negative
        return min(self._get(Word.WRITTEN) - passed, self.capacity_samples)

    @property
    def free_samples(self) -> int:
        return self.capacity_samples - self.fill_samples

    @property
    def level(self) -> Level:
        return self.options.level(self.fill_samples, self.capacity_samples)

    @property
    def counters(self) -> BufferCounters:
        passed, dropped = self._get(Word.PASSED), self._get(Word.DROPPED)
        stretched = self._get(Word.STRETCHED)
        written = self._get(Word.WRITTEN)
        return BufferCounters(written, passed - dropped - stretched, dropped, stretched)

    @property
    def finished(self) -> bool:
        return self._get(Word.FINISHED) != 0

    @property
    def drained(self) -> bool:
        return self.finished and self.fill_samples == 0

    @property
    def closed(self) -> bool:
        return self._get(Word.CLOSED) != 0

    def write(self, pcm_t: PcmInt16) -> int:
        if self.finished:
            raise ValueError("nothing may be written after the end mark")
        if self.closed:
            return 0
        wanted = len(pcm_t)
        if wanted > self.free_samples:
            self._make_room(wanted)
        if self.options.overflow is Overflow.DROP_OLDEST:
            pcm_t = self._newest(pcm_t)
            taken = wanted
        else:
            taken = min(wanted, self.free_samples)
        self._store(self._get(Word.WRITTEN), pcm_t[:taken])
        self._set(Word.WRITTEN, self._get(Word.WRITTEN) + min(taken, pcm_t.shape[0]))
        return taken

    def _make_room(self, wanted_samples: int) -> None:
        surplus = wanted_samples - self.free_samples
        if self.options.overflow is Overflow.DROP_OLDEST:
            self._pass_over(min(surplus, self.fill_samples), Word.DROPPED)
        elif self.options.overflow is Overflow.SPEED_UP:
            self._shorten(surplus)

    def _shorten(self, surplus_samples: int) -> None:
        unread_t = np.concatenate([*self.views(), self._readable_t[:0]])
        shorter_t = self._speed_up.shorten(unread_t, self._get(Word.WRITTEN), surplus_samples)
        self._pass_over(len(unread_t) - len(shorter_t), Word.STRETCHED)
        self._store(self._get(Word.PASSED), shorter_t)

    def _newest(self, pcm_t: PcmInt16) -> PcmInt16:
        """What of a write larger than the ring stays; the rest counts as written and dropped."""
        skipped = max(0, pcm_t.shape[0] - self.capacity_samples)
        self._set(Word.WRITTEN, self._get(Word.WRITTEN) + skipped)
        self._pass_over(skipped, Word.DROPPED)
        return pcm_t[skipped:]

    def _pass_over(self, samples: int, reason: Word) -> None:
        self._set(Word.PASSED, self._get(Word.PASSED) + samples)
        self._set(reason, self._get(reason) + samples)

    def _store(self, position: int, pcm_t: PcmInt16) -> None:
        start = position % self.capacity_samples
        first = min(pcm_t.shape[0], self.capacity_samples - start)
        self._pcm_t[start : start + first] = pcm_t[:first]
        self._pcm_t[: pcm_t.shape[0] - first] = pcm_t[first:]

    def finish(self) -> None:
        self._set(Word.FINISHED, 1)

    def views(self, limit_samples: int | None = None) -> tuple[PcmInt16, ...]:
        samples = self.fill_samples
        if limit_samples is not None:
            samples = max(0, min(samples, limit_samples))
        start = self._get(Word.PASSED) % self.capacity_samples
        first = min(samples, self.capacity_samples - start)
        parts = (self._readable_t[start : start + first], self._readable_t[: samples - first])
        return tuple(part for part in parts if part.shape[0])

    def consume(self, samples: int) -> None:
        if not 0 <= samples <= self.fill_samples:
            raise ValueError("only unread samples can be consumed")
        self._set(Word.PASSED, self._get(Word.PASSED) + samples)

    def close(self) -> None:
        self._set(Word.CLOSED, 1)

    def release(self) -> None:
        """Let go of the memory, so that its owner can unmap it; the ring is of no use after."""
        del self._pcm_t, self._readable_t
        self._words.release()
