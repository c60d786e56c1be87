"""One stream as the dispatcher sees it: text inbox, pipeline, channel, and how it ends.

Text may come from any thread; the pipeline is touched only inside :meth:`run_step`, which one pool
thread runs at a time. Every way out goes through :meth:`_end`, once (P3).

Text is read a little at a time and no further ahead than a step needs, so that a whole book takes
no longer to begin, and no more from other listeners, than a sentence.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.engines.base import Engine, SpeechStream, StepResult
from brisa.errors import BrisaError, EmptyText, EngineFailed
from brisa.service.channel import ChunkChannel
from brisa.service.pipeline import Pipeline
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.timeline import Timeline
from brisa.types import Cancelled, Failed, Finished, Outcome, PcmChunk

logger = logging.getLogger(__name__)

_BULK_OFFSET_NS = 3600 * NS_PER_S
"""Bulk streams stand behind every live deadline, in their own order."""


READ_CHARS = 1_000
"""How much of what has been pushed one step reads: 1 ms of prose, 30 ms of the worst."""


class _Mark(Enum):
    """What may stand between pieces of text."""

    FLUSH = "flush"
    END = "end"


class _Text(NamedTuple):
    """A piece of text, when it came, and how far it has been read."""

    text: str
    arrived_ns: int
    start: int = 0


class Utterance:
    """A job of the dispatcher. ``bulk`` streams have no listener who could run dry."""

    def __init__(
        self,
        pipeline: Pipeline,
        channel: ChunkChannel,
        timeline: Timeline,
        *,
        target_ns: int,
        bulk: bool,
        on_end: Callable[[Outcome], None],
    ) -> None:
        self._pipeline = pipeline
        self._channel = channel
        self._timeline = timeline
        self._target_ns = target_ns
        self._bulk = bulk
        self._on_end = on_end
        self._inbox: deque[_Text | _Mark] = deque()
        self._source_error: BrisaError | None = None
        self._lock = threading.Lock()
        self._text_ended = False
        self.error: BrisaError | None = None

    # Called from any thread.

    @property
    def finished(self) -> bool:
        return self._channel.outcome is not None

    def push(self, text: str, now_ns: int) -> None:
        """More text. Ignored after the end of the text or of the stream."""
        with self._lock:
            if not self._text_ended:
                self._timeline.text_arrived(now_ns)
                self._inbox.append(_Text(text, now_ns))

    def flush_text(self) -> None:
        """Speak what has been pushed, without waiting for a boundary."""
        with self._lock:
            if not self._text_ended:
                self._inbox.append(_Mark.FLUSH)

    def end_text(self, error: BrisaError | None = None) -> None:
        """No more text; with ``error``, the source of the text broke and so does the stream at
        once, whatever has not been read."""
        with self._lock:
            if not self._text_ended:
                self._text_ended = True
                self._source_error = error
                self._inbox.append(_Mark.END)

    def cancel(self, now_ns: int) -> None:
        """The listener left: nothing more is synthesised, nothing buffered is delivered."""
        self._end(Cancelled(self._pipeline.produced_samples, self._rate_hz), now_ns, discard=True)

    def fail(self, error: BrisaError, now_ns: int) -> None:
        """The stream broke; buffered audio is still delivered, then the error."""
        self.error = self.error or error
        outcome = Failed(
            self._pipeline.produced_samples, self._rate_hz, error.code, message=error.message
        )
        self._end(outcome, now_ns)

    def runnable(self) -> bool:
        if self.finished:
            return False
        if self._source_error is not None or (self._inbox and self._pipeline.wants_text):
            return True
        return self._pipeline.has_work and self._channel.has_room()

    def place(self) -> int | None:
        return self._pipeline.place

    def deadline_ns(self, now_ns: int) -> int:
        timeline = self._timeline
        if timeline.first_audio_ns is None:
            deadline_ns = timeline.accepted_ns + self._target_ns
        else:
            produced_ns = self._pipeline.produced_samples * NS_PER_S // self._rate_hz
            # Who paused still holds what is buffered, however long ago the sound began.
            held_ns = now_ns + round(self._channel.buffered_ms * NS_PER_MS)
            deadline_ns = max(timeline.first_audio_ns + produced_ns, held_ns)
        return deadline_ns + _BULK_OFFSET_NS if self._bulk else deadline_ns

    # Called from the pool thread that runs the job, or while none does.

    def wake_at_ns(self) -> int | None:
        """When text that waits for more is to be spoken without it; more may be here, unread."""
        return None if self.finished or self._inbox else self._pipeline.release_due_ns

    def run_step(self, clock: Clock) -> None:
        try:
            self._read_inbox()
            if not self._inbox:
                self._pipeline.release(clock.now_ns())
            if self._may_speak and self._pipeline.has_work and self._channel.has_room():
                self._advance(clock)
        except BrisaError as error:
            self._break(error, clock)
        except Exception as error:  # noqa: BLE001 - a pool thread outlives a broken engine
            log_bug(logger, "an engine raised", error)
            broken = EngineFailed("The engine failed; the server's log has the details.")
            self._break(broken, clock)

    def _break(self, error: BrisaError, clock: Clock) -> None:
        """Fail, with what is heard last faded out instead of cut off."""
        self._deliver(self._pipeline.cut(), clock)
        self.fail(error, clock.now_ns())

    @property
    def _may_speak(self) -> bool:
        """What is to be refused for its markup is looked through before any of it is heard."""
        return not (self._inbox and self._pipeline.refuses)

    def _read_inbox(self) -> None:
        """What is there, up to ``READ_CHARS``, as long as the pipeline has use for it."""
        if self._source_error is not None:
            raise self._source_error
        room_chars = READ_CHARS
        while self._inbox and room_chars > 0 and self._pipeline.wants_text:
            item = self._inbox[0]
            if isinstance(item, _Text):
                room_chars -= self._read_text(item, room_chars)
                continue
            self._inbox.popleft()
            if item is _Mark.FLUSH:
                self._pipeline.flush_text()
            elif item is _Mark.END:
                self._pipeline.end()

    def _read_text(self, item: _Text, most_chars: int) -> int:
        """Read a part of the first piece; how long it was."""
        end = item.start + most_chars
        part = item.text[item.start : end]
        # Others add at the end of the inbox only.
        if end < len(item.text):
            self._inbox[0] = item._replace(start=end)
        else:
            self._inbox.popleft()
        self._pipeline.push(part, item.arrived_ns)
        return len(part)

    def _advance(self, clock: Clock) -> None:
        def step(engine: Engine, streams: Sequence[SpeechStream]) -> list[StepResult]:
            began_ns = clock.now_ns()
            results = engine.step(streams)
            self._timeline.stepped(began_ns, clock.now_ns())
            return results

        self._deliver(self._pipeline.advance(step), clock)
        self._timeline.dropped_chars = self._pipeline.dropped_chars
        if self._pipeline.finished:
            self._finish(clock.now_ns())

    def _deliver(self, chunk: PcmChunk | None, clock: Clock) -> None:
        if chunk is not None:
            self._timeline.audio_ready(chunk.pcm_t.shape[0], clock.now_ns())
            self._channel.put(chunk)

    def _finish(self, now_ns: int) -> None:
        """All text is spoken; a stream without a sample would pass silence off as speech (P3)."""
        if not self._pipeline.produced_samples:
            message = "There is nothing in the text that this voice can speak."
            self.fail(EmptyText(message, param="input"), now_ns)
            return
        pipeline = self._pipeline
        outcome = Finished(pipeline.produced_samples, self._rate_hz, pipeline.dropped_chars)
        self._end(outcome, now_ns)

    @property
    def _rate_hz(self) -> int:
        return self._pipeline.sample_rate_hz

    def _end(self, outcome: Outcome, now_ns: int, *, discard: bool = False) -> None:
        if self._channel.close(outcome, discard=discard):
            self._timeline.ended_ns = now_ns
            try:
                self._on_end(outcome)
            except Exception as error:  # noqa: BLE001 - a caller's callback must not end a pool thread
                log_bug(logger, "the callback for a stream's end raised", error)
