"""The handle of one stream: push text, iterate chunks, cancel, see how it ended."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Self

import numpy as np

from brisa.clock import Clock
from brisa.errors import BrisaError, TextTooLong
from brisa.service.channel import ChunkChannel
from brisa.service.checks import check_text
from brisa.service.utterance import Utterance
from brisa.telemetry.timeline import Timeline
from brisa.types import Failed, Outcome, PcmChunk, PcmInt16, SpeechSettings


class Speech:
    """A stream being spoken. Made by :class:`~brisa.service.synthesizer.Synthesizer`.

    It is an iterator of :class:`~brisa.types.PcmChunk` (``for`` or ``async for``, one reader); a
    stream that failed raises its error after the audio that came before it. Leaving the ``with``
    block early cancels, and so does letting go of the object. Text may be pushed from another
    thread than the one that reads.
    """

    def __init__(
        self,
        settings: SpeechSettings,
        utterance: Utterance,
        channel: ChunkChannel,
        timeline: Timeline,
        clock: Clock,
        *,
        wake: Callable[[], None],
        let_go: Callable[[Utterance], None],
        max_text_chars: int,
    ) -> None:
        """``let_go`` is called by the garbage collector, so it may take no lock."""
        self.settings = settings
        self.timeline = timeline
        self._utterance = utterance
        self._channel = channel
        self._clock = clock
        self._wake = wake
        self._room_chars = max_text_chars
        self._max_text_chars = max_text_chars
        self._abandoned = weakref.finalize(self, let_go, utterance)
        self._abandoned.atexit = False

    @property
    def sample_rate_hz(self) -> int:
        """The rate of every chunk."""
        return self.timeline.sample_rate_hz

    @property
    def outcome(self) -> Outcome | None:
        """How the stream ended; ``None`` while it has not."""
        return self._channel.outcome

    def push(self, text: str) -> None:
        """More text, cut anywhere.

        Raises ``TextTooLong`` or ``InvalidText``; the stream then fails with the same error.
        """
        if not isinstance(text, str):
            raise TypeError("a piece of text must be a string")
        try:
            check_text(text)
            self._room_chars -= len(text)
            if self._room_chars < 0:
                raise TextTooLong(self._max_text_chars, param="input")
        except BrisaError as error:
            self.end(error)
            raise
        self._utterance.push(text, self._clock.now_ns())
        self._wake()

    def flush(self) -> None:
        """Speak what has been pushed, without waiting for the end of a sentence."""
        self._utterance.flush_text()
        self._wake()

    def end(self, error: BrisaError | None = None) -> None:
        """No more text. With ``error`` the source of the text broke, and the stream fails so."""
        self._utterance.end_text(error)
        self._wake()

    def cancel(self) -> None:
        """Stop within one engine step and drop what was not read. Harmless after the end."""
        self._utterance.cancel(self._clock.now_ns())
        self._wake()

    def accepted(self, samples: int) -> None:
        """The other end took ``samples`` more of what was read (:class:`Listener.reports`)."""
        if self._utterance.ear.accepted(samples, self._clock.now_ns()):
            self._wake()

    def acknowledged(self, sample: int) -> None:
        """The listener says that its ear is at ``sample`` of the stream."""
        now_ns = self._clock.now_ns()
        self.timeline.played(now_ns)
        self._utterance.ear.acknowledged(sample, now_ns)
        self._wake()

    def paused(self) -> None:
        """The listener holds the sound."""
        self._utterance.ear.paused(self._clock.now_ns())
        self._wake()

    def resumed(self) -> None:
        """The listener goes on where it held."""
        self._utterance.ear.resumed(self._clock.now_ns())
        self._wake()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> PcmChunk:
        chunk = self._channel.get()
        if chunk is None:
            self._raise_failure()
            raise StopIteration
        return chunk

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> PcmChunk:
        chunk = await self._channel.aget()
        if chunk is None:
            self._raise_failure()
            raise StopAsyncIteration
        return chunk

    def get_ready(self) -> PcmChunk | None:
        """The next chunk if one need not be waited for; ``None`` says nothing about the end."""
        return self._channel.get_ready()

    def read_all(self) -> PcmInt16:
        """Wait for the whole stream and return its samples. Raises what iterating raises."""
        return _concatenate([chunk.pcm_t for chunk in self])

    async def aread_all(self) -> PcmInt16:
        """As :meth:`read_all`, for a coroutine."""
        return _concatenate([chunk.pcm_t async for chunk in self])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()

    def _raise_failure(self) -> None:
        if isinstance(self.outcome, Failed) and self._utterance.error is not None:
            # The error keeps the frames it is raised through, and so this stream, while the
            # finalizer keeps the error; there is nothing left to abandon.
            self._abandoned.detach()
            raise self._utterance.error


def _concatenate(pieces_t: list[PcmInt16]) -> PcmInt16:
    return np.concatenate(pieces_t) if pieces_t else np.zeros(0, np.int16)
