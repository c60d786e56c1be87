"""An utterance, as a coroutine has it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from brisa.client.events import Ended, Sounded, Started, UtteranceEvent
from brisa.client.results import Cancellation, Chunk
from brisa.client.utterances import Utterances
from brisa.errors import BrisaError
from brisa.types import Finished, Outcome


class AsyncUtterance:
    """Made by :meth:`brisa.client.AsyncClient.start`. Iterate over it once for its audio; a loop
    over one that failed raises its error after the audio that came.

    :attr:`outcome` is ``None`` until it has ended; ``voice``, ``sample_rate_hz`` and ``degraded``
    are what the server said at its start.
    """

    def __init__(
        self,
        key: int,
        utterances: Utterances,
        *,
        said: Callable[[], None],
        room: Callable[[], None],
    ) -> None:
        self.key = key
        self.voice: str | None = None
        self.sample_rate_hz: int | None = None
        self.degraded: tuple[str, ...] = ()
        self.outcome: Outcome | None = None
        self.error: BrisaError | None = None
        self.buffered_samples = 0
        self._utterances = utterances
        self._said = said
        self._room = room
        self._chunks: deque[Chunk] = deque()
        self._news = asyncio.Event()
        self._end: Ended | None = None
        self._leaving = False

    def push(self, text: str) -> None:
        """More text, cut anywhere. Passed over if the utterance has ended for another reason than
        :meth:`end`, after which it raises ``InvalidRequest``. Raises ``InvalidText``."""
        self._utterances.push(self.key, text)
        self._said()

    def flush(self) -> None:
        """Speak what there is, without waiting for the end of a sentence."""
        self._utterances.flush(self.key)
        self._said()

    def end(self) -> None:
        """No more text: the audio ends when all of it is spoken."""
        self._utterances.end(self.key)
        self._said()

    def playhead(self, sample: int, *, paused: bool = False) -> None:
        """The listener has heard up to ``sample``, and is held there or not. Best told every 200 ms
        to 1 s, and when playing starts, stops or goes on."""
        self._utterances.playhead(self.key, sample, paused=paused)
        self._said()

    async def cancel(self, played_sample: int | None = None) -> Cancellation:
        """Stop, and what was heard: up to ``played_sample`` if that is given, else what the server
        estimates. Audio that waits is dropped at once, and loops over the utterance end.

        It may have ended before; what was not played was not heard then either. While there is no
        connection this waits for one.
        """
        self.drop(played_sample)
        while self._end is None:
            self._news.clear()
            await self._news.wait()
        end = self._end
        if end.cancellation is not None:
            return end.cancellation
        whole = isinstance(end.outcome, Finished)
        return end.ledger.cancellation(end.outcome.samples, played_sample, whole=whole)

    def drop(self, played_sample: int | None = None) -> None:
        """As :meth:`cancel`, for those who need no answer."""
        self._leaving = True
        self._chunks.clear()
        self.buffered_samples = 0
        self._utterances.cancel(self.key, played_sample)
        self._news.set()
        self._said()
        self._room()

    def __aiter__(self) -> AsyncUtterance:
        return self

    async def __anext__(self) -> Chunk:
        while not self._chunks:
            if self._leaving:
                raise StopAsyncIteration
            if self._end is not None:
                if self.error is not None:
                    raise self.error
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        chunk = self._chunks.popleft()
        self.buffered_samples -= len(chunk.pcm_t)
        self._room()
        return chunk

    def take(self, event: UtteranceEvent) -> None:
        """What the server said of it; called by the client alone."""
        match event:
            case Started():
                self.voice, self.degraded = event.voice, event.degraded
                self.sample_rate_hz = event.sample_rate_hz
            case Sounded():
                if not self._leaving:
                    self._chunks.append(event.chunk)
                    self.buffered_samples += len(event.chunk.pcm_t)
            case Ended():
                self.outcome, self.error, self._end = event.outcome, event.error, event
        self._news.set()
