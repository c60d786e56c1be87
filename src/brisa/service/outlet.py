"""Where a stream's audio goes out: to its buffer and the model of its listener, in order.

Audio comes from the pool thread that steps the stream, and while a step takes too long, a filler
from the thread that watches over steps. Both are numbered here, since a filler shifts everything
after it: no sample of the stream is left out for it, and a word is marked where it is heard.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Final, Protocol

from brisa.audio.conceal import Concealer
from brisa.clock import NS_PER_MS, NS_PER_S
from brisa.service.channel import ChunkChannel
from brisa.service.word_marks import moved
from brisa.telemetry.timeline import Timeline
from brisa.types import PcmChunk, SegmentIndex, WordMark

FRAME_MS: Final = 20
RESERVE_MS: Final = 2 * FRAME_MS
"""Two frames: a listener who holds less would be without sound if whoever wakes for it were late by
one."""

PIECE_MS: Final = 40
"""What is put in at a time: when the late audio comes, it waits for no more than that."""


class Hearer(Protocol):
    """What an outlet tells and asks of the listener (:class:`brisa.service.ear.Ear`)."""

    def produced(self, samples: int, now_ns: int) -> None:
        """So much more is on its way."""

    def dry_in_ns(self, now_ns: int) -> int | None:
        """How long there is something to hear; ``None`` unless it is being heard."""


class Outlet:
    """One stream's. Any thread may call; audio is delivered by one at a time.

    ``conceals``: a listener who would run dry is given a filler.
    """

    def __init__(
        self, channel: ChunkChannel, ear: Hearer, timeline: Timeline, *, conceals: bool = False
    ) -> None:
        self._channel = channel
        self._ear = ear
        self._timeline = timeline
        self._rate_hz = timeline.sample_rate_hz
        self._concealer = Concealer(self._rate_hz) if conceals else None
        self._segment = SegmentIndex(0)
        self._delivered_samples = 0
        self._concealed_samples = 0
        self._stopped = False
        self._lock = threading.Lock()

    @property
    def delivered_samples(self) -> int:
        """How long the stream is so far, fillers included."""
        return self._delivered_samples

    @property
    def concealed_samples(self) -> int:
        """How much of that is fillers."""
        return self._concealed_samples

    def deliver(self, chunk: PcmChunk, now_ns: int) -> None:
        """The next audio of the stream, which numbers samples as if there were no fillers."""
        with self._lock:
            if self._concealer is not None:
                chunk = self._placed(chunk, self._concealer)
            self._segment = chunk.segment
            self._put(chunk, now_ns)

    def conceal(self, now_ns: int, late_at_ns: int) -> int | None:
        """No audio comes though it should: give a listener who is about to run dry a filler, if
        it is not to be heard before ``late_at_ns``, give or take a frame.

        When to look again; ``None`` if there is no more to be done before audio has come.
        """
        with self._lock:
            concealer = self._concealer
            if concealer is None or self._stopped or self._channel.outcome is not None:
                return None
            dry_in_ns = self._ear.dry_in_ns(now_ns)
            if dry_in_ns is None:
                return now_ns + RESERVE_MS * NS_PER_MS
            spare_ns = dry_in_ns - RESERVE_MS * NS_PER_MS
            if spare_ns > 0:
                return now_ns + spare_ns
            if now_ns + dry_in_ns + FRAME_MS * NS_PER_MS < late_at_ns:
                return late_at_ns
            filled_ns = self._fill(concealer, now_ns)
            return None if concealer.exhausted else now_ns + max(spare_ns + filled_ns, NS_PER_MS)

    def stop(self) -> int:
        """No filler from here on; how long the stream has become."""
        with self._lock:
            self._stopped = True
            return self._delivered_samples

    def _fill(self, concealer: Concealer, now_ns: int) -> int:
        """Put a piece of filler in; how long it is, in ns."""
        filler_t = concealer.fill(PIECE_MS * self._rate_hz // 1000)
        samples = filler_t.shape[0]
        if samples:
            chunk = PcmChunk(filler_t, self._rate_hz, self._delivered_samples, self._segment)
            self._concealed_samples += samples
            self._timeline.concealed_samples += samples
            self._put(chunk, now_ns)
        return int(samples * NS_PER_S // self._rate_hz)

    def _placed(self, chunk: PcmChunk, concealer: Concealer) -> PcmChunk:
        """``chunk`` behind the fillers there were; faded in if it follows one."""
        pcm_t, shift = concealer.follow(chunk.pcm_t), self._concealed_samples
        if not shift:
            return chunk
        words = tuple(_shifted(word, shift) for word in chunk.words)
        return replace(chunk, pcm_t=pcm_t, start_sample=chunk.start_sample + shift, words=words)

    def _put(self, chunk: PcmChunk, now_ns: int) -> None:
        samples = chunk.pcm_t.shape[0]
        self._timeline.audio_ready(samples, now_ns)
        # First: the reader may have taken it before this thread goes on.
        self._ear.produced(samples, now_ns)
        self._delivered_samples += samples
        self._channel.put(chunk)


def _shifted(word: WordMark, samples: int) -> WordMark:
    return moved(word, lambda sample: sample + samples)
