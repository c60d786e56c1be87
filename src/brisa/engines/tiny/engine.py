"""The embedded voice as an engine: read, plan once, then decode and sound chunk by chunk.

A segment's first step reads its text, runs the front graph over the whole of it and yields the
first fraction of a second; each further step decodes a few more frames. The samples are fixed by
(text, voice, speed, seed, segment) alone, bit for bit, however long the steps are.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from brisa.artifacts.manifest import Manifest
from brisa.engines.base import (
    Capabilities,
    SegmentRequest,
    SpeechSpan,
    StepCost,
    StepResult,
    Voice,
)
from brisa.engines.runtime import Session, kernels_fingerprint
from brisa.engines.tiny.decoding import DecoderWalk
from brisa.engines.tiny.framing import HOP_SAMPLES, SAMPLE_RATE_HZ
from brisa.engines.tiny.noise import warm_noise
from brisa.engines.tiny.phonemes import PhonemeSequence, Phonemizer
from brisa.engines.tiny.scratch import Scratch
from brisa.engines.tiny.sound_marks import sound_marks
from brisa.engines.tiny.synthesis import DspStream
from brisa.errors import UnknownVoice
from brisa.types import PcmFloat, WordMark

SCHEDULE_FRAMES = (16, 48, 128)
"""Frames of the first, second and every later step: sound early, then fewer calls. A step of 128 is
6 ms of work for 1.6 s of sound; longer ones gain nothing and keep others waiting."""

UNIT_SAMPLES = 2 * HOP_SAMPLES
"""A unit of the model's durations: 25 ms, two frames."""

ONSET_MS = 110.0
"""How far before the first word's first unit its sound may begin at speed 1, or faster; slower, the
square of the speed less. Seen at most: 84 ms at speed 1, 330 ms at 0.5 (at 1.5 % of the peak, 33
sentences, voice heart)."""

OFFSET_MS = 150.0
"""How far after the last word's last unit sound may end at speeds over ``OFFSET_SPEED``: 91 ms were
seen at 2. Slower, it was over at least 45 ms before that unit's end."""

OFFSET_SPEED = 1.2

_PARTS_MAX = 1 << 16
_WARM_UP_TEXT = "Warm, zorbling words at 7:30 for $5, twice."


@dataclass(slots=True)
class _Part:
    """One phoneme sequence on its way through decoder and signal processing."""

    walk: DecoderWalk
    dsp: DspStream


@dataclass(slots=True)
class TinyStream:
    """One segment being spoken. ``sequences`` is ``None`` until the text has been read."""

    request: SegmentRequest
    schedule_frames: tuple[int, ...] = SCHEDULE_FRAMES
    sequences: deque[PhonemeSequence] | None = None
    part: _Part | None = None
    parts_opened: int = 0
    steps: int = 0
    produced_samples: int = 0
    dropped_chars: int = 0
    marks: list[WordMark] = field(default_factory=list)
    speech: SpeechSpan | None = None

    @property
    def place(self) -> None:
        return None

    @property
    def next_frames(self) -> int:
        """How many frames the next step decodes; the first one passes the silence as well."""
        frames = self.schedule_frames[min(self.steps, len(self.schedule_frames) - 1)]
        silent = self.speech.start_sample // HOP_SAMPLES if self.speech else 0
        return frames + silent

    @property
    def next_cost(self) -> StepCost:
        kind = "tiny-decode" if self.part is not None else "tiny-open"
        return StepCost(kind, audio_samples=self.next_frames * HOP_SAMPLES)


class Graphs(NamedTuple):
    """The compiled voice, loaded."""

    front: Session
    entry: Session
    decoder: Session


