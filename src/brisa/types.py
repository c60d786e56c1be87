"""Frozen vocabulary shared by every part: ids, formats, chunks, requests, outcomes.

Units are in the names. ``samples`` are PCM samples of one channel; ``pcm_t`` is a one-dimensional
array over time. Audio inside brisa is mono.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType, TypeAlias

import numpy as np
import numpy.typing as npt

StreamId = NewType("StreamId", str)
SegmentIndex = NewType("SegmentIndex", int)

PcmFloat: TypeAlias = npt.NDArray[np.float32]
"""Samples in [-1, 1], axis ``t``."""

PcmInt16: TypeAlias = npt.NDArray[np.int16]
"""Samples in [-32768, 32767], axis ``t``."""


@dataclass(frozen=True, slots=True)
class WordMark:
    """When a word is heard.

    ``start_char``/``end_char`` are offsets into the text of the request; ``start_sample`` and
    ``end_sample`` count from the first sample of the stream, at the rate of the chunk that carries
    the mark.
    """

    text: str
    start_char: int
    end_char: int
    start_sample: int
    end_sample: int


@dataclass(frozen=True, slots=True)
class PcmChunk:
    """A piece of a stream's audio, in order and without gaps.

    ``pcm_t`` is read-only for the receiver. ``start_sample`` is the chunk's place in the stream, so
    a lost, doubled or reordered chunk can be seen. ``words`` are the marks that begin in it.
    """

    pcm_t: PcmInt16
    sample_rate_hz: int
    start_sample: int
    segment: SegmentIndex
    words: tuple[WordMark, ...] = ()

    @property
    def duration_ms(self) -> float:
        return len(self.pcm_t) * 1000.0 / self.sample_rate_hz


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """How to speak. Together with text, engine and model this fixes the samples (P2).

    ``speed`` is relative to the voice's own pace, 0.25 to 4.0. ``seed`` selects the noise.
    ``sample_rate_hz`` ``None`` means the voice's own rate.
    """

    voice: str = "heart"
    speed: float = 1.0
    seed: int = 0
    language: str | None = None
    sample_rate_hz: int | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """All of the text was spoken. ``samples`` is the length of the stream."""

    samples: int
    sample_rate_hz: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The listener left or barged in after ``samples``."""

    samples: int
    sample_rate_hz: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The stream broke after ``samples``; ``code`` is that of the error tree."""

    samples: int
    sample_rate_hz: int
    code: str
    message: str = field(repr=False, default="")


Outcome: TypeAlias = Finished | Cancelled | Failed
"""How a stream ended; every stream ends in exactly one of these."""
