"""One stream from text to PCM: read, segment, step, trim, stretch, join, resample, quantise.

A pipeline is plain state without lock or clock: one thread pushes text and advances it at a time.
What it wants of an engine is told by :meth:`Pipeline.begin` and given back by
:meth:`Pipeline.complete`, so that several streams can share a step, and the work between two looks
at the schedule is bounded.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from brisa.audio.join import Joiner
from brisa.audio.pcm import to_int16
from brisa.audio.resample import Resampler
from brisa.engines.base import Engine, SpeechStream, StepResult
from brisa.errors import BrisaError, EmptyText
from brisa.service.fallback import Fallback
from brisa.service.options import SPEED_MAX, SPEED_MIN
from brisa.service.voicing import Voicing, next_word, open_voicing
from brisa.service.word_marks import MarkQueue
from brisa.text.edits import Spoken
from brisa.text.reading import Reader, Utterable
from brisa.text.segment import Segment
from brisa.types import PcmChunk, PcmFloat, SegmentIndex, SpeechSettings

logger = logging.getLogger(__name__)

READ_AHEAD_SEGMENTS = 8
"""With so many segments still to be spoken, more text need not be read."""

NOTHING_SPOKEN_MS = 40
"""What a text without a word becomes: players and containers want a sound of some length."""

EngineOf = Callable[[str | None], Engine]
"""The engine for a segment in a language (``None``: the stream's own)."""


class EngineStep(NamedTuple):
    """A step that is to be done: one of ``stream`` by ``engine``."""

    engine: Engine
    stream: SpeechStream


class Pipeline:
    """Text in with :meth:`push` and :meth:`end`, chunks out of :meth:`complete`.

    ``engine_of`` gives the engine of each segment, by default always ``engine``; audio is joined at
    the rate of ``engine``. ``fallback`` says who goes on where one breaks, by default nobody.
    """

    def __init__(
        self,
        engine: Engine,
        settings: SpeechSettings,
        reader: Reader,
        engine_of: EngineOf | None = None,
        fallback: Fallback | None = None,
    ) -> None:
        self._engine = engine
        self._fallback = fallback or Fallback()
        self._engine_of = engine_of or (lambda language: engine)
        self._settings = settings
        self._rate_hz = engine.capabilities.sample_rate_hz
        self.sample_rate_hz = settings.sample_rate_hz or self._rate_hz
        self._reader = reader
        self._joiner = Joiner(self._rate_hz)
        self._resampler = Resampler(self._rate_hz, self.sample_rate_hz)
        self._pending: deque[Utterable] = deque()
        self._current: Voicing | None = None
        self._lead_t = np.zeros(0, np.float32)
        self._pause_ms = 0.0
        self._next_index = 0
        self._joined_samples = 0
        self._marks = MarkQueue()
        self._text_ended = False
        self._flushed = False
        self.produced_samples = 0
        self.dropped_chars = 0
        self.substituted_segments = 0

    @property
    def voice(self) -> str:
        """Whose voice was asked for."""
        return self._settings.voice

    @property
    def place(self) -> int | None:
        """The worker that holds the segment being spoken, if one does."""
        speaking = self._current
        return None if speaking is None else speaking.stream.place

    @property
    def next_step(self) -> EngineStep | None:
        """What would be stepped next of the segment that is being spoken, if one is."""
        speaking = self._current
        return None if speaking is None else EngineStep(speaking.engine, speaking.stream)

    @property
    def has_work(self) -> bool:
        """A :meth:`begin` and :meth:`complete` would do something."""
        return bool(self._current or self._pending) or (self._text_ended and not self._flushed)

    @property
    def wants_text(self) -> bool:
        """More text should be read by now; it may be pushed at any time."""
        return len(self._pending) < READ_AHEAD_SEGMENTS or self.refuses

    @property
    def refuses(self) -> bool:
        """Malformed markup is an error, so that all text should be read as early as it comes."""
        return self._settings.text.malformed == "refuse"

    @property
    def finished(self) -> bool:
        """All text was given and all of its audio has come out."""
        return self._flushed

    @property
    def release_due_ns(self) -> int | None:
        """When :meth:`release` should be called if no more text comes; ``None``: nothing waits."""
        return None if self._text_ended else self._reader.release_due_ns

    def push(self, text: str, now_ns: int = 0) -> None:
        """More text, cut anywhere."""
        self._pending.extend(self._reader.push(text, now_ns))

    def release(self, now_ns: int) -> None:
        """Let go of text that has waited long enough for what follows it."""
        if not self._text_ended:
            self._pending.extend(self._reader.poll(now_ns))

    def flush_text(self) -> None:
        """Speak what has been pushed, without waiting for a boundary."""
        self._pending.extend(self._reader.flush())

    def end(self) -> None:
        """No more text will come."""
        if not self._text_ended:
            self._text_ended = True
            self._pending.extend(self._reader.end())

    def begin(self) -> EngineStep | None:
        """Open the next segment if none is being spoken. What its engine is to do, or ``None`` if
        there is something else to do; :meth:`complete` follows either way.

        Raises what opening a segment raises; the pipeline must not be used after that.
        """
        if self._current is None and self._pending:
            self._begin(self._pending.popleft())
        return self.next_step

    def complete(self, result: StepResult | None) -> PcmChunk | None:
        """Take in what the engine made of the last :meth:`begin`; the audio, if there is any.

        Raises ``EmptyText`` for a text without a word where the request is strict; the pipeline
        must not be used after that.
        """
        lead_t, self._lead_t = self._lead_t, np.zeros(0, np.float32)
        speaking = self._current
        if result is None or speaking is None:
            return self._without_engine(lead_t)
        pcm_t = speaking.absorb(result)
        self.dropped_chars += result.dropped_chars
        scale = self.sample_rate_hz / self._rate_hz
        for mark in speaking.marks(result.words, scale):
            self._marks.add(mark)
        body_t = self._joiner.push(pcm_t)
        if result.last:
            body_t = np.concatenate((body_t, self._joiner.end_segment()))
            self._current = None
            self._fallback.spoke(speaking.engine)
        return self._joined(np.concatenate((lead_t, body_t)), speaking.index, whole=result.last)

    def _without_engine(self, lead_t: PcmFloat) -> PcmChunk | None:
        if lead_t.shape[0] or self._pending or not self._text_ended or self._flushed:
            return self._joined(lead_t, max(self._next_index - 1, 0))
        return self._finish()

    def fall_back(self) -> bool:
        """The engine broke in the last step: have another one speak the rest of the segment.

        False if there is none; :meth:`cut` then. What was heard last is faded out, and comes with
        the next :meth:`complete`.
        """
        broken = self._current
        if broken is None:
            return False
        engine = self._fallback.instead_of(broken.engine, broken.language)
        if engine is None:
            return False
        self._lead_in(self._joiner.push(broken.rest()))
        self._lead_in(self._joiner.end_segment())
        self._marks.forget()
        self._current = None
        self.substituted_segments += 1
        first_char = next_word(broken.spoken.text, broken.said_chars)
        if first_char is not None:
            segment, spoken = broken.segment, broken.spoken
            self._voice(engine, segment, spoken, broken.index, broken.language, first_char)
        return True

    def cut(self) -> PcmChunk | None:
        """The end of a stream that broke, faded out; the pipeline must not be used after that."""
        rest_t = np.concatenate(
            (self._resampler.push(self._joiner.finish()), self._resampler.flush())
        )
        return self._chunk(rest_t, max(self._next_index - 1, 0))

    def _begin(self, utterable: Utterable) -> None:
        """Open a segment after the silence before it, or be silent for as long as it is a pause."""
        segment = utterable.segment
        if segment.silent:
            # Exactly what the writer asked for, whatever the sentence before it would leave.
            self._pause_ms = 0.0
            self._lead_in(self._silence(segment.pause_after_ms))
            return
        engine, spoken = self._speaker(utterable)
        self.dropped_chars += spoken.dropped_chars
        if not any(map(str.isalnum, spoken.text)):
            self._pause_ms = max(self._pause_ms, segment.pause_after_ms)
            return
        self._lead_in(self._silence(self._pause_ms))
        self._pause_ms = segment.pause_after_ms
        index, self._next_index = self._next_index, self._next_index + 1
        self._voice(engine, segment, spoken, index, utterable.language)

    def _lead_in(self, pcm_t: PcmFloat) -> None:
        """What is heard before the next step's audio."""
        self._lead_t = np.concatenate((self._lead_t, pcm_t))

    def _voice(
        self,
        engine: Engine,
        segment: Segment,
        spoken: Spoken,
        index: int,
        language: str | None,
        first_char: int = 0,
    ) -> None:
        """Have ``engine`` speak a segment, or the end of one, after what leads to it."""
        self._current = open_voicing(
            engine,
            self._settings,
            segment,
            spoken,
            speed=min(max(self._settings.speed * segment.rate, SPEED_MIN), SPEED_MAX),
            index=index,
            start_sample=self._joined_samples + len(self._lead_t),
            rate_hz=self._rate_hz,
            language=language,
            first_char=first_char,
        )
        self._joiner.begin_segment()

    def _speaker(self, utterable: Utterable) -> tuple[Engine, Spoken]:
        """Who speaks a segment, and what. Where a voice for its language is missing or cannot be
        loaded, the stream's own reads it as well as it can: nothing is left out unsaid."""
        try:
            engine = self._engine_of(utterable.language)
        except BrisaError as error:
            fields = {"language": utterable.language, "code": error.code}
            logger.warning("a voice for another language cannot be had", extra=fields)
            engine = self._engine
        own = engine is self._engine
        spoken = utterable.spoken_by_own() if own else utterable.spoken()
        chosen = self._fallback.chosen(engine, utterable.language)
        self.substituted_segments += chosen is not engine
        return chosen, spoken

    def _silence(self, pause_ms: float) -> PcmFloat:
        return np.zeros(round(pause_ms * self._rate_hz / 1000), np.float32)

    def _joined(self, joined_t: PcmFloat, index: int, *, whole: bool = False) -> PcmChunk | None:
        self._joined_samples += len(joined_t)
        if whole:
            heard = int(self._joined_samples * self.sample_rate_hz / self._rate_hz)
            self._marks.keep_within(heard - 1)
        return self._chunk(self._resampler.push(joined_t), index)

    def _finish(self) -> PcmChunk | None:
        self._flushed = True
        if self._next_index == 0:
            if self._settings.text.strict:
                message = "There is nothing in the text that can be spoken."
                raise EmptyText(message, param="input")
            if not self._joined_samples:
                silence_t = self._resampler.push(self._silence(NOTHING_SPOKEN_MS))
                return self._chunk(np.concatenate((silence_t, self._resampler.flush())), 0)
        return self._chunk(self._resampler.flush(), max(self._next_index - 1, 0))

    def _chunk(self, pcm_t: PcmFloat, index: int) -> PcmChunk | None:
        if not pcm_t.shape[0]:
            return None
        start = self.produced_samples
        self.produced_samples += pcm_t.shape[0]
        return PcmChunk(
            pcm_t=to_int16(pcm_t),
            sample_rate_hz=self.sample_rate_hz,
            start_sample=start,
            segment=SegmentIndex(index),
            words=self._marks.take_until(self.produced_samples),
        )
