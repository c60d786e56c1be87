"""What an engine is: text in, PCM out, one bounded step at a time.

An :class:`Engine` is immutable after load and shared by every stream and thread; everything that
belongs to one utterance lives in the :class:`SpeechStream` that :meth:`Engine.open` returns and
that only one thread steps at a time. Engines know no clock, no queue and no listener.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from brisa.text.edits import PhonemeSpan
from brisa.types import PcmFloat, WordMark


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do, as data: asked before use instead of trying and catching.

    ``speed_min``/``speed_max`` bound what the model itself does; outside, the service
    time-stretches. ``batch_max`` is how many streams one step may take. ``batch_invariant`` says
    that a stream's samples do not depend on what it is batched with. ``segment_max_s`` is the
    longest audio one segment may become. ``sound_timestamps``: words can be marked with their
    sounds. ``phonemes``: sounds given in IPA are spoken. ``tags`` are
    the names of the voice's own marks, such as ``laugh`` for ``[laugh]`` in a segment's text.
    """

    sample_rate_hz: int
    languages: tuple[str, ...]
    batch_max: int = 1
    batch_invariant: bool = True
    cloning: bool = False
    word_timestamps: bool = False
    sound_timestamps: bool = False
    speed_min: float = 1.0
    speed_max: float = 1.0
    segment_max_chars: int = 400
    segment_max_s: float = 60.0
    phonemes: bool = False
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voice:
    """A named way of speaking. ``language`` is a BCP 47 tag; ``licence`` an SPDX expression."""

    name: str
    language: str
    engine: str
    description: str = ""
    gender: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class SegmentRequest:
    """One segment to synthesise as one piece.

    ``seed`` and ``segment`` key the noise together with the position inside the segment. ``text``
    is never empty: words and punctuation, in ``language`` (BCP 47; ``None``: the voice's own).
    ``speed`` is inside the engine's own range. ``phonemes`` are the sounds of stretches of
    ``text``, in order and apart; an engine that cannot take them speaks what is written there.
    ``sounds``: mark words with their sounds, if the engine can.
    """

    text: str
    voice: str
    segment: int = 0
    seed: int = 0
    speed: float = 1.0
    language: str | None = None
    phonemes: tuple[PhonemeSpan, ...] = ()
    sounds: bool = False


@dataclass(frozen=True, slots=True)
class StepCost:
    """What the next step of a stream is expected to be, for the scheduler.

    Streams whose ``kind`` is equal may share a step. ``audio_samples`` is how much PCM it yields
    (0 if unknown), ``weight`` its cost relative to a typical step of that kind.
    """

    kind: str
    audio_samples: int = 0
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class SpeechSpan:
    """Where a segment's sound lies, in samples of the segment; outside it is silence.

    ``end_sample`` ``None`` means that the end is not known.
    """

    start_sample: int
    end_sample: int | None


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step of one stream yielded.

    ``pcm_t`` may be empty (a step that only prepares). ``words`` count samples from the start of
    the segment and characters from the start of the segment's text. ``last`` is true on the final
    step; stepping again is a bug. ``speech`` may come with the segment's first step, never later.
    ``dropped_chars`` counts letters, digits and symbols of the text that the voice cannot speak.
    """

    pcm_t: PcmFloat
    last: bool
    words: tuple[WordMark, ...] = ()
    speech: SpeechSpan | None = None
    dropped_chars: int = 0


class SpeechStream(Protocol):
    """The state of one segment being spoken: plain data, owned by whoever opened it."""

    @property
    def next_cost(self) -> StepCost: ...

    @property
    def place(self) -> int | None:
        """The worker process that holds the state; ``None``: it lies here, or nowhere yet."""


class Engine(Protocol):
    """A loaded model. Thread-safe; no attribute changes after load."""

    @property
    def name(self) -> str: ...

    @property
    def capabilities(self) -> Capabilities: ...

    @property
    def fingerprint(self) -> str:
        """Digest of everything that fixes the samples: model, kernels, precision."""

    def voices(self) -> tuple[Voice, ...]: ...

    def open(self, request: SegmentRequest) -> SpeechStream:
        """Begin a segment; cheap, no synthesis. Raises ``UnknownVoice``."""

    def step(self, streams: Sequence[SpeechStream]) -> list[StepResult]:
        """One bounded piece of work for each stream, in order.

        Raises ``EngineFailed`` if the model breaks; no other exception for any text.
        """

    def warm_up(self) -> None:
        """Run every code path once, so that the first request is as fast as later ones."""

    def close(self) -> None:
        """Free the model. Streams still open must not be stepped again."""
