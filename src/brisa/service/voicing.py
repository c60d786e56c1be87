"""One segment on its way from an engine's steps to samples at the stream's pace and rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from brisa.audio.resample import Resampler
from brisa.audio.stretch import Stretcher
from brisa.audio.trim import Trim
from brisa.engines.base import Engine, SegmentRequest, SpeechStream, StepResult
from brisa.service.checks import same_language
from brisa.service.word_marks import written_marks
from brisa.text.edits import Spoken
from brisa.text.segment import Segment
from brisa.types import PcmFloat, SpeechSettings, WordMark

QUIET_END_MS = 20.0
"""How long a segment must have been quiet before the silence at its end is left out."""


@dataclass(slots=True)
class Voicing:
    """The segment being synthesised. ``factor`` is how much the engine's audio is shortened after
    it; ``start_sample`` where it begins in the stream, whose segments are joined at ``rate_hz``."""

    segment: Segment
    spoken: Spoken
    index: int
    engine: Engine
    stream: SpeechStream
    start_sample: int
    rate_hz: int
    factor: float
    stretcher: Stretcher
    resampler: Resampler
    trim: Trim = field(default_factory=Trim)

    def absorb(self, result: StepResult) -> PcmFloat:
        """What a step of the engine yielded, as the stream takes it."""
        if result.speech is not None:
            quiet_samples = round(QUIET_END_MS * self._rate_hz / 1000)
            speech = result.speech
            self.trim = Trim(speech.start_sample, speech.end_sample, quiet_samples)
        pcm_t = self.resampler.push(self.stretcher.push(self.trim.push(result.pcm_t)))
        if result.last:
            rest_t = self.resampler.push(self.stretcher.flush())
            pcm_t = np.concatenate((pcm_t, rest_t, self.resampler.flush()))
        return pcm_t

    def marks(self, words: Sequence[WordMark], scale: float) -> list[WordMark]:
        """The engine's words in the caller's text; ``scale`` leads to the rate that is heard."""
        silent = self.trim.head_samples
        to_stream = self.rate_hz / self._rate_hz / self.factor

        def heard(sample: int) -> int:
            return round((self.start_sample + max(sample - silent, 0) * to_stream) * scale)

        return [
            replace(mark, start_sample=heard(mark.start_sample), end_sample=heard(mark.end_sample))
            for mark in written_marks(words, self.spoken, self.segment)
        ]

    @property
    def _rate_hz(self) -> int:
        return self.engine.capabilities.sample_rate_hz


def open_voicing(
    engine: Engine,
    settings: SpeechSettings,
    segment: Segment,
    spoken: Spoken,
    *,
    speed: float,
    index: int,
    start_sample: int,
    rate_hz: int,
    language: str | None,
) -> Voicing:
    """Begin a segment with ``engine``, which may be another than the stream's own.

    What the engine cannot do of ``speed`` is done by time-stretching. ``rate_hz`` is the rate that
    the stream's segments are joined at. Raises what :meth:`Engine.open` raises.
    """
    capabilities = engine.capabilities
    model_speed = min(max(speed, capabilities.speed_min), capabilities.speed_max)
    request = SegmentRequest(
        text=spoken.text,
        voice=_voice(engine, settings.voice, language),
        segment=index,
        seed=settings.seed,
        speed=model_speed,
        language=language,
        phonemes=spoken.phonemes if capabilities.phonemes else (),
    )
    factor = speed / model_speed
    return Voicing(
        segment,
        spoken,
        index,
        engine,
        engine.open(request),
        start_sample,
        rate_hz,
        factor,
        Stretcher(factor, capabilities.sample_rate_hz),
        Resampler(capabilities.sample_rate_hz, rate_hz),
    )


def _voice(engine: Engine, wanted: str, language: str | None) -> str:
    """The stream's own voice where the engine has it and it speaks the language; else one of the
    engine's that does."""
    voices = {voice.name: voice.language for voice in engine.voices()}
    speaking = [name for name in voices if language and same_language(language, voices[name])]
    if wanted in voices and (wanted in speaking or not speaking):
        return wanted
    return next(iter(speaking or voices))
