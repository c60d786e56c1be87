"""One stream from text to PCM: segment, step, trim, stretch, join, resample, quantise.

A pipeline is plain state without lock or clock: one thread pushes text and advances it at a time.
``advance`` does one engine step at most, so the work between two looks at the schedule is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from brisa.audio.join import Joiner
from brisa.audio.pcm import to_int16
from brisa.audio.resample import Resampler
from brisa.audio.stretch import Stretcher
from brisa.audio.trim import Trim
from brisa.engines.base import Engine, SegmentRequest, SpeechSpan, SpeechStream, StepResult
from brisa.text.segment import Segment, Segmenter, SegmenterOptions
from brisa.types import PcmChunk, PcmFloat, SegmentIndex, SpeechSettings, WordMark

QUIET_END_MS = 20.0
"""How long a segment must have been quiet before the silence at its end is left out."""

Step = Callable[[Sequence[SpeechStream]], list[StepResult]]


@dataclass(slots=True)
class _Speaking:
    """The segment being synthesised and where it begins in the joined stream (engine's rate)."""

    segment: Segment
    index: int
    stream: SpeechStream
    start_sample: int
    stretcher: Stretcher
    trim: Trim = field(default_factory=Trim)


class Pipeline:
    """Text in with :meth:`push` and :meth:`end`, chunks out of :meth:`advance`."""

    def __init__(
        self, engine: Engine, settings: SpeechSettings, segmenter_options: SegmenterOptions
    ) -> None:
        capabilities = engine.capabilities
        self._engine = engine
        self._settings = settings
        self._engine_rate_hz = capabilities.sample_rate_hz
        self.sample_rate_hz = settings.sample_rate_hz or capabilities.sample_rate_hz
        self._model_speed = min(max(settings.speed, capabilities.speed_min), capabilities.speed_max)
        self._segmenter = Segmenter(segmenter_options)
        self._joiner = Joiner(self._engine_rate_hz)
        self._resampler = Resampler(self._engine_rate_hz, self.sample_rate_hz)
        self._pending: deque[Segment] = deque()
        self._current: _Speaking | None = None
        self._pause_ms = 0.0
        self._next_index = 0
        self._joined_samples = 0
        self._marks: deque[WordMark] = deque()
        self._text_ended = False
        self._flushed = False
        self.produced_samples = 0
        self.dropped_chars = 0

    @property
    def has_work(self) -> bool:
        """An :meth:`advance` would do something."""
        return bool(self._current or self._pending) or (self._text_ended and not self._flushed)

    @property
    def finished(self) -> bool:
        """All text was given and all of its audio has come out."""
        return self._flushed

    def push(self, text: str) -> None:
        """More text, cut anywhere."""
        self._pending.extend(self._segmenter.push(text))

    def flush_text(self) -> None:
        """Speak what has been pushed, without waiting for a boundary."""
        self._pending.extend(self._segmenter.flush())

    def end(self) -> None:
        """No more text will come."""
        if not self._text_ended:
            self._text_ended = True
            self._pending.extend(self._segmenter.end())

    def advance(self, step: Step) -> PcmChunk | None:
        """One step of work; its audio, if it yielded any.

        Raises what the engine raises; the pipeline must not be used after that.
        """
        speaking = self._current or self._open_next()
        if speaking is None:
            return self._finish() if self._text_ended and not self._flushed else None
        lead_t = self._lead_in(speaking)
        result = step([speaking.stream])[0]
        self.dropped_chars += result.dropped_chars
        if result.speech is not None:
            speaking.trim = self._trim(result.speech)
        trimmed_t = speaking.trim.push(result.pcm_t)
        self._mark(speaking, result.words)
        body_t = self._joiner.push(speaking.stretcher.push(trimmed_t))
        if result.last:
            body_t = np.concatenate((body_t, self._close_segment(speaking)))
        joined_t = np.concatenate((lead_t, body_t))
        self._joined_samples += len(joined_t)
        if result.last:
            self._keep_marks_within()
        return self._chunk(self._resampler.push(joined_t), speaking.index)

    def cut(self) -> PcmChunk | None:
        """The end of a stream that broke, faded out; the pipeline must not be used after that."""
        rest_t = np.concatenate(
            (self._resampler.push(self._joiner.finish()), self._resampler.flush())
        )
        return self._chunk(rest_t, max(self._next_index - 1, 0))

    def _trim(self, speech: SpeechSpan) -> Trim:
        quiet_samples = round(QUIET_END_MS * self._engine_rate_hz / 1000)
        return Trim(speech.start_sample, speech.end_sample, quiet_samples)

    def _open_next(self) -> _Speaking | None:
        if not self._pending:
            return None
        segment = self._pending.popleft()
        index, self._next_index = self._next_index, self._next_index + 1
        settings = self._settings
        request = SegmentRequest(
            text=segment.text,
            voice=settings.voice,
            segment=index,
            seed=settings.seed,
            speed=self._model_speed,
        )
        pause_samples = round(self._pause_ms * self._engine_rate_hz / 1000)
        self._pause_ms = segment.pause_after_ms
        stretcher = Stretcher(settings.speed / self._model_speed, self._engine_rate_hz)
        self._current = _Speaking(
            segment,
            index,
            self._engine.open(request),
            self._joined_samples + pause_samples,
            stretcher,
        )
        return self._current

    def _lead_in(self, speaking: _Speaking) -> PcmFloat:
        """The pause before a segment, on its first step."""
        missing = speaking.start_sample - self._joined_samples
        if missing < 0 or self._joiner.in_segment:
            return np.zeros(0, np.float32)
        self._joiner.begin_segment()
        return np.zeros(missing, np.float32)

    def _close_segment(self, speaking: _Speaking) -> PcmFloat:
        self._current = None
        rest_t = self._joiner.push(speaking.stretcher.flush())
        return np.concatenate((rest_t, self._joiner.end_segment()))

    def _mark(self, speaking: _Speaking, words: Sequence[WordMark]) -> None:
        factor = self._settings.speed / self._model_speed
        scale = self.sample_rate_hz / self._engine_rate_hz
        silent = speaking.trim.head_samples
        for word in words:
            start, end = (
                round((speaking.start_sample + max(sample - silent, 0) / factor) * scale)
                for sample in (word.start_sample, word.end_sample)
            )
            self._marks.append(
                replace(
                    word,
                    start_char=speaking.segment.start_char + word.start_char,
                    end_char=speaking.segment.start_char + word.end_char,
                    start_sample=start,
                    end_sample=end,
                )
            )

    def _keep_marks_within(self) -> None:
        """Words at the very end that have no sound begin with its last sample, not after it."""
        last = int(self._joined_samples * self.sample_rate_hz / self._engine_rate_hz) - 1
        self._marks = deque(
            replace(mark, start_sample=min(mark.start_sample, last)) for mark in self._marks
        )

    def _finish(self) -> PcmChunk | None:
        self._flushed = True
        tail_t = self._resampler.flush()
        return self._chunk(tail_t, max(self._next_index - 1, 0))

    def _chunk(self, pcm_t: PcmFloat, index: int) -> PcmChunk | None:
        if not pcm_t.shape[0]:
            return None
        start = self.produced_samples
        self.produced_samples += pcm_t.shape[0]
        words = []
        while self._marks and self._marks[0].start_sample < self.produced_samples:
            words.append(self._marks.popleft())
        return PcmChunk(
            pcm_t=to_int16(pcm_t),
            sample_rate_hz=self.sample_rate_hz,
            start_sample=start,
            segment=SegmentIndex(index),
            words=tuple(words),
        )
