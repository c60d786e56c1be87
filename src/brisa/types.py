"""Frozen vocabulary shared by every part: ids, formats, chunks, requests, outcomes.

Units are in the names. ``samples`` are PCM samples of one channel; ``pcm_t`` is a one-dimensional
array over time. Audio inside brisa is mono.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NewType, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

StreamId = NewType("StreamId", str)
SegmentIndex = NewType("SegmentIndex", int)

PcmFloat: TypeAlias = "npt.NDArray[np.float32]"
"""Samples in [-1, 1], axis ``t``."""

PcmInt16: TypeAlias = "npt.NDArray[np.int16]"
"""Samples in [-32768, 32767], axis ``t``."""


@dataclass(frozen=True, slots=True)
class SoundMark:
    """When a sound of a word is heard: ``phoneme`` in IPA, samples as those of the word."""

    phoneme: str
    start_sample: int
    end_sample: int


@dataclass(frozen=True, slots=True)
class WordMark:
    """When a word is heard.

    ``text`` is what is written at ``start_char``..``end_char`` of the request's text, but for marks
    that were cleaned out of it; ``spoken`` is what was said for it. ``start_sample`` and
    ``end_sample`` count from the first sample of the stream, at the rate of the chunk that carries
    the mark. ``sounds`` are those of the word, where the stream was asked for them.
    """

    text: str
    start_char: int
    end_char: int
    start_sample: int
    end_sample: int
    spoken: str = ""
    sounds: tuple[SoundMark, ...] = ()


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
class LexiconEntry:
    """How a word or phrase is said, wherever it stands whole.

    ``written`` is said as ``spoken`` (a respelling: ordinary words) or in the sounds ``phonemes``
    (IPA); one of the two is given. ``case_sensitive`` tells ``Polish`` from ``polish``.
    ``language`` (BCP 47) limits the entry to texts in it; ``None`` is every language.
    """

    written: str
    spoken: str | None = None
    phonemes: str | None = None
    case_sensitive: bool = False
    language: str | None = None


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How written text becomes spoken words.

    ``clean``: take markdown, HTML entities, emoji and other marks of written text out.
    ``markup``: honour ``[pause:0.5s]`` and SSML's elements. ``malformed``: what is wrong in them is
    read as text (``"read"``) or refused with its place (``"refuse"``). ``normalize``: say numbers,
    dates, units and addresses in words; without it they are left to the engine. ``code``: fenced
    code is left out (``"skip"``), announced (``"summarise"``) or read (``"read"``). ``emoji``:
    left out (``"skip"``) or named (``"name"``). ``foreign``: letters the voice cannot speak are
    left out (``"skip"``), written in Latin letters (``"transliterate"``) or given to a voice that
    speaks them (``"voice"``). ``date_order``: ``"mdy"``, ``"dmy"``, ``"ymd"``, or ``None`` for the
    language's own. ``lexicon``: the request's own words, before those of voice and server.
    ``strict``: a text without a word to speak is an error instead of a short silence.
    """

    clean: bool = True
    markup: bool = True
    malformed: Literal["read", "refuse"] = "read"
    normalize: bool = True
    code: Literal["skip", "summarise", "read"] = "skip"
    emoji: Literal["skip", "name"] = "skip"
    foreign: Literal["skip", "transliterate", "voice"] = "transliterate"
    date_order: Literal["mdy", "dmy", "ymd"] | None = None
    lexicon: tuple[LexiconEntry, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """How to speak. Together with text, engine and model this fixes the samples (P2).

    ``speed`` is relative to the voice's own pace, 0.25 to 4.0. ``seed`` selects the noise.
    ``language`` (BCP 47) ``None`` means the voice's own, ``"auto"`` finds it for each segment.
    ``sample_rate_hz`` ``None`` means the voice's own rate. ``sounds``: words are marked with their
    sounds, which changes no sample.
    """

    voice: str = "heart"
    speed: float = 1.0
    seed: int = 0
    language: str | None = None
    sample_rate_hz: int | None = None
    text: TextOptions = TextOptions()
    sounds: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """All of the text was spoken. ``samples`` is the length of the stream.

    ``dropped_chars`` counts letters, digits and symbols of the text that the voice could not speak.
    ``concealed_samples`` of the stream are fillers that a listener was given while audio was late,
    and ``substituted_segments`` were spoken, in part or as a whole, by the fallback voice, since
    the stream's own broke.
    """

    samples: int
    sample_rate_hz: int
    dropped_chars: int = 0
    concealed_samples: int = 0
    substituted_segments: int = 0

    @property
    def degraded(self) -> bool:
        """Something else was heard than what was asked for, though all of the text was."""
        return bool(self.concealed_samples or self.substituted_segments)


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
