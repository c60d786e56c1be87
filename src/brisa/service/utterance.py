"""One stream as the dispatcher sees it: text inbox, pipeline, channel, and how it ends.

Text may come from any thread; the pipeline is touched only between :meth:`Utterance.begin` and
:meth:`Utterance.complete`, by the one pool thread that runs the job. Every way out goes through
:meth:`Utterance._end`, once (P3).

Text is read a little at a time and no further ahead than a step needs, so that a whole book takes
no longer to begin, and no more from other listeners, than a sentence.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from brisa.clock import NS_PER_MS, NS_PER_S, Clock
from brisa.engines.base import StepResult
from brisa.errors import BrisaError, EmptyText, EngineFailed
from brisa.scheduler.job import JobClass, Need, Terms
from brisa.service.channel import ChunkChannel
from brisa.service.concealment import StepWatch
from brisa.service.ear import Ear
from brisa.service.outlet import Outlet
from brisa.service.pipeline import EngineStep, Pipeline
from brisa.service.stream_state import StreamState
from brisa.telemetry.bugs import log_bug
from brisa.telemetry.timeline import Timeline
from brisa.types import Cancelled, Failed, Finished, Outcome, PcmChunk

logger = logging.getLogger(__name__)

READ_CHARS = 1_000
"""How much of what has been pushed one step reads: 1 ms of prose, 30 ms of the worst."""


_NEVER_MS = 1e9
"""A deadline further away than this is none."""


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
    """A job of the dispatcher, served on ``terms``.

    ``watch`` has steps that take too long concealed from whoever listens; by default nobody has.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        channel: ChunkChannel,
        ear: Ear,
        timeline: Timeline,
        *,
        terms: Terms,
        on_end: Callable[[Outcome], None],
        watch: StepWatch | None = None,
        number: int = 0,
    ) -> None:
        self.number = number
        self.ear = ear
        self.terms = terms
        self._pipeline = pipeline
        self._channel = channel
        self._timeline = timeline
        self._on_end = on_end
        self._watch = None if self._bulk else watch
        self._outlet = Outlet(channel, ear, timeline, conceals=self._watch is not None)
        self._inbox: deque[_Text | _Mark] = deque()
        self._source_error: BrisaError | None = None
        self._lock = threading.Lock()
        self._text_ended = False
        self._begun = False
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
        self._end(Cancelled(self._outlet.stop(), self._rate_hz), now_ns, discard=True)

    def fail(self, error: BrisaError, now_ns: int) -> None:
        """The stream broke; buffered audio is still delivered, then the error."""
        self.error = self.error or error
        samples = self._outlet.stop()
        outcome = Failed(samples, self._rate_hz, error.code, message=error.message)
        self._end(outcome, now_ns)

    def wanted(self, now_ns: int) -> bool:
        if self.finished:
            return False
        if self._source_error is not None or (self._inbox and self._pipeline.wants_text):
            return True
        return self._pipeline.has_work and self.ear.wanted(now_ns)

    def need(self, now_ns: int) -> Need:
        pipeline = self._pipeline
        step = pipeline.next_step
        kind, batch_max, weight, place = self.terms.engine, 1, 1.0, None
        if step is not None:
            cost = step.stream.next_cost
            kind, weight = f"{kind}/{cost.kind}", cost.weight
            batch_max = step.engine.capabilities.batch_max
            place = step.stream.place
        if self._bulk:
            # Files get on evenly, those that came first a little ahead.
            made_ns = pipeline.produced_samples * NS_PER_S // self._rate_hz
            order_ns = self._timeline.accepted_ns + made_ns
            return Need(order_ns, False, kind, batch_max, weight, place)
        return self.ear.need(now_ns, kind, batch_max, weight, place)

    def view(self, state: str, now_ns: int) -> StreamState:
        """How the stream is, for an operator; ``state`` is that of the job."""
        heard, pipeline = self.ear.view(now_ns), self._pipeline
        heard_of = not self._bulk and self._timeline.first_audio_ns is not None
        due_ms = None if self._bulk or heard.deadline_in_ms > _NEVER_MS else heard.deadline_in_ms
        return StreamState(
            number=self.number,
            voice=pipeline.voice,
            job_class="bulk" if self._bulk else "live",
            state=state,
            worker=pipeline.place,
            age_ms=(now_ns - self._timeline.accepted_ns) / NS_PER_MS,
            produced_ms=pipeline.produced_samples * 1000 / self._rate_hz,
            buffered_ms=self._channel.buffered_ms,
            held_ms=heard.held_ms,
            slack_ms=heard.slack_ms if heard_of else None,
            deadline_in_ms=due_ms,
            underruns=heard.underruns,
            longest_gap_ms=heard.longest_gap_ms,
            look_ahead_ms=heard.look_ahead_ms,
        )

    # Called from the pool thread that runs the job, or while none does.

    def wake_at_ns(self, now_ns: int) -> int | None:
        """When text that waits for more is to be spoken without it (more may be here, unread), or
        when there is room again."""
        if self.finished:
            return None
        release_ns = None if self._inbox else self._pipeline.release_due_ns
        room_ns = self.ear.wanted_at_ns(now_ns) if self._pipeline.has_work else None
        times_ns = [at_ns for at_ns in (release_ns, room_ns) if at_ns is not None]
        return min(times_ns, default=None)

    def begin(self, clock: Clock) -> EngineStep | None:
        self._begun = False
        try:
            self._read(clock.now_ns(), clock)
            now_ns = clock.now_ns()
            if self.finished or not (self._may_speak and self._pipeline.has_work):
                return None
            if self.ear.wanted(now_ns):
                self._begun = True
                step = self._pipeline.begin()
                if step is not None and self._watch is not None:
                    self._watch.began(self._outlet, step.stream, now_ns)
                return step
        except BrisaError as error:
            self.broke(error, clock)
        except Exception as error:  # noqa: BLE001 - a pool thread outlives a broken engine
            self._bug(error, clock)
        return None

    def complete(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        if not self._begun:
            return 0
        self._step_ended()
        try:
            return self._absorb(result, began_ns, clock)
        except BrisaError as error:
            self.broke(error, clock)
        except Exception as error:  # noqa: BLE001 - a pool thread outlives a broken engine
            self._bug(error, clock)
        return 0

    def broke(self, error: BrisaError, clock: Clock) -> None:
        """Have another voice go on; else fail, with what is heard last faded out, not cut off."""
        self._step_ended()
        if not (isinstance(error, EngineFailed) and self._fall_back(error)):
            self._give_up(error, clock)

    def _fall_back(self, error: EngineFailed) -> bool:
        if self._bulk or self.finished:
            return False
        try:
            goes_on = self._pipeline.fall_back()
        except BrisaError as second:
            logger.warning("the fallback voice broke too", extra={"code": second.code})
            return False
        if goes_on:
            self._timeline.substituted_segments = self._pipeline.substituted_segments
            logger.warning("another voice goes on for an engine", extra={"code": error.code})
        return goes_on

    def _give_up(self, error: BrisaError, clock: Clock) -> None:
        self._deliver(self._pipeline.cut(), clock)
        self.fail(error, clock.now_ns())

    def _bug(self, error: Exception, clock: Clock) -> None:
        log_bug(logger, "an engine raised", error)
        self._step_ended()
        failed = EngineFailed("The engine failed; the server's log has the details.")
        self._give_up(failed, clock)

    def _step_ended(self) -> None:
        self._begun = False
        if self._watch is not None:
            self._watch.ended(self._outlet)

    @property
    def _bulk(self) -> bool:
        return self.terms.job_class is JobClass.BULK

    @property
    def _may_speak(self) -> bool:
        """What is to be refused for its markup is looked through before any of it is heard."""
        return not (self._inbox and self._pipeline.refuses)

    def _read(self, taken_up_ns: int, clock: Clock) -> None:
        """Read text that has come, and let go of text that has waited long enough."""
        before = self._pipeline.has_work
        first = self._inbox[0] if self._inbox else None
        self._read_inbox()
        if not self._inbox:
            self._pipeline.release(clock.now_ns())
        if not before and self._pipeline.has_work:
            # Text that was released by time has come, as far as it has, by then.
            arrived_ns = first.arrived_ns if isinstance(first, _Text) else taken_up_ns
            self._timeline.segment_ready(arrived_ns, taken_up_ns, clock.now_ns())
            self.ear.text_came(arrived_ns)

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

    def _absorb(self, result: StepResult | None, began_ns: int, clock: Clock) -> int:
        if result is not None:
            self._timeline.stepped(began_ns, clock.now_ns())
        made_ns = self._deliver(self._pipeline.complete(result), clock)
        self._timeline.dropped_chars = self._pipeline.dropped_chars
        self._timeline.substituted_segments = self._pipeline.substituted_segments
        if self._pipeline.finished:
            self._finish(clock.now_ns())
        return made_ns

    def _deliver(self, chunk: PcmChunk | None, clock: Clock) -> int:
        """Hand a chunk to the reader; how long it is, in ns."""
        if chunk is None:
            return 0
        samples, now_ns = chunk.pcm_t.shape[0], clock.now_ns()
        self._outlet.deliver(chunk, now_ns)
        made_ns: int = samples * NS_PER_S // self._rate_hz
        return made_ns

    def _finish(self, now_ns: int) -> None:
        """All text is spoken; a stream without a sample would pass silence off as speech (P3)."""
        if not self._pipeline.produced_samples:
            message = "There is nothing in the text that this voice can speak."
            self.fail(EmptyText(message, param="input"), now_ns)
            return
        samples, pipeline = self._outlet.stop(), self._pipeline
        self.ear.finished(now_ns)
        outcome = Finished(
            samples,
            self._rate_hz,
            pipeline.dropped_chars,
            self._outlet.concealed_samples,
            pipeline.substituted_segments,
        )
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