class TinyEngine:
    """One loaded voice. Thread-safe: the graphs and the reader are shared, streams are not."""

    name = "tiny"

    def __init__(
        self,
        voice: Voice,
        phonemizer: Phonemizer,
        graphs: Graphs,
        manifest: Manifest,
    ) -> None:
        self._voice = voice
        self._phonemizer = phonemizer
        self._graphs = graphs
        self._manifest = manifest

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            sample_rate_hz=SAMPLE_RATE_HZ,
            languages=("en",),
            word_timestamps=True,
            sound_timestamps=True,
            speed_min=0.5,
            speed_max=2.0,
            segment_max_chars=250,
            phonemes=True,
        )

    @property
    def fingerprint(self) -> str:
        return f"{self._manifest.fingerprint}-{kernels_fingerprint()}"

    def voices(self) -> tuple[Voice, ...]:
        return (self._voice,)

    def open(self, request: SegmentRequest) -> TinyStream:
        if request.voice != self._voice.name:
            raise UnknownVoice(f"This engine has no voice {request.voice!r}.", param="voice")
        return TinyStream(request)

    def step(self, streams: Sequence[TinyStream]) -> list[StepResult]:
        return [self._step(stream) for stream in streams]

    def warm_up(self) -> None:
        warm_noise()
        stream = self.open(SegmentRequest(_WARM_UP_TEXT, self._voice.name))
        while not self._step(stream).last:
            pass

    def close(self) -> None:
        for graph in self._graphs:
            graph.close()

    def _step(self, stream: TinyStream) -> StepResult:
        if stream.sequences is None:
            self._read(stream)
        if stream.part is None and not self._open_part(stream):
            return StepResult(np.zeros(0, np.float32), True, dropped_chars=stream.dropped_chars)
        pcm_t = self._sound(stream)
        words, stream.marks = tuple(stream.marks), []
        speech, stream.speech = stream.speech, None
        last = stream.part is None and not stream.sequences
        dropped, stream.dropped_chars = stream.dropped_chars, 0
        return StepResult(pcm_t, last, words, speech, dropped)

    def _read(self, stream: TinyStream) -> None:
        reading = self._phonemizer.phonemize(stream.request.text, stream.request.phonemes)
        stream.sequences = deque(reading.sequences)
        stream.dropped_chars = reading.dropped_chars

    def _open_part(self, stream: TinyStream) -> bool:
        if not stream.sequences:
            return False
        sequence = stream.sequences.popleft()
        durations_l, f0_hz_k, table, taps_k4, pitch_taps_kc = self._graphs.front.run(
            {
                "ids": np.asarray([sequence.ids], np.int64),
                "speed": np.asarray([stream.request.speed], np.float32),
            }
        )
        # Each sequence of a segment has noise of its own.
        key = stream.request.segment * _PARTS_MAX + stream.parts_opened
        stream.parts_opened += 1
        stream.part = _Part(
            DecoderWalk(table, taps_k4, pitch_taps_kc, self._manifest.decoder_state),
            DspStream(f0_hz_k, seed=stream.request.seed, segment=key),
        )
        start, sounds = stream.produced_samples, stream.request.sounds
        marks = _marks(sequence, durations_l, start, sounds=sounds)
        if stream.parts_opened == 1 and marks:
            stream.speech = _speech_span(marks, stream.request.speed, whole=not stream.sequences)
        stream.marks += marks
        return True

    def _sound(self, stream: TinyStream) -> PcmFloat:
        part = stream.part
        assert part is not None
        spectra = part.walk.step(self._graphs.entry, self._graphs.decoder, stream.next_frames)
        pcm_t = part.dsp.push(spectra, _scratch())
        if part.walk.finished:
            pcm_t = np.concatenate((pcm_t, part.dsp.finish()))
            stream.part = None
        stream.steps += 1
        stream.produced_samples += len(pcm_t)
        return pcm_t


def _marks(
    sequence: PhonemeSequence, durations_l: np.ndarray, start_sample: int, *, sounds: bool
) -> list[WordMark]:
    """Word timings from the durations of the words' phonemes, ``durations_l`` in units."""
    ends_l = np.concatenate(([0], np.cumsum(durations_l))) * UNIT_SAMPLES + start_sample
    ends: list[int] = ends_l.tolist()
    return [
        WordMark(
            word.text,
            word.start_char,
            word.end_char,
            ends[word.start_id],
            ends[word.end_id],
            sounds=(
                sound_marks(sequence.phonemes, ends, word.start_id, word.end_id) if sounds else ()
            ),
        )
        for word in sequence.words
    ]


def _speech_span(marks: Sequence[WordMark], speed: float, *, whole: bool) -> SpeechSpan:
    """Where the sound of the marked words lies, with a margin."""
    onset_ms = ONSET_MS / min(speed, 1.0) ** 2
    offset_ms = OFFSET_MS if speed > OFFSET_SPEED else 0.0
    start_sample = marks[0].start_sample - round(onset_ms * SAMPLE_RATE_HZ / 1000)
    end_sample = marks[-1].end_sample + round(offset_ms * SAMPLE_RATE_HZ / 1000)
    return SpeechSpan(max(start_sample, 0), end_sample if whole else None)


_THREAD = threading.local()


def _scratch() -> Scratch:
    """This thread's work buffers."""
    scratch: Scratch | None = getattr(_THREAD, "scratch", None)
    if scratch is None:
        scratch = _THREAD.scratch = Scratch()
    return scratch
