"""One segment on its way from an engine's steps to samples at the stream's pace and rate."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from brisa.audio.resample import Resampler
from brisa.audio.stretch import Stretcher
from brisa.audio.trim import Trim
from brisa.engines.base import Engine, SegmentRequest, SpeechStream, StepResult
from brisa.service.checks import same_language
from brisa.service.word_marks import moved, written_marks
from brisa.text.edits import PhonemeSpan, Spoken
from brisa.text.segment import Segment
from brisa.types import PcmFloat, SpeechSettings, WordMark

QUIET_END_MS = 20.0
"""How long a segment must have been quiet before the silence at its end is left out."""


@dataclass(slots=True)
class Voicing:
    """The segment being synthesised. ``factor`` is how much the engine's audio is shortened after
    it; ``start_sample`` where it begins in the stream, whose segments are joined at ``rate_hz``.
    The engine was given ``spoken.text`` from ``first_char`` on; of what is before ``said_chars``
    there is all of the sound."""

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
    language: str | None = None
    first_char: int = 0
    said_chars: int = 0
    trim: Trim = field(default_factory=Trim)
    _unsaid: deque[WordMark] = field(default_factory=deque)
    _made_samples: int = 0

    def absorb(self, result: StepResult) -> PcmFloat:
        """What a step of the engine yielded, as the stream takes it."""
        if result.speech is not None:
            quiet_samples = round(QUIET_END_MS * self._rate_hz / 1000)
            speech = result.speech
            self.trim = Trim(speech.start_sample, speech.end_sample, quiet_samples)
        self._note_said(result)
        pcm_t = self.resampler.push(self.stretcher.push(self.trim.push(result.pcm_t)))
        return np.concatenate((pcm_t, self.rest())) if result.last else pcm_t

    def rest(self) -> PcmFloat:
        """What was held back of the audio so far; none may follow."""
        rest_t = self.resampler.push(self.stretcher.flush())
        return np.concatenate((rest_t, self.resampler.flush()))

    def marks(self, words: Sequence[WordMark], scale: float) -> list[WordMark]:
        """The engine's words in the caller's text; ``scale`` leads to the rate that is heard."""
        silent = self.trim.head_samples
        to_stream = self.rate_hz / self._rate_hz / self.factor

        def heard(sample: int) -> int:
            return round((self.start_sample + max(sample - silent, 0) * to_stream) * scale)

        return [
            moved(mark, heard)
            for mark in written_marks(list(map(self._placed, words)), self.spoken, self.segment)
        ]

    def _note_said(self, result: StepResult) -> None:
        """Which words there is all of the sound of."""
        self._made_samples += result.pcm_t.shape[0]
        self._unsaid.extend(map(self._placed, result.words))
        while self._unsaid and self._unsaid[0].end_sample <= self._made_samples:
            self.said_chars = max(self.said_chars, self._unsaid.popleft().end_char)

    def _placed(self, word: WordMark) -> WordMark:
        """``word`` in the whole of the spoken text, of which the engine may have had the end."""
        first = self.first_char
        if not first:
            return word
        return replace(word, start_char=word.start_char + first, end_char=word.end_char + first)

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
    first_char: int = 0,
) -> Voicing:
    """Begin a segment with ``engine``, which may be another than the stream's own.

    What the engine cannot do of ``speed`` is done by time-stretching. ``rate_hz`` is the rate that
    the stream's segments are joined at. Of ``spoken`` it is given what begins at ``first_char``.
    Raises what :meth:`Engine.open` raises.
    """
    capabilities = engine.capabilities
    model_speed = min(max(speed, capabilities.speed_min), capabilities.speed_max)
    request = SegmentRequest(
        text=spoken.text[first_char:],
        voice=_voice(engine, settings.voice, language),
        segment=index,
        seed=settings.seed,
        speed=model_speed,
        language=language,
        phonemes=_phonemes_from(spoken, first_char) if capabilities.phonemes else (),
        sounds=settings.sounds,
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
        language,
        first_char,
        first_char,
    )


def next_word(text: str, start_char: int) -> int | None:
    """Where what is to be spoken from ``start_char`` on begins; ``None`` if nothing is."""
    for place in range(start_char, len(text)):
        if text[place].isalnum():
            return place
    return None


def _phonemes_from(spoken: Spoken, first_char: int) -> tuple[PhonemeSpan, ...]:
    """The sounds of what begins at ``first_char`` or later, in places of that part."""
    return tuple(
        PhonemeSpan(span.start - first_char, span.end - first_char, span.ipa)
        for span in spoken.phonemes
        if span.start >= first_char
    )


def _voice(engine: Engine, wanted: str, language: str | None) -> str:
    """The stream's own voice where the engine has it and it speaks the language; else one of the
    engine's that does."""
    voices = {voice.name: voice.language for voice in engine.voices()}
    speaking = [name for name in voices if language and same_language(language, voices[name])]
    if wanted in voices and (wanted in speaking or not speaking):
        return wanted
    return next(iter(speaking or voices))
